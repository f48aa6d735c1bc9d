/**
 * Reads the objects of one resource. Answers come out of the watch cache; the store is asked where the
 * cache has no answer, as before it is loaded.
 */
import type { GetOutcome, ListDone, ObjectName, ReadFailure, ResourceCache } from '@keelson/cache';
import { giveWay, when } from '@keelson/telemetry';

import type { CachedObject, ReadVersion } from '../objects/cached-object.ts';
import { unreadableError } from '../objects/unreadable-error.ts';

/** Objects are shared and frozen. */
export interface Lister<T> {
  /**
   * One object, without waiting if the cache has it: it may then be stale, by as much as the watch is behind. `undefined`
   * only after a most recent read. Throws or rejects with a `StorageError` if the value cannot be read, or the store fails.
   */
  get(name: ObjectName): CachedObject<T> | undefined | Promise<CachedObject<T> | undefined>;
  /** The same, but `undefined` also for one whose value cannot be read: where it could not count anyway. */
  getReadable(name: ObjectName): CachedObject<T> | undefined | Promise<CachedObject<T> | undefined>;
  /** One object as of now, or later. Rejects as `get`. */
  getMostRecent(name: ObjectName): Promise<CachedObject<T> | undefined>;
  /**
   * The objects of a namespace, or of all, in the order of their keys: those that the cache has and that can be
   * decoded. Gives way to others between them, as each version has to be decoded once.
   */
  list(namespace?: string): Promise<readonly CachedObject<T>[]>;
  /** The same; rejects with a `StorageError` if one cannot be read, for objects that may forbid what is asked. */
  listOrThrow(namespace?: string): Promise<readonly CachedObject<T>[]>;
}

export interface ListerParts<T> {
  readonly cache: ResourceCache;
  readonly read: ReadVersion<T>;
}

export function createLister<T>({ cache, read }: ListerParts<T>): Lister<T> {
  const list = async (namespace: string | undefined): Promise<ListDone> => {
    const listed = await cache.list({ namespace, collectsUnreadable: true }, { kind: 'any' });
    if (!listed.ok) throw failureOf(listed);
    return listed;
  };
  const readOrThrow = (got: GetOutcome): CachedObject<T> | undefined => {
    if (!got.ok) throw failureOf(got);
    return got.object && read(got.object);
  };
  const readOrNone = (got: GetOutcome): CachedObject<T> | undefined => {
    if (got.ok) return got.object && read(got.object);
    if (got.reason === 'unreadable') return undefined;
    throw failureOf(got);
  };
  const newestOr = (name: ObjectName, answer: (got: GetOutcome) => CachedObject<T> | undefined) => {
    const newest = cache.peek(name);
    if (newest !== undefined) return read(newest);
    const got = cache.get(name);
    return when(got, answer);
  };

  return {
    get: (name) => newestOr(name, readOrThrow),
    getReadable: (name) => newestOr(name, readOrNone),
    getMostRecent: async (name) => readOrThrow(await cache.get(name)),
    list: async (namespace) => {
      const { objects } = await list(namespace);
      const readable: CachedObject<T>[] = [];
      await eachInTurn(objects.map(read), (object) => {
        if (object.decoded.ok) readable.push(object);
      });
      return readable;
    },
    listOrThrow: async (namespace) => {
      const { objects, unreadable } = await list(namespace);
      const [first] = unreadable;
      if (first !== undefined) throw unreadableError(first);
      const all = objects.map(read);
      await eachInTurn(all, ({ object }) => object);
      return all;
    },
  };
}

/** The first time after a start, or after many changes, all of them are decoded: others have their turn meanwhile. */
async function eachInTurn<V>(objects: readonly V[], visit: (object: V) => void): Promise<void> {
  for (const object of objects) {
    visit(object);
    const paused = giveWay();
    if (paused !== undefined) await paused;
  }
}

function failureOf(failure: ReadFailure): Error {
  return failure.reason === 'unreadable' ? unreadableError(failure) : new Error(`a read came to ${failure.reason}`);
}
