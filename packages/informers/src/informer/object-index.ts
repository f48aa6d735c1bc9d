/** Indexes over the objects of an informer: look-ups by what an index function says of each object. */
import type { CachedObject } from '../objects/cached-object.ts';

/**
 * The index keys of an object; none if the index has no place for it. Called once for each version. One that throws
 * leaves the object out, which is logged: objects are written by users.
 */
export type IndexFunction<T> = (object: CachedObject<T>) => readonly string[];

/** For the objects whose owner has a uid. */
export const byOwnerUid: IndexFunction<unknown> = ({ head }) => head.ownerReferences.map(({ uid }) => uid);

export const byNamespace: IndexFunction<unknown> = ({ namespace }) => [namespace];

/** For the values of one label. */
export function byLabel(label: string): IndexFunction<unknown> {
  return ({ head }) => {
    const value = Object.hasOwn(head.labels, label) ? head.labels[label] : undefined;
    return value === undefined ? [] : [value];
  };
}

export interface ObjectIndex<T> {
  /** The objects under a key, in no order. Valid until the next event: to be walked at once. */
  get(key: string): Iterable<CachedObject<T>>;
  sizeOf(key: string): number;
  /** The keys that hold an object. */
  keys(): Iterable<string>;
}

export interface KeptIndex<T> extends ObjectIndex<T> {
  /** Also replaces an earlier version of the object. */
  put(id: string, object: CachedObject<T>): void;
  remove(id: string): void;
}

/** A look-up costs one step for each object found; a change one for each of its keys. */
export function createIndex<T>(keysOf: IndexFunction<T>, onFault: (error: unknown) => void): KeptIndex<T> {
  const members = new Map<string, Map<string, CachedObject<T>>>();
  /** The function is not asked twice for one version: what it says is taken back as it was said. */
  const keysById = new Map<string, readonly string[]>();

  const remove = (id: string): void => {
    for (const key of keysById.get(id) ?? []) {
      const under = members.get(key);
      under?.delete(id);
      if (under?.size === 0) members.delete(key);
    }
    keysById.delete(id);
  };

  return {
    get: (key) => members.get(key)?.values() ?? [],
    sizeOf: (key) => members.get(key)?.size ?? 0,
    keys: () => members.keys(),
    put: (id, object) => {
      remove(id);
      const keys = keysOrNone(keysOf, object, onFault);
      if (keys.length === 0) return;
      keysById.set(id, keys);
      for (const key of keys) {
        const under = members.get(key);
        if (under === undefined) members.set(key, new Map([[id, object]]));
        else under.set(id, object);
      }
    },
    remove,
  };
}

function keysOrNone<T>(
  keysOf: IndexFunction<T>,
  object: CachedObject<T>,
  onFault: (error: unknown) => void,
): readonly string[] {
  try {
    return keysOf(object);
  } catch (error) {
    onFault(error);
    return [];
  }
}
