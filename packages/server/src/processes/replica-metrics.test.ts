import { expect, it } from '@jest/globals';

import { createReplicaMetrics } from './replica-metrics.ts';

function counted(value: number): string {
  return `# HELP seen_total S.\n# TYPE seen_total counter\nseen_total ${String(value)}\n`;
}

it('the metrics of a replica keep those of a worker that answers late, and the counts of one that has ended', async () => {
  const answers = new Map([
    ['one', 1],
    ['other', 2],
  ]);
  const metrics = createReplicaMetrics<string>({
    patienceMs: 20,
    printOwn: () => Promise.resolve(counted(100)),
    ask: (worker) => {
      const value = answers.get(worker);
      if (value !== undefined) metrics.take(worker, counted(value));
    },
  });
  expect(await metrics.collect('one', counted(1), ['other'])).toEqual([counted(2), '', counted(100)]);
  answers.delete('other');
  expect(await metrics.collect('one', counted(1), ['other'])).toEqual([counted(2), '', counted(100)]);
  metrics.retire('other');
  expect(await metrics.collect('one', counted(1), [])).toEqual([counted(2), counted(100)]);
});
