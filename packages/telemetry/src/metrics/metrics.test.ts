import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import { silentLogger } from '../logger.ts';
import type { LogFields } from '../logger.ts';
import { createMetrics } from './metrics.ts';
import { addProcessMetrics } from './process-metrics.ts';

const old = { name: 'old_total', help: 'Old.', stability: 'STABLE', deprecated: '1.21' } as const;

describe('metrics', () => {
  it('print with their class of stability, labels and values', async () => {
    const metrics = createMetrics({ release: '1.24', logger: silentLogger });
    const requests = metrics.counter({
      name: 'requests_total',
      help: 'Requests.',
      labels: ['code'],
      stability: 'STABLE',
    });
    requests.add({ code: '200' });
    requests.add({ code: '200' }, 2);
    const { text } = await metrics.print();
    expect(text).toContain('# HELP requests_total [STABLE] Requests.');
    expect(text).toContain('requests_total{code="200"} 3');
  });

  it('are collected when they are read', async () => {
    const metrics = createMetrics({ release: '1.24', logger: silentLogger });
    let size = 1;
    metrics.gauge({ name: 'size', help: 'Size.', stability: 'ALPHA' }, (gauge) => gauge.set({}, size));
    size = 7;
    expect((await metrics.print()).text).toContain('size 7');
  });

  it('say so, and warn, when they are deprecated [metrics-deprecated]', async () => {
    const warnings: (LogFields | undefined)[] = [];
    const logger = { ...silentLogger, warn: (_message: string, fields?: LogFields) => warnings.push(fields) };
    const metrics = createMetrics({ release: '1.23', logger });
    metrics.counter(old).add({});
    expect((await metrics.print()).text).toContain('# HELP old_total [STABLE] (Deprecated from 1.21) Old.');
    expect(warnings).toEqual([{ metric: 'old_total', deprecated: '1.21' }]);
  });

  it('are hidden three releases after their deprecation, unless they are asked for [metrics-hidden]', async () => {
    const hidden = createMetrics({ release: '1.24', logger: silentLogger });
    hidden.counter(old).add({});
    expect((await hidden.print()).text).not.toContain('old_total');
    const shown = createMetrics({ release: '1.24', showHiddenFor: '1.23', logger: silentLogger });
    shown.counter(old).add({});
    expect((await shown.print()).text).toContain('old_total 1');
  });

  it('keep histograms by their buckets', async () => {
    const metrics = createMetrics({ release: '1.24', logger: silentLogger });
    const latency = metrics.histogram({ name: 'latency', help: 'Latency.', stability: 'ALPHA', buckets: [1, 2] });
    latency.observe({}, 1.5);
    expect((await metrics.print()).text).toContain('latency_bucket{le="2"} 1');
  });

  it('keep quantiles, right to one percent', async () => {
    const metrics = createMetrics({ release: '1.24', logger: silentLogger });
    const latency = metrics.summary({ name: 'latency', help: 'Latency.', stability: 'ALPHA', labels: ['of'] });
    for (let value = 1; value <= 1_000; value += 1) latency.observe({ of: 'a' }, value / 1_000);
    const { text } = await metrics.print();
    const quantile = (name: string) => Number(text.match(new RegExp(`quantile="${name}"\\} (\\S+)`))?.[1]);
    expect(text).toContain('# TYPE latency summary');
    expect(quantile('0.5') / 0.5).toBeCloseTo(1, 1.6);
    expect(quantile('0.99') / 0.99).toBeCloseTo(1, 1.6);
    expect(text).toContain('latency_count{of="a"} 1000');
    expect(text).toMatch(/latency_sum\{of="a"\} 500\.[45]/);
  });

  it('give out cells to keep, and print labels in the order of their names', async () => {
    const metrics = createMetrics({ release: '1.24', logger: silentLogger });
    const labels = ['verb', 'code'] as const;
    const requests = metrics.counter({ name: 'requests_total', help: 'Requests.', labels, stability: 'ALPHA' });
    const cell = requests.with({ verb: 'GET', code: '200' });
    cell.add();
    cell.add(4);
    requests.add({ code: '200', verb: 'GET' });
    const sizes = metrics.histogram({ name: 'sizes', help: 'Sizes.', labels, stability: 'ALPHA', buckets: [1, 10] });
    for (const size of [1, 5, 100]) sizes.with({ verb: 'GET', code: '200' }).observe(size);
    const { text } = await metrics.print();
    expect(text).toContain('requests_total{code="200",verb="GET"} 6');
    expect(text.split('\n').filter((line) => line.startsWith('sizes'))).toEqual([
      'sizes_bucket{code="200",verb="GET",le="1"} 1',
      'sizes_bucket{code="200",verb="GET",le="10"} 2',
      'sizes_bucket{code="200",verb="GET",le="+Inf"} 3',
      'sizes_sum{code="200",verb="GET"} 106',
      'sizes_count{code="200",verb="GET"} 3',
    ]);
  });

  it('are deleted a release after they were hidden, whatever is asked for [metrics-deleted]', async () => {
    const metrics = createMetrics({ release: '1.25', showHiddenFor: '1.24', logger: silentLogger });
    metrics.counter(old).add({});
    expect((await metrics.print()).text).not.toContain('old_total');
  });

  it('are left out where they are disabled', async () => {
    const metrics = createMetrics({ release: '1.24', logger: silentLogger, disabled: new Set(['a_total']) });
    metrics.counter({ name: 'a_total', help: 'A.', stability: 'ALPHA' }).add({});
    metrics.counter({ name: 'b_total', help: 'B.', stability: 'STABLE' }).add({});
    const { text } = await metrics.print();
    expect([text.includes('a_total'), text.includes('b_total')]).toEqual([false, true]);
    expect(metrics.declared().map(({ type, definition }) => [type, definition.name])).toEqual([['counter', 'b_total']]);
  });

  it('count values of labels that are not allowed as one', async () => {
    const labelLimits = new Map([['requests_total,user', new Set(['a', 'b'])]]);
    const metrics = createMetrics({ release: '1.24', logger: silentLogger, labelLimits });
    const labels = ['user', 'code'] as const;
    const requests = metrics.counter({ name: 'requests_total', help: 'Requests.', labels, stability: 'ALPHA' });
    for (const user of ['a', 'mallory', 'trudy']) requests.add({ user, code: '200' });
    const { text } = await metrics.print();
    expect(text).toContain('requests_total{code="200",user="a"} 1');
    expect(text).toContain('requests_total{code="200",user="unexpected"} 2');
    expect(text).not.toContain('mallory');
  });
});

describe('metrics of the process', () => {
  it('have no class, and tell of memory, files, processor time, the event loop and the collector', async () => {
    const metrics = createMetrics({ release: '1.24', logger: silentLogger });
    addProcessMetrics(metrics);
    const first = (await metrics.print()).text;
    expect(first).toContain('# HELP process_resident_memory_bytes Resident memory size in bytes.');
    for (const name of ['process_resident_memory_bytes', 'process_start_time_seconds', 'nodejs_heap_size_used_bytes']) {
      expect(first).toMatch(new RegExp(`^${name} [1-9]`, 'm'));
    }
    const seconds = (text: string) => Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
    for (let until = performance.now() + 20; performance.now() < until;);
    expect(seconds((await metrics.print()).text)).toBeGreaterThan(seconds(first));
    expect(first).toContain('# TYPE nodejs_gc_duration_seconds histogram');
    const numberOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(first)?.[1]);
    expect(numberOf('nodejs_heap_size_limit_bytes')).toBeGreaterThan(numberOf('nodejs_heap_size_used_bytes'));
  });

  it('tell of the lag of the event loop since the scrape before', async () => {
    const metrics = createMetrics({ release: '1.24', logger: silentLogger });
    addProcessMetrics(metrics);
    const longest = async () =>
      Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec((await metrics.print()).text)?.[1]);
    const turns = async () => {
      for (let turn = 0; turn < 5; turn += 1) await delay(30);
    };
    await turns();
    for (let until = performance.now() + 500; performance.now() < until;);
    await turns();
    const stalled = await longest();
    expect(stalled).toBeGreaterThan(0.3);
    // A busy machine delays other turns too, though not those of several scrapes by as much.
    let calmest = stalled;
    for (let scrapes = 0; scrapes < 20 && calmest >= stalled / 2; scrapes += 1) {
      await turns();
      calmest = Math.min(calmest, await longest());
    }
    expect(calmest).toBeLessThan(stalled / 2);
  });
});
