/**
 * A replica as a server has one: an engine of its own and a watch cache over it. For
 * tests with real engines; the values are tokens, which are no objects.
 */
import type { Storage, WriteResult } from '@keelson/storage';
import type { Door } from '@keelson/storage/conformance';

import type { ResourceCache } from '../resource-cache.ts';
import { createWatchCache } from '../watch-cache.ts';
import type { WatchCache } from '../watch-cache.ts';
import type { WatchCacheOptions } from '../watch-cache-options.ts';

export interface Replica {
  readonly storage: Storage;
  readonly cache: WatchCache;
  readonly things: ResourceCache;
  close(): Promise<void>;
}

export const folderOfThings = (storage: Pick<Storage, 'prefix'>): string => `${storage.prefix}things/`;

/** Resolves when the watch cache is ready. `seen` is the storage passed to the cache instead of the real one. */
export async function openReplica(
  storage: Storage,
  options: Omit<WatchCacheOptions, 'storage'> & { readonly seen?: Storage } = {},
): Promise<Replica> {
  const { seen = storage, ...rest } = options;
  const cache = createWatchCache({ storage: seen, ...rest });
  const things = cache.register({
    name: 'things',
    folder: folderOfThings(storage),
    isNamespaced: false,
    finish: (value) => Buffer.from(value),
    findFault: () => undefined,
  });
  cache.start();
  await cache.whenReady();
  return {
    storage,
    cache,
    things,
    close: async () => {
      cache.close();
      await storage.close();
    },
  };
}

/** A write that was acknowledged: from then on it counts. */
export interface Acknowledged {
  readonly key: string;
  readonly revision: number;
  /** `undefined` for a deletion. */
  readonly value: string | undefined;
}

/** Most recent reads from the watch cache; writes go to the store. */
export function doorThrough({ storage, things }: Replica, acknowledged: Acknowledged[] = []): Door {
  const folder = folderOfThings(storage);
  const note = (result: WriteResult, key: string, value: Uint8Array | undefined): WriteResult => {
    const text = value && Buffer.from(value).toString();
    if (result.ok) acknowledged.push({ key, revision: result.revision, value: text });
    return result;
  };
  return {
    get: async (key) => {
      const got = await things.get({ name: key.slice(folder.length) });
      if (!got.ok) throw new Error(`a most recent read came to ${got.reason}`);
      return got.object;
    },
    create: async (key, value) => note(await storage.create(key, value), key, value),
    update: async (key, value, revision) => note(await storage.update(key, value, revision), key, value),
    delete: async (key, revision) => note(await storage.delete(key, revision), key, undefined),
  };
}
