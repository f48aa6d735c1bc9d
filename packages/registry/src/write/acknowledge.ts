/**
 * Writes of some objects are acknowledged late: when this replica's own watch cache holds
 * them, and so everything that decides by them. The watch cache is told of all writes.
 */
import { setTimeout as delay } from 'node:timers/promises';

import type { Storage, WriteResult } from '@keelson/storage';
import type { WatchCache } from '@keelson/cache';

import type { Store, Stores } from '../resources/stores.ts';

type WritableStorage = Pick<Storage, 'create' | 'update' | 'delete' | 'prefix'>;

/**
 * The time that a write waits for the watch cache. Events take milliseconds; where they do not
 * come, the write is made all the same, and its client would gain nothing by waiting on.
 */
const patienceMs = 2_000;

/** A write is answered with success once it is made, even if the watch cache does not see it in time. */
export function acknowledgeLate(
  storage: WritableStorage,
  cache: Pick<WatchCache, 'waitFor' | 'expect'>,
  stores: Pick<Stores, 'thatActAtOnce'>,
): WritableStorage {
  const settle = (key: string, writing: Promise<WriteResult>, value?: Uint8Array): Promise<WriteResult> => {
    cache.expect(writing, value && { key, value });
    const store = stores.thatActAtOnce().find(({ folder }) => key.startsWith(folder));
    return store === undefined ? writing : settleIn(store, writing);
  };

  const settleIn = async (store: Store, writing: Promise<WriteResult>): Promise<WriteResult> => {
    const result = await writing;
    if (!result.ok) return result;
    const isReached = await cache.waitFor(result.revision, patienceMs);
    if (isReached && !store.cache.isLoaded()) {
      await Promise.race([store.cache.whenLoaded(), delay(patienceMs, undefined, { ref: false })]);
    }
    return result;
  };

  return {
    prefix: storage.prefix,
    create: (key, value, options) => settle(key, storage.create(key, value, options), value),
    update: (key, value, revision, options) => settle(key, storage.update(key, value, revision, options), value),
    delete: (key, revision, options) => settle(key, storage.delete(key, revision, options)),
  };
}
