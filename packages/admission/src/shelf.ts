/** Where plugins find other objects. What is on a shelf must not be changed. */

export interface Shelf<T> {
  /** Looked up surely: what is not found is not there. */
  find(name: string, namespace?: string): Promise<T | undefined>;
  /** What this replica knows of, in the order of names. */
  all(namespace?: string): Promise<readonly T[]>;
}

export interface Shelves {
  /** By the plural and the group without its domain. */
  shelf<T>(group: string, plural: string): Shelf<T>;
}
