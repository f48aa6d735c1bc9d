/**
 * Rests of long work, for the other processes of a machine. A thread that never sleeps is slow to get its processor back,
 * and so is everything that shares it: clients, the store's threads, etcd. A process that wakes for a short request waits
 * some milliseconds for each busy one to have had its share, and a write wakes several.
 */
import { availableParallelism } from 'node:os';

/** With more processors than this there is one that is free. */
const fewProcessors = 4;
/** The length of the rests beside that of the work. */
const restShare = 0.5;
/** A timer cannot be shorter. */
const leastMs = 1;
/** Of a longer turn the rest was somebody else's. */
const mostCountedMs = 5;

export interface Rests {
  /** Resolves at the end of the rest that there is now. */
  readonly current: Promise<void> | undefined;
  /** Long work is done in this turn of the event loop. */
  noteWork(): void;
  /** The slices of a turn took so long. Long work rests for its share of it where `isShared`. */
  noteTurn(tookMs: number, isShared: boolean): void;
}

export function createRests(processors = availableParallelism()): Rests {
  let current: Promise<void> | undefined;
  let hasWork = false;
  let owedMs = 0;
  const begin = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(() => {
        current = undefined;
        resolve();
      }, ms);
    });
  return {
    get current() {
      return current;
    },
    noteWork: () => {
      hasWork = true;
    },
    noteTurn: (tookMs, isShared) => {
      if (!hasWork || processors > fewProcessors) return;
      hasWork = false;
      owedMs = isShared ? owedMs + Math.min(tookMs, mostCountedMs) * restShare : 0;
      if (owedMs < leastMs || current !== undefined) return;
      const wholeMs = Math.floor(owedMs);
      owedMs -= wholeMs;
      current = begin(wholeMs);
    },
  };
}
