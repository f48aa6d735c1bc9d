/**
 * An informer: the objects of one resource as they were last told of, kept in step with the watch cache,
 * with indexes and event handlers. While the cache is loaded anew it keeps the state from before, so that nothing
 * seems to vanish.
 *
 *     started ──loaded──▶ synced ──every change──▶ synced
 *                            ▲ differences only      │
 *                            └──────loaded anew──────┘
 */
import type { NamespacedName, ObjectName, ObjectVersion, ResourceCache } from '@keelson/cache';
import type { Logger } from '@keelson/telemetry';

import type { CachedObject, ReadVersion } from '../objects/cached-object.ts';
import { objectKey } from '../objects/object-key.ts';
import { createHandlerList } from './resource-event-handler.ts';
import type { ResourceEventHandler, ObjectEvent } from './resource-event-handler.ts';
import { createIndex } from './object-index.ts';
import type { IndexFunction, KeptIndex, ObjectIndex } from './object-index.ts';

/** Objects are shared and frozen. Everything here answers at once, as of the last change taken in. */
export interface Informer<T> {
  /** `undefined` also before it has synced: see `Lister.get` for a read that waits. */
  get(name: ObjectName): CachedObject<T> | undefined;
  /** All objects, in no order. Valid until the next event: to be walked at once. */
  list(): Iterable<CachedObject<T>>;
  /** An index over all objects, those to come included. Two with one function are two indexes. */
  addIndex(keysOf: IndexFunction<T>): ObjectIndex<T>;
  /** Returns a function that removes it. */
  addHandler(handler: ResourceEventHandler<T>): () => void;
  /** True once handlers were told of everything that was there when the resource was loaded first. */
  hasSynced(): boolean;
  /** Resolves when it has, at once if so. Never rejects. */
  whenSynced(): Promise<void>;
  /** No handler is called any more; the state stays as it is. */
  stop(): void;
}

export interface InformerParts<T> {
  readonly cache: ResourceCache;
  readonly read: ReadVersion<T>;
  readonly logger: Pick<Logger, 'error'>;
  /** Objects of other names do not exist for it, and cost nothing. Default: all. */
  readonly accepts?: ((name: NamespacedName) => boolean) | undefined;
}

const acceptAll = (): boolean => true;
const indexFailed = 'An index function failed';

/** Begins at once, or as soon as the cache is loaded. Costs one entry of a map for each object. */
export function createInformer<T>({ cache, read, logger, accepts = acceptAll }: InformerParts<T>): Informer<T> {
  const objects = new Map<string, CachedObject<T>>();
  const indexes: KeptIndex<T>[] = [];
  const handlers = createHandlerList<T>(cache.name, logger);
  const sync = createSync(cache);

  /** Changes the state; the handlers are told afterwards, so that they find it as new as the event. */
  const put = (name: NamespacedName, version: ObjectVersion): ObjectEvent<T> | undefined => {
    const key = objectKey(name);
    const old = objects.get(key);
    if (old?.version === version) return undefined;
    const object = read(version);
    // Also a version that is known, out of a reload: the record from before would hold its bytes and history.
    objects.set(key, object);
    for (const index of indexes) index.put(key, object);
    if (old === undefined) return { type: 'add', object, isInitial: !sync.isDone() };
    return isSame(old.version, version) ? undefined : { type: 'update', old, object };
  };
  const remove = (key: string): ObjectEvent<T> | undefined => {
    const last = objects.get(key);
    if (last === undefined) return undefined;
    objects.delete(key);
    for (const index of indexes) index.remove(key);
    return { type: 'delete', last };
  };
  const tell = (events: readonly (ObjectEvent<T> | undefined)[]): void =>
    handlers.tell(events.filter((event) => event !== undefined));

  const stop = cache.addEventHandler({
    reads: accepts === acceptAll ? 'all' : 'some',
    onState: (state) => {
      const gone = new Set(objects.keys());
      const events: (ObjectEvent<T> | undefined)[] = [];
      for (const [name, version] of state.named(accepts)) {
        gone.delete(objectKey(name));
        events.push(put(name, version));
      }
      const removals = [...gone].map(remove);
      sync.end();
      tell([...removals, ...events]);
    },
    onChange: (name, version) => {
      if (accepts(name)) tell([version === undefined ? remove(objectKey(name)) : put(name, version)]);
    },
  });

  return {
    get: ({ namespace = '', name }) => objects.get(objectKey({ namespace, name })),
    list: () => objects.values(),
    addIndex: (keysOf) => {
      const index = createIndex(keysOf, (error) => logger.error(indexFailed, { resource: cache.name, error }));
      for (const [key, object] of objects) index.put(key, object);
      indexes.push(index);
      return index;
    },
    addHandler: (handler) => handlers.add(handler, objects.values()),
    hasSynced: sync.isDone,
    whenSynced: sync.when,
    stop: () => {
      stop();
      sync.giveUp();
    },
  };
}

/** The wait for the first state, which may come later than the cache is loaded: all objects are read for it. */
function createSync(cache: Pick<ResourceCache, 'isLoaded' | 'whenLoaded'>) {
  let isDone = false;
  let giveUp: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (giveUp = resolve));
  return {
    isDone: () => isDone,
    end: () => {
      isDone = true;
      giveUp();
    },
    when: async (): Promise<void> => {
      await cache.whenLoaded();
      // No state comes of a resource that was removed before.
      if (cache.isLoaded()) await over;
    },
    /** Nobody is kept waiting. */
    giveUp: () => giveUp(),
  };
}

/** In another history of the store, as after a restore, the same revision may be another write. */
function isSame(known: ObjectVersion, version: ObjectVersion): boolean {
  return known.revision === version.revision && known.value.equals(version.value);
}
