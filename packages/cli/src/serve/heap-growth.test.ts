import { expect, it } from '@jest/globals';

import { growingPercent } from './heap-growth.ts';

const megabyte = 2 ** 20;

it.each([
  [24, 400],
  [48, 200],
  [96, 100],
  [191, 51],
  [192, 0],
  [4_000, 0],
])('lets a heap of %i MB grow by %i percent', (used, percent) => {
  expect(growingPercent(used * megabyte)).toBe(percent);
});

it('gives an empty heap no more than a hundred times its size', () => {
  expect(growingPercent(0)).toBe(9_600);
});
