import { describe, expect, it } from '@jest/globals';

import { createFakeClock } from '../testing/fake-clock.ts';
import { turns } from '../testing/objects.ts';
import { createFreshness } from './freshness.ts';
import { createWaitLimits } from './wait-limits.ts';
import { createRevisionWaiters } from './revision-waiters.ts';
import { createSharedRead } from './shared-read.ts';

describe('a shared question', () => {
  it('is asked once for all who come before it is sent, and again for who comes later', async () => {
    const answers: ((answer: number) => void)[] = [];
    const ask = createSharedRead({
      ask: () => new Promise<number>((resolve) => answers.push(resolve)),
      clock: createFakeClock(),
    });
    const [first, second] = [ask(), ask()];
    await turns(2);
    expect(answers.length).toBe(1);
    const [third, fourth] = [ask(), ask()];
    await turns(2);
    expect(answers.length).toBe(1);
    answers[0]?.(1);
    expect(await Promise.all([first, second])).toEqual([1, 1]);
    await turns(2);
    expect(answers.length).toBe(2);
    answers[1]?.(2);
    expect(await Promise.all([third, fourth])).toEqual([2, 2]);
  });

  it('waits for those who ask again as soon as they have been served', async () => {
    const answers: (() => void)[] = [];
    const ask = createSharedRead({
      ask: () => new Promise<void>((resolve) => answers.push(resolve)),
      clock: createFakeClock(),
    });
    const first = ask();
    await turns(2);
    const second = ask();
    answers[0]?.();
    await first;
    await turns(1);
    const again = ask();
    expect(again).toBe(second);
    await turns(4);
    expect(answers.length).toBe(2);
    answers[1]?.();
    await Promise.all([second, again]);
  });

  it('waits until as many have asked as shared the last one, while each turn brings another', async () => {
    let questions = 0;
    const ask = createSharedRead({ ask: async () => Promise.resolve((questions += 1)), clock: createFakeClock() });
    await Promise.all([ask(), ask(), ask(), ask()]);
    await turns(4);
    const scattered: Promise<number>[] = [];
    for (let caller = 0; caller < 4; caller += 1) {
      scattered.push(ask());
      await turns(1);
    }
    expect(new Set(await Promise.all(scattered))).toEqual(new Set([2]));
    await turns(4);
    // Only one of the four comes again: a turn that brings nobody ends the wait.
    const last = ask();
    await turns(4);
    expect(questions).toBe(3);
    expect(await last).toBe(3);
  });

  it('waits for a few turns, and a millisecond, at most', async () => {
    let questions = 0;
    const clock = createFakeClock();
    const ask = createSharedRead({ ask: async () => Promise.resolve((questions += 1)), clock });
    const many = Array.from({ length: 40 }, () => ask());
    await Promise.all(many);
    await turns(4);
    let callers = 0;
    for (; questions === 1; callers += 1) {
      void ask();
      await turns(2);
    }
    expect(callers).toBeGreaterThan(5);
    expect(callers).toBeLessThan(40);
    await turns(4);
    await Promise.all(Array.from({ length: 40 }, () => ask()));
    await turns(4);
    const before = questions;
    void ask();
    await turns(1);
    clock.advance(1);
    void ask();
    await turns(3);
    expect(questions).toBe(before + 1);
  });

  it('that failed is asked again', async () => {
    let round = 0;
    const ask = createSharedRead({
      ask: async () => {
        round += 1;
        return round === 1 ? Promise.reject(new Error('no')) : Promise.resolve(round);
      },
      clock: createFakeClock(),
    });
    const both = await Promise.allSettled([ask(), ask()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask()).toBe(2);
  });
});

describe('a shared question that gets no answer', () => {
  it('keeps nobody else waiting for longer than a moment, and answers those who share it when it can', async () => {
    const clock = createFakeClock();
    const answers: ((answer: number) => void)[] = [];
    const ask = createSharedRead({ ask: () => new Promise<number>((resolve) => answers.push(resolve)), clock });
    const first = ask();
    await turns(2);
    const second = ask();
    clock.advance(249);
    await turns(2);
    expect(answers.length).toBe(1);
    clock.advance(1);
    await turns(2);
    expect(answers.length).toBe(2);
    const third = ask();
    answers[0]?.(1);
    expect(await first).toBe(1);
    await turns(4);
    // The late answer of the first is not that of the second, behind which the third waits.
    expect(answers.length).toBe(2);
    answers[1]?.(2);
    expect(await second).toBe(2);
    await turns(4);
    answers[2]?.(3);
    expect(await third).toBe(3);
  });

  it('has the latest deadline of those who share it', async () => {
    const deadlines: number[] = [];
    const ask = createSharedRead({
      ask: async (deadline) => Promise.resolve(deadlines.push(deadline)),
      clock: createFakeClock(),
    });
    await Promise.all([ask(7), ask(9), ask(8)]);
    await turns(4);
    await ask();
    expect(deadlines).toEqual([9, Infinity]);
  });
});

describe('waiting for a revision', () => {
  it('ends when it is reached, and not before', async () => {
    const waiters = createRevisionWaiters(createFakeClock());
    const ended: string[] = [];
    for (const revision of [5, 3, 9, 3])
      void waiters.wait(revision, 1_000).then((isReached) => ended.push(`${revision} ${isReached}`));
    waiters.reached(2);
    await turns(1);
    expect(ended).toEqual([]);
    waiters.reached(5);
    await turns(1);
    expect(ended.toSorted()).toEqual(['3 true', '3 true', '5 true']);
    waiters.giveUp();
    await turns(1);
    expect(ended).toContain('9 false');
  });

  it('ends when the time is up', async () => {
    const clock = createFakeClock();
    const waiters = createRevisionWaiters(clock);
    const waiting = waiters.wait(5, 100);
    clock.advance(100);
    expect(await waiting).toBe(false);
    waiters.reached(5);
  });
});

describe('patience', () => {
  it('follows what events take, within bounds', () => {
    const waitLimits = createWaitLimits();
    expect([waitLimits.shortMs(), waitLimits.longMs()]).toEqual([3, 10]);
    for (let round = 0; round < 50; round += 1) waitLimits.note(3);
    expect(waitLimits.shortMs()).toBeCloseTo(12, 1);
    for (let round = 0; round < 50; round += 1) waitLimits.note(1_000);
    expect([waitLimits.shortMs(), waitLimits.longMs()]).toEqual([20, 40]);
  });
});

interface At {
  store: number;
  memory: number;
  fence: boolean;
  /** The store's revision where it is known without asking. */
  hand?: number;
}

describe('freshness', () => {
  function setUp() {
    const clock = createFakeClock();
    const waiters = createRevisionWaiters(clock);
    const at: At = { store: 10, memory: 10, fence: true };
    const freshness = createFreshness({
      currentRevision: async () => Promise.resolve(at.store),
      revisionAtHand: () => at.hand,
      reachedRevision: () => at.memory,
      waiters,
      fence: async () => {
        if (at.fence) at.memory = at.store;
        return Promise.resolve(at.fence);
      },
      clock,
      futureWaitMs: 3_000,
    });
    return { clock, waiters, at, freshness };
  }

  it('is there at once when memory has come as far as the store', async () => {
    expect(await setUp().freshness.mostRecent('short')).toBe(true);
  });

  it('is known without asking only where the revision of the store is at hand, and memory has it', () => {
    const { at, freshness } = setUp();
    expect(freshness.isMostRecent()).toBe(false);
    at.hand = 11;
    expect(freshness.isMostRecent()).toBe(false);
    at.memory = 11;
    expect(freshness.isMostRecent()).toBe(true);
    expect(freshness.revisionReads()).toBe(0);
  });

  it('is waited for a moment, once for all', async () => {
    const { at, waiters, freshness } = setUp();
    at.store = 12;
    const waiting = Promise.all([freshness.mostRecent('short'), freshness.mostRecent('long')]);
    await turns(2);
    at.memory = 12;
    waiters.reached(12);
    expect(await waiting).toEqual([true, true]);
    expect(freshness.revisionReads()).toBe(1);
  });

  it('is given up soon when nothing comes', async () => {
    const { at, clock, freshness } = setUp();
    at.store = 12;
    const waiting = freshness.mostRecent('short');
    await turns(2);
    clock.advance(3);
    expect(await waiting).toBe(false);
  });

  it('is brought about by a fence where the store would answer at length, if that works', async () => {
    for (const works of [true, false]) {
      const { at, clock, freshness } = setUp();
      at.store = 12;
      at.fence = works;
      const waiting = freshness.mostRecent('long');
      await turns(2);
      clock.advance(10);
      expect(await waiting).toBe(works);
    }
  });

  it('is brought about for the next ones where the store has to answer briefly, but not without end', async () => {
    const { at, clock, freshness } = setUp();
    const ask = async (): Promise<boolean> => {
      const waiting = freshness.mostRecent('short');
      await turns(2);
      clock.advance(3);
      return waiting;
    };
    at.store = 12;
    expect([await ask(), await ask()]).toEqual([false, true]);
    at.store = 13;
    expect([await ask(), await ask()]).toEqual([false, false]);
    clock.advance(1_000);
    expect([await ask(), await ask()]).toEqual([false, true]);
  });

  it('of a revision that nobody has is given up after the time that may be waited', async () => {
    const { clock, freshness } = setUp();
    const waiting = freshness.notOlderThan(11, 'short');
    for (let step = 0; step < 20; step += 1) {
      await turns(2);
      clock.advance(250);
    }
    expect(await waiting).toBe('future');
    expect(clock.now()).toBeGreaterThanOrEqual(3_000);
  });

  it('of a revision that only the store has is the store’s', async () => {
    const { at, clock, freshness } = setUp();
    at.store = 11;
    const waiting = freshness.notOlderThan(11, 'short');
    await turns(2);
    clock.advance(3);
    expect(await waiting).toBe('store');
  });
});
