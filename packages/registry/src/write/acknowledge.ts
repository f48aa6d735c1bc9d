/**
 * Writes of some objects are acknowledged late: when this replica's own memory holds
 * them, and with it everybody who decides by them. The window is told of all writes.
 */
import { StorageError } from '@keelson/storage';
import type { Storage, WriteResult } from '@keelson/storage';
import type { Window } from '@keelson/cache';

import type { Store, Stores } from '../resources/stores.ts';

type WritableStorage = Pick<Storage, 'create' | 'update' | 'delete' | 'prefix'>;

/** Longer than any request may take. */
const patienceMs = 60_000;

/**
 * Rejects with `unavailable` if memory does not come so far in time: the write was made,
 * but who waits for its effect must not believe that it has begun.
 */
export function acknowledgeLate(
  storage: WritableStorage,
  window: Pick<Window, 'waitFor' | 'expect'>,
  stores: Pick<Stores, 'thatActAtOnce'>,
): WritableStorage {
  const settle = (key: string, writing: Promise<WriteResult>): Promise<WriteResult> => {
    window.expect(writing);
    const store = stores.thatActAtOnce().find(({ folder }) => key.startsWith(folder));
    return store === undefined ? writing : settleIn(store, writing);
  };

  const settleIn = async (store: Store, writing: Promise<WriteResult>): Promise<WriteResult> => {
    const result = await writing;
    if (!result.ok) return result;
    if (!(await window.waitFor(result.revision, patienceMs))) {
      throw new StorageError('unavailable', 'the write was made, but this replica does not see it yet');
    }
    await store.window.whenLoaded();
    return result;
  };

  return {
    prefix: storage.prefix,
    create: (key, value, options) => settle(key, storage.create(key, value, options)),
    update: (key, value, revision, options) => settle(key, storage.update(key, value, revision, options)),
    delete: (key, revision) => settle(key, storage.delete(key, revision)),
  };
}
