import { expect, it } from '@jest/globals';

import { createRetryAfter } from './retry-after.ts';

const told = (count: number, next: () => string): number[] => Array.from({ length: count }, () => Number(next()));

it('is a second for as many as may come again together', () => {
  const next = createRetryAfter(() => 0);
  expect(new Set(told(300, next))).toEqual(new Set([1]));
});

it('spreads those of a storm over seconds, some of them over the next one still', () => {
  let turn = 0;
  const next = createRetryAfter(
    () => 0,
    () => (turn = (turn + 0.37) % 1),
  );
  const counts = new Map<number, number>();
  for (const seconds of told(5_000, next)) counts.set(seconds, (counts.get(seconds) ?? 0) + 1);
  expect([...counts.keys()].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(counts.get(10)).toBeGreaterThan(100);
  expect(Math.max(...[...counts].filter(([seconds]) => seconds > 4).map(([, count]) => count))).toBeLessThan(600);
});

it('is a second again once the storm is over', () => {
  let nowMs = 0;
  const next = createRetryAfter(
    () => nowMs,
    () => 0.999,
  );
  expect(told(1_000, next).at(-1)).toBe(4);
  nowMs = 1_000;
  expect(told(300, next).at(-1)).toBe(1);
});
