/** Puts the parts of a watch cache together: each gets what it needs of the others, and no more. */
import { createBackgroundRead } from './reflector/background-read.ts';
import type { BackgroundRead } from './reflector/background-read.ts';
import { createReflector } from './reflector/reflector.ts';
import type { Reflector } from './reflector/reflector.ts';
import { createLoader } from './reflector/loader.ts';
import type { Loader } from './reflector/loader.ts';
import { createMemory } from './reflector/memory.ts';
import type { Memory } from './reflector/memory.ts';
import { createReadiness } from './reflector/readiness.ts';
import type { Readiness } from './reflector/readiness.ts';
import { createEventHandlers } from './event-handlers/event-handlers.ts';
import type { EventHandlers } from './event-handlers/event-handlers.ts';
import { createFence } from './freshness/fence.ts';
import { createFreshness } from './freshness/freshness.ts';
import type { Freshness } from './freshness/freshness.ts';
import { createRevisionWaiters } from './freshness/revision-waiters.ts';
import type { RevisionWaiters } from './freshness/revision-waiters.ts';
import { createCountRemaining } from './read/count-remaining.ts';
import { listOrGet } from './read/list-or-get.ts';
import { createRecentListings } from './read/recent-listings.ts';
import type { ReadParts } from './read/reads.ts';
import { createFanOut } from './watch/fan-out.ts';
import type { FanOut } from './watch/fan-out.ts';
import { createReplays } from './watch/replays.ts';
import { createWatchers } from './watch/watchers.ts';
import type { Watchers } from './watch/watchers.ts';
import type { WatchCacheOptions } from './watch-cache-options.ts';
import type { StoreUse } from './watch-cache-stats.ts';

export interface WatchCacheParts {
  readonly memory: Memory;
  readonly waiters: RevisionWaiters;
  readonly freshness: Freshness;
  readonly reads: ReadParts;
  readonly loader: Loader;
  readonly watchers: Watchers;
  readonly handlers: EventHandlers;
  readonly reflector: Reflector;
  readonly readiness: Readiness;
  readonly backgroundRead: BackgroundRead;
  readonly use: StoreUse;
}

export function createParts(settings: Required<WatchCacheOptions>): WatchCacheParts {
  const { storage, clock, logger } = settings;
  const use: StoreUse = { reads: 0, replays: 0 };
  const memory = createMemory(storage.prefix, settings, clock.now);
  const { waiters, freshness, reads } = createReading(settings, memory, use);
  const readiness = createReadiness(() => reflector.isFollowing() && areAllLoaded(memory));
  const handlers = createEventHandlers(logger, clock.giveWay);
  const backgroundRead = createBackgroundRead({ storage, routes: memory.routes, clock, logger });
  const loader = createLoader({
    storage,
    clock,
    logger,
    mostReadAtOnce: settings.mostReadAtOnce,
    isReadWhole: handlers.readAll,
    reachedRevision: memory.revision,
    onLoaded: (resource) => {
      handlers.tellState(resource);
      readiness.check();
      if (readiness.isReady()) backgroundRead.begin();
    },
  });
  const fanOut = createFanOut();
  const watchers = createWatching(settings, { memory, loader, fanOut, reads, use });
  const reflector = createReflector({
    storage,
    memory,
    loader,
    clock,
    logger,
    onEvent: (resource, event) => {
      handlers.tell(resource, event);
      fanOut.dispatch(resource, event);
    },
    onRevision: (revision) => {
      waiters.reached(revision);
      readiness.check();
    },
    onReset: () => {
      readiness.lose();
      watchers.endAll({ reason: 'reset' });
    },
    onHistoryEnd: () => {
      readiness.lose();
      waiters.release();
      watchers.endAll({ reason: 'historyRestarted' });
      settings.onHistoryRestart();
    },
  });
  return { memory, waiters, freshness, reads, loader, watchers, handlers, reflector, readiness, backgroundRead, use };
}

function areAllLoaded({ routes }: Memory): boolean {
  for (const resource of routes.all()) if (!resource.isLoaded) return false;
  return true;
}

function createReading(
  { storage, clock, futureWaitMs, readTimeoutMs, makeNonce }: Required<WatchCacheOptions>,
  { revision: reachedRevision, history }: Memory,
  use: StoreUse,
): Pick<WatchCacheParts, 'waiters' | 'freshness' | 'reads'> {
  const waiters = createRevisionWaiters(clock);
  const currentRevision = (deadline: number): Promise<number> => storage.currentRevision({ deadline });
  const fence = createFence({ storage, reachedRevision, waiters, makeNonce, clock });
  const revisionAtHand = (): number | undefined => storage.revisionAtHand();
  const freshness = createFreshness({
    currentRevision,
    revisionAtHand,
    reachedRevision,
    waiters,
    fence,
    clock,
    futureWaitMs,
  });
  const onStoreRead = (): void => {
    use.reads += 1;
  };
  const countRemaining = createCountRemaining();
  const recentListings = createRecentListings();
  const timeoutMs = readTimeoutMs;
  const { giveWay } = clock;
  const reads = {
    storage,
    freshness,
    reachedRevision,
    history,
    countRemaining,
    recentListings,
    onStoreRead,
    timeoutMs,
    giveWay,
  };
  return { waiters, freshness, reads };
}

function createWatching(
  settings: Required<WatchCacheOptions>,
  parts: Pick<WatchCacheParts, 'memory' | 'loader' | 'reads' | 'use'> & { readonly fanOut: FanOut },
): Watchers {
  const { storage, clock, stallMs, bookmarkMs } = settings;
  return createWatchers({
    replays: createReplays({ storage, clock }),
    clock,
    fanOut: parts.fanOut,
    limits: { chunks: settings.queueEvents, bytes: settings.queueBytes },
    stallMs,
    bookmarkMs,
    reachedRevision: parts.memory.revision,
    history: parts.memory.history,
    currentRevision: () => storage.currentRevision(),
    whenLoaded: parts.loader.whenLoaded,
    onStoreReplay: () => {
      parts.use.replays += 1;
    },
    listInitial: ({ resource }, request, kind) => listOrGet(parts.reads, resource, request, { kind }),
  });
}
