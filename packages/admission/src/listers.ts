/** The listers of plugins, which are about kinds: found by the names that plugins know. */
import {
  byNamespace,
  type CachedObject,
  type Informers,
  type Lister,
  type RegisteredResource,
} from '@keelson/informers';
import type { Resource } from '@keelson/schema';

/** The objects of a kind by their namespaces, in memory. As stale as the watch is behind. */
export interface NamespaceIndex<T> {
  /** False: it knows nothing yet. */
  hasSynced(): boolean;
  has(namespace: string): boolean;
  get(namespace: string): Iterable<CachedObject<T>>;
}

/** Kinds are named by the plural and the group without its domain. */
export interface Listers {
  lister<T>(group: string, plural: string): Lister<T>;
  /** The stored version. */
  resource(group: string, plural: string): Resource;
  /** `undefined` where nothing is followed, as in a worker thread: the lister has the answers then. */
  index<T>(group: string, plural: string): NamespaceIndex<T> | undefined;
}

type Source = Pick<Informers, 'resources' | 'lister'> & Partial<Pick<Informers, 'informer'>>;

/** Without informers there are no indexes. */
export function createListers({ resources, lister, informer }: Source): Listers {
  const find = (group: string, plural: string): RegisteredResource => {
    const [found] = resources.where((stored) => stored.plural === plural && stored.group.split('.', 1)[0] === group);
    if (found === undefined) throw new Error(`no declared resource is called ${plural}`);
    return found;
  };
  return {
    lister: <T>(group: string, plural: string) => lister<T>(find(group, plural).stored),
    resource: (group, plural) => find(group, plural).stored,
    index: <T>(group: string, plural: string) => {
      const followed = informer?.<T>(find(group, plural).stored);
      if (followed === undefined) return undefined;
      const index = followed.addIndex(byNamespace);
      return {
        hasSynced: followed.hasSynced,
        has: (namespace: string) => index.sizeOf(namespace) > 0,
        get: (namespace: string) => index.get(namespace),
      };
    },
  };
}
