import { expect, it } from '@jest/globals';

import { growingPercent } from './heap-growth.ts';

const megabyte = 2 ** 20;

it.each([
  [24, 267],
  [48, 134],
  [96, 67],
  [191, 34],
  [192, 0],
  [4_000, 0],
])('lets a heap of %i MB grow by %i percent', (used, percent) => {
  expect(growingPercent(used * megabyte)).toBe(percent);
});

it('gives an empty heap no more than 64 MB', () => {
  expect(growingPercent(0)).toBe(6_400);
});
