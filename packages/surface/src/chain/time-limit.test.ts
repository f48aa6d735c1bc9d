import { describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';

import { createTimeLimit } from './time-limit.ts';

describe('a time limit', () => {
  it('tells once of each that takes longer, and of no other', async () => {
    const late: string[] = [];
    const { begin, end } = createTimeLimit(30, (each: string) => void late.push(each));
    const first = begin('first');
    const second = begin('second');
    begin('third');
    end(first);
    end(first);
    await wait(10);
    end(begin('fourth'));
    begin('fifth');
    while (late.length < 3) await wait(5);
    expect(late.slice(0, 2).toSorted()).toEqual(['second', 'third']);
    expect(late[2]).toBe('fifth');
    end(second);
    await wait(40);
    expect(late).toHaveLength(3);
  });

  it('begins anew when all had ended', async () => {
    const late: string[] = [];
    const { begin, end } = createTimeLimit(20, (each: string) => void late.push(each));
    end(begin('first'));
    await wait(40);
    begin('second');
    while (late.length === 0) await wait(5);
    expect(late).toEqual(['second']);
  });

  it('leaves room for others where thousands are late together', async () => {
    const clock = { nowMs: 0 };
    let told = 0;
    const { begin } = createTimeLimit(
      20,
      () => {
        told += 1;
        clock.nowMs += 0.2;
      },
      () => clock.nowMs,
    );
    for (let each = 0; each < 1_000; each += 1) begin({});
    clock.nowMs = 20;
    const seen = new Set<number>();
    while (told < 1_000) {
      seen.add(told);
      await wait(1);
    }
    expect(seen.size).toBeGreaterThan(20);
  });

  it('does not tell before the time', async () => {
    let nowMs = 0;
    let told = 0;
    const { begin } = createTimeLimit(
      20,
      () => (told += 1),
      () => nowMs,
    );
    begin({});
    await wait(60);
    expect(told).toBe(0);
    nowMs = 20;
    while (told === 0) await wait(5);
  });
});
