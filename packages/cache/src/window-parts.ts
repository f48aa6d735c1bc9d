/** Puts the parts of a window together: each gets what it needs of the others, and no more. */
import { createFeed } from './feed/feed.ts';
import type { Feed } from './feed/feed.ts';
import { createLoader } from './feed/loader.ts';
import type { Loader } from './feed/loader.ts';
import { createMemory } from './feed/memory.ts';
import type { Memory } from './feed/memory.ts';
import { createReadiness } from './feed/readiness.ts';
import type { Readiness } from './feed/readiness.ts';
import { createFollowers } from './follow/followers.ts';
import type { Followers } from './follow/followers.ts';
import { createFence } from './fresh/fence.ts';
import { createFreshness } from './fresh/freshness.ts';
import type { Freshness } from './fresh/freshness.ts';
import { createRevisionWaiters } from './fresh/revision-waiters.ts';
import type { RevisionWaiters } from './fresh/revision-waiters.ts';
import { createCountRemaining } from './read/count-remaining.ts';
import { queryOf } from './read/query.ts';
import { noneUnreadable } from './read/read-outcome.ts';
import { listObjects } from './read/reads.ts';
import type { ReadParts } from './read/reads.ts';
import { createFanOut } from './watch/fan-out.ts';
import type { FanOut } from './watch/fan-out.ts';
import { createReplays } from './watch/replays.ts';
import { createWatchers } from './watch/watchers.ts';
import type { Watchers } from './watch/watchers.ts';
import type { WindowOptions } from './window-options.ts';
import type { StoreUse } from './window-stats.ts';

export interface WindowParts {
  readonly memory: Memory;
  readonly waiters: RevisionWaiters;
  readonly freshness: Freshness;
  readonly reads: ReadParts;
  readonly loader: Loader;
  readonly watchers: Watchers;
  readonly followers: Followers;
  readonly feed: Feed;
  readonly readiness: Readiness;
  readonly use: StoreUse;
}

export function createParts(settings: Required<WindowOptions>): WindowParts {
  const { storage, clock, logger } = settings;
  const use: StoreUse = { reads: 0, replays: 0 };
  const memory = createMemory(storage.prefix, settings, clock.now);
  const { waiters, freshness, reads } = createReading(settings, memory, use);
  const readiness = createReadiness(() => feed.isFollowing() && areAllLoaded(memory));
  const followers = createFollowers(logger);
  const loader = createLoader({
    storage,
    clock,
    logger,
    reachedRevision: memory.revision,
    onLoaded: (resource) => {
      followers.tellState(resource);
      readiness.check();
    },
  });
  const fanOut = createFanOut();
  const watchers = createWatching(settings, { memory, loader, fanOut, reads, use });
  const feed = createFeed({
    storage,
    memory,
    loader,
    clock,
    logger,
    onEvent: (resource, event) => {
      followers.tell(resource, event);
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
  return { memory, waiters, freshness, reads, loader, watchers, followers, feed, readiness, use };
}

function areAllLoaded({ routes }: Memory): boolean {
  for (const resource of routes.all()) if (!resource.isLoaded) return false;
  return true;
}

function createReading(
  { storage, clock, futureWaitMs, readTimeoutMs, makeNonce }: Required<WindowOptions>,
  { revision: reachedRevision, history }: Memory,
  use: StoreUse,
): Pick<WindowParts, 'waiters' | 'freshness' | 'reads'> {
  const waiters = createRevisionWaiters(clock);
  const currentRevision = (deadline: number): Promise<number> => storage.currentRevision({ deadline });
  const fence = createFence({ storage, reachedRevision, waiters, makeNonce, clock });
  const freshness = createFreshness({ currentRevision, reachedRevision, waiters, fence, clock, futureWaitMs });
  const onStoreRead = (): void => {
    use.reads += 1;
  };
  const countRemaining = createCountRemaining();
  const timeoutMs = readTimeoutMs;
  const { giveWay } = clock;
  const reads = { storage, freshness, reachedRevision, history, countRemaining, onStoreRead, timeoutMs, giveWay };
  return { waiters, freshness, reads };
}

function createWatching(
  settings: Required<WindowOptions>,
  parts: Pick<WindowParts, 'memory' | 'loader' | 'reads' | 'use'> & { readonly fanOut: FanOut },
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
    listInitial: async ({ resource }, request, kind) => {
      const query = queryOf(resource, request);
      if (query !== undefined) return listObjects(parts.reads, resource, query, { kind });
      return {
        ok: true,
        objects: [],
        unreadable: noneUnreadable,
        revision: parts.memory.revision(),
        continueAfter: undefined,
        remainingCount: undefined,
      };
    },
  });
}
