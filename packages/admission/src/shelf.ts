/** Where plugins find other objects. What is on a shelf must not be changed. */

export interface Shelf<T> {
  /** Looked up surely: what is not found is not there. Rejects for one that is there and cannot be read. */
  find(name: string, namespace?: string): Promise<T | undefined>;
  /** What this replica knows of and can read, in the order of names: for defaults, and for advice. */
  all(namespace?: string): Promise<readonly T[]>;
  /** The same, for what limits: rejects if one of them cannot be read, since nobody knows what it forbids. */
  allOrThrow(namespace?: string): Promise<readonly T[]>;
}

export interface Shelves {
  /** By the plural and the group without its domain. */
  shelf<T>(group: string, plural: string): Shelf<T>;
}
