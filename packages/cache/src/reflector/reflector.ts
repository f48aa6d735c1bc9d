/**
 * The one watch on the whole prefix that keeps the cache up to date, and its restart
 * when it ends:
 *
 *     begin ──revision known──▶ following ──watch ended──▶ begin, anew
 *
 * If the store has another history than before, everything known is void, and it restarts as well.
 *
 * The watch begins at the revision at which resources are loaded, so nothing can fall
 * between the two.
 */
import { compactionMarkerKey, hasStorageCode, parseCompactionMarker } from '@keelson/storage';
import type { Storage, StorageError, StorageEvent, Watch, Watcher } from '@keelson/storage';
import type { Logger } from '@keelson/telemetry';

import type { Clock } from '../clock.ts';
import type { Version } from '../objects/object-version.ts';
import { resetResource } from '../resources/resource.ts';
import type { CachedResource } from '../resources/resource.ts';
import { createLoadAll } from './load-all.ts';
import type { Loader } from './loader.ts';
import type { Memory } from './memory.ts';

export interface ReflectorParts {
  readonly storage: Storage;
  readonly memory: Memory;
  readonly loader: Loader;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onEvent: (resource: CachedResource, event: Version) => void;
  /** The cache has reached this revision. */
  readonly onRevision: (revision: number) => void;
  /** The cache's contents are discarded; watchers served from it must start again. */
  readonly onReset: () => void;
  /** As `onReset`, but the discarded history may never have happened: the store was restored or replaced. */
  readonly onHistoryEnd: () => void;
}

export interface Reflector {
  start(): void;
  /** A resource was added to the routes. */
  add(resource: CachedResource): void;
  /** True while the cache receives the store's events. */
  isFollowing(): boolean;
  /** Number of restarts from scratch. */
  restarts(): number;
  /** Number of those restarts caused by a change of the store's history. */
  historyRestarts(): number;
  close(): void;
}

const retryMs = 1_000;

export function createReflector(parts: ReflectorParts): Reflector {
  const { storage, memory, loader, clock, logger } = parts;
  let watch: Watch | undefined;
  let isClosed = false;
  let restarts = 0;
  const historyEnds = createHistoryEnds(parts);
  const loading = createLoadAll(memory, loader, clock);
  let callOff = (): void => undefined;

  const later = (): void => {
    callOff = clock.after(retryMs, begin);
  };

  const begin = (): void => {
    storage.currentRevision().then(addEventHandler, (error: unknown) => {
      if (isClosed) return;
      logger.warn('The store does not answer; the watch cache cannot begin', { error });
      later();
    });
  };

  const addEventHandler = (revision: number): void => {
    if (isClosed) return;
    // The history may have restarted unnoticed while no watch was open.
    if (revision < memory.revision()) historyEnds.note(`The revision is ${revision}.`, memory.revision());
    memory.reset(revision);
    watch = storage.watch(storage.prefix, revision, watcherInto(parts, beginAnew), { withPrevious: false });
    loading.begin();
    parts.onRevision(revision);
  };

  const beginAnew = (error: StorageError): void => {
    watch = undefined;
    if (isClosed) return;
    restarts += 1;
    if (hasStorageCode(error, 'historyRestarted')) {
      historyEnds.note(error.message, error.lastRevision ?? memory.revision());
      begin();
      return;
    }
    logger.warn('The watch that feeds the watch cache has ended; it begins anew', { error });
    for (const resource of memory.routes.all()) resetResource(resource, memory.revision());
    parts.onReset();
    if (hasStorageCode(error, 'compacted')) begin();
    else if (!hasStorageCode(error, 'closed')) later();
  };

  return {
    start: begin,
    add: (resource) => {
      resetResource(resource, memory.takenThrough());
      if (watch !== undefined && !loading.isDue()) loader.load(resource);
    },
    isFollowing: () => watch !== undefined,
    restarts: () => restarts,
    historyRestarts: historyEnds.count,
    close: () => {
      isClosed = true;
      callOff();
      loading.callOff();
      watch?.close();
      watch = undefined;
    },
  };
}

/** All that was known of the store is forgotten, loudly. */
function createHistoryEnds({ memory, logger, onHistoryEnd }: ReflectorParts) {
  let count = 0;
  return {
    note: (seen: string, lastRevision: number): void => {
      count += 1;
      const what = 'The store was restored from a backup or replaced: everything is loaded anew, all watches end';
      logger.error(what, { seen, lastRevision });
      memory.endHistory(lastRevision);
      onHistoryEnd();
    },
    count: () => count,
  };
}

function watcherInto({ storage, memory, onEvent, onRevision }: ReflectorParts, onEnd: Watcher['onEnd']): Watcher {
  const marker = compactionMarkerKey(storage.prefix);
  return {
    onEvents: (events) => {
      memory.apply(events, onEvent);
      for (const event of events) if (event.key === marker) trimWithStore(memory, event);
      onRevision(memory.revision());
    },
    onProgress: (reached) => {
      memory.advance(reached);
      onRevision(memory.revision());
    },
    onEnd,
  };
}

/** A replica is compacting the store: the cache drops the same history. */
function trimWithStore(memory: Memory, { value }: StorageEvent): void {
  const revision = value && parseCompactionMarker(value);
  if (revision !== undefined) memory.trimThrough(revision);
}
