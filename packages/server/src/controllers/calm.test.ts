import { expect, test } from '@jest/globals';

import { createCalm } from './calm.ts';

test('what keeps being undone is put right less and less often', () => {
  let nowMs = 0;
  const calm = createCalm(() => nowMs);
  const delays = Array.from({ length: 14 }, () => {
    const delayMs = calm.delayMs('a');
    nowMs += delayMs;
    return delayMs / 1_000;
  });
  expect(delays).toEqual([0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  expect(calm.delayMs('b')).toBe(0);
});

test('what has been right for a while is put right at once', () => {
  let nowMs = 0;
  const calm = createCalm(() => nowMs);
  const undoneOften = () => Array.from({ length: 4 }, () => calm.delayMs('a')).at(-1);
  expect(undoneOften()).toBe(1_000);
  nowMs += 61_000;
  expect(calm.delayMs('a')).toBe(2_000);
  nowMs += 62_001;
  expect(calm.delayMs('a')).toBe(0);
  expect(undoneOften()).toBe(2_000);
  calm.forget('a');
  expect(calm.delayMs('a')).toBe(0);
});
