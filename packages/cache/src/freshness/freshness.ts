/**
 * Decides if the cache may answer a read, after a bounded wait, or if the store must.
 * It does not know what is read.
 */
import type { Clock } from '../clock.ts';
import type { Fence } from './fence.ts';
import { createWaitLimits } from './wait-limits.ts';
import type { RevisionWaiters } from './revision-waiters.ts';
import { createSharedRead } from './shared-read.ts';

/** The cost of an answer from the store instead: an expensive one justifies a longer wait. */
export type Cost = 'short' | 'long';

export interface Freshness {
  /**
   * Resolves to `true` once the cache holds every write acknowledged to anyone before the
   * call, to `false` if a read from the store is the quicker way to be sure.
   * Rejects as `Storage.currentRevision` does, at the deadline of the request at the latest.
   */
  mostRecent(cost: Cost, deadline?: number): Promise<boolean>;
  /** True if the cache holds them now, and that is known without asking. */
  isMostRecent(): boolean;
  /**
   * `memory`: the cache has reached this revision. `store`: only the store has, as when
   * the revision belongs to a key outside the prefix. `future`: neither reached it within
   * the time that such a read may wait.
   */
  notOlderThan(revision: number, cost: Cost, deadline?: number): Promise<'memory' | 'store' | 'future'>;
  /** Number of requests to the store for its current revision. */
  revisionReads(): number;
}

export interface FreshnessParts {
  readonly currentRevision: (deadline: number) => Promise<number>;
  /** `Storage.revisionAtHand`. */
  readonly revisionAtHand: () => number | undefined;
  /** The revision that memory has reached. */
  readonly reachedRevision: () => number;
  readonly waiters: RevisionWaiters;
  /** Brings the cache up to the store when waiting did not; for reads that are expensive for the store. */
  readonly fence: Fence;
  readonly clock: Clock;
  /** The longest wait of a read for a future revision. */
  readonly futureWaitMs: number;
}

interface Answer {
  readonly revision: number;
  /** Reads that share an answer share the wait for its revision. */
  readonly waits: { short?: Promise<boolean>; long?: Promise<boolean> };
}

const betweenQuestionsMs = 250;
/** Constant writes outside the prefix would make any number of fences useless. */
const betweenFencesMs = 1_000;

export function createFreshness(parts: FreshnessParts): Freshness {
  const { waiters, clock, reachedRevision } = parts;
  const waitLimits = createWaitLimits();
  let revisionReads = 0;
  let nextFenceMs = -Infinity;

  const ask = createSharedRead({
    ask: async (deadline): Promise<Answer> => {
      revisionReads += 1;
      return { revision: await parts.currentRevision(deadline), waits: {} };
    },
    clock,
  });

  const waitWithin = async (revision: number, cost: Cost): Promise<boolean> => {
    const startMs = clock.now();
    const isReached = await waiters.wait(revision, cost === 'short' ? waitLimits.shortMs() : waitLimits.longMs());
    if (isReached) waitLimits.note(clock.now() - startMs);
    return isReached;
  };

  /** A read that is cheap for the store does not wait; its fence may spare later reads the store. */
  const bringUp = async (cost: Cost): Promise<boolean> => {
    if (cost === 'long') return parts.fence();
    const nowMs = clock.now();
    if (nowMs < nextFenceMs) return false;
    nextFenceMs = nowMs + betweenFencesMs;
    // It is for the reads to come, and the next of them makes another one where this one failed.
    parts.fence().catch(() => false);
    return false;
  };

  const catchUp = async (asked: Promise<Answer>, cost: Cost): Promise<boolean> => {
    const answer = await asked;
    if (reachedRevision() >= answer.revision) return true;
    // The cache was reset meanwhile and is loading again: the store is quicker than any wait for that.
    if (reachedRevision() === 0) return false;
    return (await (answer.waits[cost] ??= waitWithin(answer.revision, cost))) || bringUp(cost);
  };

  // Reads that share a request to the store also share, in one promise, everything that follows from it.
  let lastAsked: Promise<Answer> | undefined;
  let fresh: { short?: Promise<boolean>; long?: Promise<boolean> } = {};

  return {
    mostRecent: (cost, deadline) => {
      const asked = ask(deadline);
      if (asked !== lastAsked) {
        lastAsked = asked;
        fresh = {};
      }
      return (fresh[cost] ??= catchUp(asked, cost));
    },
    isMostRecent: () => isMostRecent(parts),
    notOlderThan: async (revision, cost, deadline) => {
      if (reachedRevision() >= revision) return 'memory';
      const deadlineMs = clock.now() + parts.futureWaitMs;
      if (await waitWithin(revision, cost)) return 'memory';
      for (;;) {
        const { revision: newest } = await ask(deadline);
        if (reachedRevision() >= revision) return 'memory';
        if (newest >= revision) return (await bringUp(cost)) ? 'memory' : 'store';
        const leftMs = deadlineMs - clock.now();
        if (leftMs <= 0) return 'future';
        if (await waiters.wait(revision, Math.min(leftMs, betweenQuestionsMs))) return 'memory';
      }
    },
    revisionReads: () => revisionReads,
  };
}

function isMostRecent({ revisionAtHand, reachedRevision }: FreshnessParts): boolean {
  const newest = revisionAtHand();
  return newest !== undefined && reachedRevision() >= newest;
}
