import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import { atEndOfTurn, runDue } from './end-of-turn.ts';
import { giveWay } from './give-way.ts';

function workFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('atEndOfTurn', () => {
  it('runs what was asked for in its order, and what is asked for meanwhile in the same turn', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('the turn after'));
    await nextTurn();
    atEndOfTurn(() => {
      order.push('first');
      setImmediate(() => order.push('later'));
      atEndOfTurn(() => order.push('third'));
    });
    atEndOfTurn(() => order.push('second'));
    while (!order.includes('later')) await nextTurn();
    expect(order).toEqual(['the turn after', 'first', 'second', 'third', 'later']);
  });

  it('comes before the slices of long work that waits, though the work has waited longer', async () => {
    const order: string[] = [];
    const work = async (name: string): Promise<void> => {
      for (let piece = 0; piece < 3; piece += 1) {
        workFor(12);
        const paused = giveWay();
        if (paused !== undefined) await paused;
        order.push(name);
      }
    };
    const all = Promise.all([work('slice'), work('slice')]);
    let asked = 0;
    while (order.length < 6) {
      // Microtasks of the last slice have run: what comes next is the end of this turn.
      const before = order.length;
      atEndOfTurn(() => {
        asked += 1;
        expect(order.length).toBe(before);
      });
      await nextTurn();
    }
    await all;
    expect(asked).toBeGreaterThan(0);
  });

  it('lets the others run after one that throws', () => {
    const order: string[] = [];
    atEndOfTurn(() => {
      throw new Error('of the first');
    });
    atEndOfTurn(() => order.push('second'));
    expect(runDue).toThrow('of the first');
    runDue();
    expect(order).toEqual(['second']);
  });
});
