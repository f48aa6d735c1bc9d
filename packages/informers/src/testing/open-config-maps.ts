/** Config maps in a real watch cache over the embedded store, without a registry. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createApiScheme } from '@keelson/api';
import { createWatchCache } from '@keelson/cache';
import type { NamespacedName, ResourceCache, WatchCache } from '@keelson/cache';
import { openEmbedded } from '@keelson/storage';
import type { Storage } from '@keelson/storage';
import type { Logger } from '@keelson/telemetry';

import { createInformer } from '../informer/informer.ts';
import type { Informer } from '../informer/informer.ts';
import { createLister } from '../listers/lister.ts';
import type { Lister } from '../listers/lister.ts';
import { createReadVersion } from '../objects/cached-object.ts';
import { createRestartableStore } from './restartable-store.ts';
import type { RestartableStore } from './restartable-store.ts';

export interface ConfigMap {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
}

export interface ConfigMaps extends Omit<RestartableStore, 'replaceWith'> {
  readonly watchCache: WatchCache;
  readonly cache: ResourceCache;
  readonly informer: Informer<ConfigMap>;
  readonly lister: Lister<ConfigMap>;
  readonly errors: readonly unknown[];
  openInformer(accepts?: (name: NamespacedName) => boolean): Informer<ConfigMap>;
  /** Writes the object, or whatever text, whether it is there or not. Returns the revision. */
  put(name: string, content?: Content | string): Promise<number>;
  remove(name: string): Promise<void>;
  /** Resolves when the watch cache has taken in all that is in the store. */
  caughtUp(): Promise<void>;
  /** A store without any object, at a low revision, takes the place of the first. */
  restoreEmpty(): Promise<void>;
  close(): Promise<void>;
}

export interface Content {
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, unknown>>;
}

const scheme = createApiScheme();
export const namespace = 'prod';

/** The cache has not started when it resolves: tests do so with `watchCache.start()`. */
export async function openConfigMaps(): Promise<ConfigMaps> {
  const resource = scheme.resource('', 'v1', 'configmaps');
  if (resource === undefined) throw new Error('there are no config maps');
  const stores: { readonly storage: Storage; readonly path: string }[] = [];
  const openStore = async (): Promise<Storage> => {
    const path = await mkdtemp(join(tmpdir(), 'keelson-informers-'));
    const storage = await openEmbedded({ path });
    stores.push({ storage, path });
    return storage;
  };
  const { storage, endWatches, replaceWith } = createRestartableStore(await openStore());
  const watchCache = createWatchCache({ storage });
  const cache = watchCache.register({ name: 'configmaps', folder: `${storage.prefix}configmaps/`, isNamespaced: true });
  const read = createReadVersion<ConfigMap>(resource.message, cache);
  const errors: unknown[] = [];
  const logger: Pick<Logger, 'error'> = { error: (_message, fields) => void errors.push(fields?.['error']) };
  const openInformer: ConfigMaps['openInformer'] = (accepts) => createInformer({ cache, read, logger, accepts });
  const write = createWrite(storage);
  return {
    storage,
    endWatches,
    watchCache,
    cache,
    errors,
    openInformer,
    informer: openInformer(),
    lister: createLister({ cache, read }),
    put: (name, content = {}) => write(name, typeof content === 'string' ? content : textOf(name, content)),
    remove: async (name) => {
      await write(name, undefined);
    },
    caughtUp: async () => {
      await cache.whenLoaded();
      await watchCache.waitFor(await storage.currentRevision(), 10_000);
    },
    restoreEmpty: async () => replaceWith(await openStore()),
    close: async () => {
      watchCache.close();
      for (const { storage: opened, path } of stores) {
        await opened.close();
        await rm(path, { recursive: true, force: true });
      }
    },
  };
}

function textOf(name: string, { metadata = {}, data = {} }: Content): string {
  return JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name, namespace, ...metadata }, data });
}

function createWrite(storage: Storage) {
  return async (name: string, text: string | undefined): Promise<number> => {
    const key = `${storage.prefix}configmaps/${namespace}/${name}`;
    const { entry } = await storage.get(key);
    const bytes = text === undefined ? undefined : Buffer.from(text);
    if (bytes === undefined) {
      if (entry === undefined) return storage.currentRevision();
      const deleted = await storage.delete(key, entry.revision);
      return deleted.revision;
    }
    const written =
      entry === undefined ? await storage.create(key, bytes) : await storage.update(key, bytes, entry.revision);
    return written.revision;
  };
}
