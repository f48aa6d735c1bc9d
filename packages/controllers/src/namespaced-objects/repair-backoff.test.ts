import { expect, test } from '@jest/globals';

import { createRepairBackoff } from './repair-backoff.ts';

test('what keeps being undone is put right less and less often', () => {
  let nowMs = 0;
  const backoff = createRepairBackoff(() => nowMs);
  const delays = Array.from({ length: 14 }, () => {
    const delayMs = backoff.delayMs('a');
    nowMs += delayMs;
    return delayMs / 1_000;
  });
  expect(delays).toEqual([0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  expect(backoff.delayMs('b')).toBe(0);
});

test('what has been right for a while is put right at once', () => {
  let nowMs = 0;
  const backoff = createRepairBackoff(() => nowMs);
  const undoneOften = () => Array.from({ length: 4 }, () => backoff.delayMs('a')).at(-1);
  expect(undoneOften()).toBe(1_000);
  nowMs += 61_000;
  expect(backoff.delayMs('a')).toBe(2_000);
  nowMs += 62_001;
  expect(backoff.delayMs('a')).toBe(0);
  expect(undoneOften()).toBe(2_000);
  backoff.forget('a');
  expect(backoff.delayMs('a')).toBe(0);
});
