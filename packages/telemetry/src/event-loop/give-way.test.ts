import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import {
  beginShortWork,
  endShortWork,
  giveWay,
  giveWayFor,
  giveWayPatiently,
  giveWayToRequests,
  sliceBudgetMs,
} from './give-way.ts';

function workFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Pieces of work of a millisecond each, or of a part of one. */
async function runTask(pieces: number, ms = 1): Promise<void> {
  for (let piece = 0; piece < pieces; piece += 1) {
    workFor(ms);
    const paused = giveWay();
    if (paused !== undefined) await paused;
  }
}

/** The number of turns of the event loop while the tasks ran. */
async function turnsBeside(tasks: readonly Promise<void>[]): Promise<number> {
  const counting = { turns: 0, isOver: false };
  const count = async (): Promise<void> => {
    while (!counting.isOver) {
      await nextTurn();
      counting.turns += 1;
    }
  };
  const all = Promise.all(tasks).then(() => {
    counting.isOver = true;
  });
  await Promise.all([all, count()]);
  return counting.turns;
}

describe('giveWay', () => {
  it('lets short work go on at once', async () => {
    await nextTurn();
    await nextTurn();
    expect(giveWay()).toBeUndefined();
  });

  it('lets other turns come between the slices of long work', async () => {
    expect(await turnsBeside([runTask(100)])).toBeGreaterThanOrEqual(9);
  });

  it('gives many tasks one budget, so that a turn is no longer for them than for one', async () => {
    const tasks = Array.from({ length: 20 }, () => runTask(20));
    expect(await turnsBeside(tasks)).toBeGreaterThanOrEqual(36);
  });

  it('lets a task that goes on use up its turn, whoever waits beside it', async () => {
    const tasks = Array.from({ length: 20 }, () => runTask(200, 0.1));
    expect(await turnsBeside(tasks)).toBeLessThan(1_000);
  });

  it('resumes tasks in the order in which they began to wait', async () => {
    workFor(1);
    void giveWay();
    workFor(11);
    const resumed: number[] = [];
    await Promise.all(
      [1, 2, 3].map(async (task) => {
        await giveWay();
        resumed.push(task);
      }),
    );
    expect(resumed).toEqual([1, 2, 3]);
  });
});

describe('giveWayFor', () => {
  it('gives each piece of work on a large object a turn of its own', async () => {
    const workOnLarge = async (): Promise<void> => {
      await giveWayFor(1024 * 1024);
      workFor(1);
    };
    expect(await turnsBeside(Array.from({ length: 20 }, workOnLarge))).toBeGreaterThanOrEqual(19);
  });

  it('lets work on small objects go on at once', async () => {
    await nextTurn();
    await nextTurn();
    expect(giveWayFor(100)).toBeUndefined();
  });
});

describe('beginShortWork', () => {
  it('makes the turns of long work shorter, and longer again once no short work comes', async () => {
    while (sliceBudgetMs() < 10) await delay(20);
    beginShortWork();
    expect(sliceBudgetMs()).toBe(0.5);
    endShortWork();
    expect(sliceBudgetMs()).toBe(2);
    // With the longest budget there would be ten.
    expect(await turnsBeside([runTask(100)])).toBeGreaterThanOrEqual(30);
    while (sliceBudgetMs() < 10) await delay(20);
    expect(sliceBudgetMs()).toBe(10);
  });

  it('gives long work its time back where a short request waits for somebody else', async () => {
    beginShortWork();
    expect(sliceBudgetMs()).toBe(0.5);
    while (sliceBudgetMs() < 2) await delay(20);
    expect(sliceBudgetMs()).toBe(2);
    while (sliceBudgetMs() < 10) await delay(20);
    endShortWork();
    expect(sliceBudgetMs()).toBe(10);
  });
});

describe('giveWayPatiently', () => {
  /** The time that it rested between two slices. */
  const restOf = async (): Promise<number> => {
    for (;;) {
      workFor(sliceBudgetMs());
      const paused = giveWayPatiently();
      const beganMs = performance.now();
      await paused;
      if (paused !== undefined) return performance.now() - beganMs;
    }
  };

  it('rests between slices while short requests are served', async () => {
    while (sliceBudgetMs() < 10) await delay(20);
    beginShortWork();
    const restMs = await restOf();
    endShortWork();
    // A timer may be a part of a millisecond early.
    expect(restMs).toBeGreaterThanOrEqual(4);
  });

  it('goes on in the next turn while none are', async () => {
    while (sliceBudgetMs() < 10) await delay(20);
    const rests: number[] = [];
    // A machine may stand still during one of them.
    for (let count = 0; count < 5; count += 1) rests.push(await restOf());
    expect(Math.min(...rests)).toBeLessThan(4);
  });
});

describe('giveWayToRequests', () => {
  it('rests while a short request is under way, and goes on at once when none is', async () => {
    while (sliceBudgetMs() < 10) await delay(20);
    expect(giveWayToRequests()).toBeUndefined();
    beginShortWork();
    const beganMs = performance.now();
    await giveWayToRequests();
    endShortWork();
    // A timer may be a part of a millisecond early.
    expect(performance.now() - beganMs).toBeGreaterThanOrEqual(19);
    expect(giveWayToRequests()).toBeUndefined();
  });
});
