import { expect, it } from '@jest/globals';

import { silentLogger } from '../logger.ts';
import { mergePrinted } from './merge-printed.ts';
import { createMetrics } from './metrics.ts';

/** What a process prints that has observed these values. */
async function printed(values: readonly number[]) {
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  const of = { help: 'For tests.', stability: 'ALPHA' } as const;
  const count = metrics.counter({ ...of, name: 'seen_total', labels: ['text'] });
  const durations = metrics.histogram({ ...of, name: 'duration_seconds', buckets: [0.5, 1] });
  const quantiles = metrics.summary({ ...of, name: 'summary_seconds' });
  metrics.gauge({ ...of, name: 'held' }, (gauge) => gauge.set({}, values.length));
  metrics.gauge({ ...of, name: 'newest', ofReplica: 'max' }, (gauge) => gauge.set({}, Math.max(...values)));
  metrics.gauge({ ...of, name: 'first_end', ofReplica: 'min' }, (gauge) => gauge.set({}, Math.min(...values)));
  for (const value of values) {
    count.add({ text: `a "b" ${value > 1 ? 'c' : '\n'}` });
    durations.observe({}, value);
    quantiles.observe({}, value);
  }
  return { text: (await metrics.print()).text, declared: metrics.declared() };
}

function valuesOf(text: string): Readonly<Record<string, string>> {
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(samples.map((line) => [line.replace(/ \S+$/, ''), line.split(' ').at(-1) ?? '']));
}

it('metrics of several processes are added up, gauges as their definition says', async () => {
  const one = await printed([0.25, 2]);
  const other = await printed([0.75]);
  const merged = mergePrinted([one.text, other.text], { declared: one.declared });
  expect(valuesOf(merged)).toMatchObject({
    'seen_total{text="a \\"b\\" c"}': '1',
    'seen_total{text="a \\"b\\" \\n"}': '2',
    'duration_seconds_bucket{le="0.5"}': '1',
    'duration_seconds_bucket{le="1"}': '2',
    'duration_seconds_bucket{le="+Inf"}': '3',
    duration_seconds_sum: '3',
    summary_seconds_count: '3',
    held: '3',
    newest: '2',
    first_end: '0.25',
  });
  expect(merged.match(/^# TYPE seen_total counter$/gm)).toHaveLength(1);
  expect(Number(valuesOf(merged)['summary_seconds{quantile="0.99"}'])).toBeGreaterThan(1.9);
});

it('the metrics of a process that is gone keep what they have counted, and nothing that was of its moment', async () => {
  const { text } = await printed([0.25, 2]);
  const kept = valuesOf(mergePrinted([text], { keepsCurrent: false }));
  expect(kept).toMatchObject({ summary_seconds_count: '2', duration_seconds_sum: '2.25' });
  for (const series of ['held', 'newest', 'summary_seconds{quantile="0.5"}']) expect(kept).not.toHaveProperty([series]);
});

it('a sum of metrics is the same in whatever order it is made, so that no counter goes back', () => {
  const texts = [0.1, 0.2, 0.3, 1e-7, 12345.678901234].map(
    (value) => `# HELP s_total S.\n# TYPE s_total counter\ns_total ${String(value)}\n`,
  );
  const [first = '', ...rest] = texts;
  const merged = mergePrinted(texts);
  expect(mergePrinted([...rest].reverse().concat(first))).toBe(merged);
  // One of them has ended, and is kept with the one before.
  expect(
    mergePrinted([
      mergePrinted([first, rest[2] ?? ''], { keepsCurrent: false }),
      rest[3] ?? '',
      rest[0] ?? '',
      rest[1] ?? '',
    ]),
  ).toBe(merged);
});
