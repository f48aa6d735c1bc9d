/** Statistics of the watch cache: plain numbers, for metrics and for people. */
import type { Memory } from './reflector/memory.ts';

export interface WatchCacheStats {
  readonly revision: number;
  readonly isReady: boolean;
  readonly resources: number;
  readonly objects: number;
  /** Objects whose values cannot be read. */
  readonly unreadable: number;
  /** Bytes of the newest version of every object. */
  readonly objectBytes: number;
  /** Events still in the cached history. */
  readonly historyEvents: number;
  /** Bytes that dropping all history would free, about. */
  readonly historyBytes: number;
  readonly derivedBytes: number;
  readonly watchers: number;
  /** Since the process began, from here on. */
  readonly eventsTaken: number;
  readonly eventsDropped: number;
  /** Number of requests to the store for its current revision. */
  readonly revisionReads: number;
  /** Reads that the store had to answer. */
  readonly storeReads: number;
  /** Watches that had to be fed from the history of the store. */
  readonly storeReplays: number;
  readonly slowWatchers: number;
  readonly restarts: number;
  /** Of these, because the store had another history: it was restored from a backup, or replaced. */
  readonly historyRestarts: number;
}

/** Reads and replays that went to the store. */
export interface StoreUse {
  reads: number;
  replays: number;
}

type Told = Pick<
  WatchCacheStats,
  'isReady' | 'derivedBytes' | 'watchers' | 'revisionReads' | 'slowWatchers' | 'restarts' | 'historyRestarts'
>;

/** Visits each resource. */
export function statsOf(memory: Memory, use: StoreUse, told: Told): WatchCacheStats {
  const sums = { resources: 0, objects: 0, unreadable: 0, objectBytes: 0, historyEvents: 0 };
  for (const { tree, log, liveBytes, unreadableCount } of memory.routes.all()) {
    sums.resources += 1;
    sums.objects += tree.liveCount();
    sums.unreadable += unreadableCount;
    sums.objectBytes += liveBytes;
    sums.historyEvents += log.length();
  }
  const { taken, dropped } = memory.counts();
  return {
    revision: memory.revision(),
    ...sums,
    historyBytes: memory.historyBytes(),
    eventsTaken: taken,
    eventsDropped: dropped,
    storeReads: use.reads,
    storeReplays: use.replays,
    ...told,
  };
}
