import { expect, test } from '@jest/globals';

import { WritePace } from './write-pace.ts';

test('a burst is written at once, and then so many a second', () => {
  const pace = new WritePace({ perSecond: 5, burst: 3 });
  expect([1, 2, 3, 4, 5].map(() => pace.take(1_000))).toEqual([0, 0, 0, 200, 400]);
  expect(pace.take(1_600)).toBe(0);
  expect(pace.take(1_600)).toBe(200);
});

test('a rest gives back the burst, and no more', () => {
  const pace = new WritePace({ perSecond: 10, burst: 2 });
  pace.take(0);
  pace.take(0);
  expect([1, 2, 3].map(() => pace.take(60_000))).toEqual([0, 0, 100]);
});
