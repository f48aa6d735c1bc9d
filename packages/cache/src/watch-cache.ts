/**
 * The replica's watch cache: recent history of everything under the prefix of the store,
 * in memory, from which reads and watches are answered as consistently as the store
 * would.
 */
import { createDerivedCache } from './objects/derived-cache.ts';
import type { Encoded, Encoding } from './objects/derived-cache.ts';
import type { ObjectVersion } from './objects/object-version.ts';
import { createResourceCache } from './resource-cache.ts';
import type { ResourceCache } from './resource-cache.ts';
import { createResource, removeResource } from './resources/resource.ts';
import type { CachedResource } from './resources/resource.ts';
import type { WrittenObject } from './resources/own-writes.ts';
import type { ResourceOptions } from './resources/resource.ts';
import { createUnreadableLog } from './resources/unreadable-log.ts';
import { withDefaults } from './watch-cache-options.ts';
import type { WatchCacheOptions } from './watch-cache-options.ts';
import { createParts } from './watch-cache-parts.ts';
import type { WatchCacheParts } from './watch-cache-parts.ts';
import { statsOf } from './watch-cache-stats.ts';
import type { WatchCacheStats } from './watch-cache-stats.ts';

export type WrittenValue = Pick<WrittenObject, 'key' | 'value'>;

export interface WatchCache {
  /**
   * Adds a resource. Keys of no resource are not kept. It may be added at any time
   * and is then loaded; until that is done the store answers its reads, and its
   * watches wait. Throws if the folder is not one below the prefix or overlaps another.
   */
  register(options: ResourceOptions): ResourceCache;
  /** Begins to follow the store, and tries until it succeeds. To be called once. */
  start(): void;
  /** True while every resource present at the start is loaded and kept up to date. */
  isReady(): boolean;
  /** Resolves when it is ready for the first time. Never rejects. */
  whenReady(): Promise<void>;
  /** Every change up to this revision has been taken in. */
  revision(): number;
  /** Waits until the watch cache has reached a revision. `false` on timeout. */
  waitFor(revision: number, timeoutMs: number): Promise<boolean>;
  /**
   * The event of a write of this process will come. Ordering is kept: other events wait for it, no longer than a few
   * milliseconds, to be sent to many watchers together. Freshness of reads has nothing to do with it. With what is
   * written, which has to be an object, the event is known as the process's own and not checked.
   */
  expect(write: Promise<unknown>, written?: WrittenValue): void;
  /** Another encoding of an object, made once and kept within a limit. Shared bytes. */
  derive(object: ObjectVersion, encoding: Encoding): Encoded;
  /** The store has been compacted at this revision: the watch cache drops its earlier history. */
  trimThrough(revision: number): void;
  stats(): WatchCacheStats;
  /** Ends all watches with `closed` and stops watching the store. Waiting reads are answered by the store. */
  close(): void;
}

const tickMs = 1_000;

export function createWatchCache(options: WatchCacheOptions): WatchCache {
  const settings = withDefaults(options);
  const parts = createParts(settings);
  const { memory, waiters, watchers, handlers, loader, reflector, readiness, reads } = parts;
  const derived = createDerivedCache(settings.derivedBytes);
  const faults = createUnreadableLog(settings.logger, settings.clock);
  let callOff = (): void => undefined;

  const tick = (): void => {
    memory.trim();
    watchers.tick();
  };

  return {
    register: (resourceOptions) => {
      const resource = createResource(resourceOptions, (version) => faults.note(resourceOptions.name, version));
      memory.routes.addOrThrow(resource);
      reflector.add(resource);
      const remove = removerOf(parts, resource);
      const { start: startWatch } = watchers;
      const { whenLoaded } = loader;
      return createResourceCache({ reads, startWatch, whenLoaded, addEventHandler: handlers.add, remove }, resource);
    },
    start: () => {
      reflector.start();
      callOff = settings.clock.every(tickMs, tick);
    },
    isReady: readiness.isReady,
    whenReady: readiness.whenReady,
    revision: memory.revision,
    waitFor: (revision, timeoutMs) =>
      memory.revision() >= revision ? Promise.resolve(true) : waiters.wait(revision, timeoutMs),
    expect: (write, written) => {
      watchers.expect(write);
      if (written === undefined) return;
      memory.routes.find(written.key)?.ownWrites.begin(written.key, written.value, write);
    },
    derive: derived.get,
    trimThrough: memory.trimThrough,
    stats: () =>
      statsOf(memory, parts.use, {
        isReady: readiness.isReady(),
        derivedBytes: derived.bytes(),
        watchers: watchers.count(),
        slowWatchers: watchers.slowCount(),
        revisionReads: parts.freshness.revisionReads(),
        restarts: reflector.restarts(),
        historyRestarts: reflector.historyRestarts(),
      }),
    close: () => {
      callOff();
      reflector.close();
      parts.loader.close();
      parts.backgroundRead.close();
      faults.close();
      watchers.endAll({ reason: 'closed' });
      waiters.giveUp();
    },
  };
}

function removerOf({ memory, watchers, loader }: WatchCacheParts, resource: CachedResource) {
  return (): void => {
    memory.routes.delete(resource);
    removeResource(resource);
    watchers.endAll({ reason: 'reset' }, resource);
    loader.giveUp(resource);
  };
}
