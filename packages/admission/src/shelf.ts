/** Listers of other objects, for plugins. The objects are shared and must not be changed. */

export interface Shelf<T> {
  /** May return a cached object; undefined only after a consistent read. Rejects if the object cannot be decoded. */
  find(name: string, namespace?: string): Promise<T | undefined>;
  /** The objects that this replica has cached and can read, sorted by name: for defaults and warnings. */
  all(namespace?: string): Promise<readonly T[]>;
  /** The same for objects that set limits: rejects if one cannot be read, as it may forbid the request. */
  allOrThrow(namespace?: string): Promise<readonly T[]>;
}

export interface Shelves {
  /** By the plural and the group without its domain. */
  shelf<T>(group: string, plural: string): Shelf<T>;
}
