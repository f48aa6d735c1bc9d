import { availableParallelism } from 'node:os';

import { expect, it } from '@jest/globals';

import { readServeFlags } from './read-serve-flags.ts';
import { workersOf } from './worker-flags.ts';

it('the number of workers is a number, or that of the processors', () => {
  expect([workersOf('1'), workersOf('3'), workersOf('auto')]).toEqual([1, 3, Math.min(availableParallelism(), 64)]);
  for (const text of ['0', '-1', '65', 'many', '']) expect(() => workersOf(text)).toThrow('--workers');
});

it('an audit log in a file is refused beside several workers', async () => {
  const log = '--audit-log-path=audit.log';
  await expect(readServeFlags(['--workers=2', log])).rejects.toThrow('--audit-log-path is of one process');
  expect((await readServeFlags(['--workers=1', log])).workers).toBe(1);
});
