/** Dependencies that admission plugins are constructed with. */
import type { MayDo } from './rights.ts';
import type { Shelves } from './shelf.ts';

export interface PluginParts {
  readonly shelves: Shelves;
  readonly mayDo: MayDo;
  /** A random name suffix, long enough that no two volumes of a pod share a name. */
  readonly makeSuffix: () => string;
  /** To be called between pieces of work that others decide the amount of. A promise: go on when it resolves. */
  readonly giveWay: () => Promise<void> | undefined;
}
