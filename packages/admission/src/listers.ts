/** The listers of plugins, which are about kinds: found by the names that plugins know. */
import type { Informers, Lister } from '@keelson/informers';

export interface Listers {
  /** By the plural and the group without its domain. */
  lister<T>(group: string, plural: string): Lister<T>;
}

export function createListers({ resources, lister }: Pick<Informers, 'resources' | 'lister'>): Listers {
  return {
    lister: <T>(group: string, plural: string) => {
      const [found] = resources.where((stored) => stored.plural === plural && stored.group.split('.', 1)[0] === group);
      if (found === undefined) throw new Error(`no declared resource is called ${plural}`);
      return lister<T>(found.stored);
    },
  };
}
