import { availableParallelism } from 'node:os';

import { expect, it } from '@jest/globals';

import { workersOf } from './worker-flags.ts';

it('the number of workers is a number, or that of the processors', () => {
  expect([workersOf('1'), workersOf('3'), workersOf('auto')]).toEqual([1, 3, Math.min(availableParallelism(), 64)]);
  for (const text of ['0', '-1', '65', 'many', '']) expect(() => workersOf(text)).toThrow('--workers');
});
