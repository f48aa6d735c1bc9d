/**
 * Decides whether memory may answer a read, waiting for it within reason, or whether
 * the store has to. It refuses to know what is read.
 */
import type { Clock } from '../clock.ts';
import type { Fence } from './fence.ts';
import { createPatience } from './patience.ts';
import type { RevisionWaiters } from './revision-waiters.ts';
import { createSharedQuestion } from './shared-question.ts';

/** What it would cost the store to answer instead: waiting longer may be worth it. */
export type Cost = 'short' | 'long';

export interface Freshness {
  /**
   * Whether memory holds, when this resolves, every write that was acknowledged to
   * anyone before the call. `false`: ask the store, which is then the quicker way to
   * be sure. Rejects as `Storage.currentRevision` does, at the deadline of the request at the latest.
   */
  mostRecent(cost: Cost, deadline?: number): Promise<boolean>;
  /**
   * Who can answer for this revision: `memory` has reached it, `store` has though
   * memory has not, as when the revision belongs to a key outside the prefix;
   * `future`: neither has within the time that such a read may wait.
   */
  notOlderThan(revision: number, cost: Cost, deadline?: number): Promise<'memory' | 'store' | 'future'>;
  /** How many times the store was asked for its revision. */
  questions(): number;
}

export interface FreshnessParts {
  readonly currentRevision: (deadline: number) => Promise<number>;
  /** The revision that memory has reached. */
  readonly reachedRevision: () => number;
  readonly waiters: RevisionWaiters;
  /** Brings memory up to the store where waiting did not; for what the store could answer only at length. */
  readonly fence: Fence;
  readonly clock: Clock;
  /** How long a read of a revision that has not happened may wait. */
  readonly futureWaitMs: number;
}

interface Answer {
  readonly revision: number;
  /** Who shares the answer shares the wait. */
  readonly waits: { short?: Promise<boolean>; long?: Promise<boolean> };
}

const betweenQuestionsMs = 250;
/** A neighbour that writes all the time would make any number of fences useless. */
const betweenFencesMs = 1_000;

export function createFreshness(parts: FreshnessParts): Freshness {
  const { waiters, clock, reachedRevision } = parts;
  const patience = createPatience();
  let questions = 0;
  let nextFenceMs = -Infinity;

  const ask = createSharedQuestion({
    ask: async (deadline): Promise<Answer> => {
      questions += 1;
      return { revision: await parts.currentRevision(deadline), waits: {} };
    },
    clock,
  });

  const waitPatiently = async (revision: number, cost: Cost): Promise<boolean> => {
    const startMs = clock.now();
    const isReached = await waiters.wait(revision, cost === 'short' ? patience.shortMs() : patience.longMs());
    if (isReached) patience.note(clock.now() - startMs);
    return isReached;
  };

  /** What the store can answer briefly does not wait, but the reads after it may be spared the store. */
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
    // Memory has been emptied since, and is loaded anew: nothing that it waits for would be quicker than the store.
    if (reachedRevision() === 0) return false;
    const isReached = await (answer.waits[cost] ??= waitPatiently(answer.revision, cost));
    return isReached || bringUp(cost);
  };

  // Who shares a question shares all that comes of it, in one promise for all.
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
    notOlderThan: async (revision, cost, deadline) => {
      if (reachedRevision() >= revision) return 'memory';
      const deadlineMs = clock.now() + parts.futureWaitMs;
      if (await waitPatiently(revision, cost)) return 'memory';
      for (;;) {
        const { revision: newest } = await ask(deadline);
        if (reachedRevision() >= revision) return 'memory';
        if (newest >= revision) return (await bringUp(cost)) ? 'memory' : 'store';
        const leftMs = deadlineMs - clock.now();
        if (leftMs <= 0) return 'future';
        if (await waiters.wait(revision, Math.min(leftMs, betweenQuestionsMs))) return 'memory';
      }
    },
    questions: () => questions,
  };
}
