import { expect, test } from '@jest/globals';

import { controllersOf } from './controller-flags.ts';
import { serveFlags } from './flags.ts';
import { parseFlags } from './parse-flags.ts';

const read = (...args: string[]) => controllersOf(parseFlags(serveFlags, args));

test('all controllers run, with five Jobs at once, where no flag says otherwise', () => {
  const { names, workers } = read();
  expect(names).toEqual(expect.arrayContaining(['serviceaccount', 'clusterrole-aggregation', 'job']));
  expect(workers.get('job')).toBe(5);
});

test('flags choose controllers and their workers', () => {
  const { names, workers } = read('--controllers=*,-job', '--concurrent-job-syncs=2');
  expect(names).not.toContain('job');
  expect(workers.get('job')).toBe(2);
  expect(read('--controllers=').names).toEqual([]);
});

test('an unknown controller is refused, with the names that there are', () => {
  expect(() => read('--controllers=jobs')).toThrow('--controllers "jobs" is none; there are serviceaccount');
});
