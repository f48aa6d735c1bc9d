/** The metrics of work queues: their numbers on a clock that the test moves, and their declarations against the facts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import { createFakeClock } from '@keelson/cache/testing';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { createWorkQueue } from './work-queue.ts';
import { createWorkQueueMetrics } from './work-queue-metrics.ts';

function start() {
  const clock = createFakeClock();
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  const queue = createWorkQueue({ name: 'namespace', clock, record: createWorkQueueMetrics(metrics) });
  const lines = async (): Promise<string[]> => {
    const { text } = await metrics.print();
    return text.split('\n').filter((line) => !line.startsWith('#') && !line.includes('_bucket') && line !== '');
  };
  return { clock, metrics, queue, lines };
}

describe('the metrics of a work queue', () => {
  it('count adds and retries, and measure what waits and what is in work', async () => {
    const { clock, queue, lines } = start();
    queue.add('a');
    queue.add('a');
    queue.addAfter('b', 1_000);
    clock.advance(2_000);
    await queue.get();
    clock.advance(500);
    await queue.get();
    clock.advance(500);
    queue.add('a');
    expect(await lines()).toEqual([
      'workqueue_adds_total{name="namespace"} 3',
      'workqueue_retries_total{name="namespace"} 1',
      'workqueue_queue_duration_seconds_sum{name="namespace"} 3.5',
      'workqueue_queue_duration_seconds_count{name="namespace"} 2',
      'workqueue_work_duration_seconds_sum{name="namespace"} 0',
      'workqueue_work_duration_seconds_count{name="namespace"} 0',
      'workqueue_depth{name="namespace"} 1',
      'workqueue_unfinished_work_seconds{name="namespace"} 1.5',
      'workqueue_longest_running_processor_seconds{name="namespace"} 1',
    ]);
    queue.done('b');
    expect(await lines()).toContain('workqueue_work_duration_seconds_sum{name="namespace"} 0.5');
  });

  it('have no values of the present once the queue is shut down', async () => {
    const { queue, lines } = start();
    queue.add('a');
    await lines();
    await queue.shutDown();
    expect((await lines()).filter((line) => line.startsWith('workqueue_depth'))).toEqual([]);
  });
});

/** The metrics of another implementation, where they are at hand: there is nothing to compare with otherwise. */
const facts = process.env['KEELSON_FACTS'];
const withFacts = facts === undefined ? it.skip : it;

interface Fact {
  readonly type: string;
  readonly stability: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets: readonly number[] | null;
}

describe('as kube-controller-manager shows them', () => {
  withFacts('the names, types, classes, help texts, labels and buckets are the same', async () => {
    const text = readFileSync(join(facts ?? '', 'metrics-runtime-1.24.json'), 'utf8');
    const { metrics: known } = JSON.parse(text) as { readonly metrics: Record<string, Fact> };
    const expected = Object.entries(known).filter(([name]) => name.startsWith('workqueue_'));
    expect(expected).toHaveLength(7);
    const { metrics, queue } = start();
    queue.add('a');
    const printed = (await metrics.print()).text.split('\n');
    for (const [name, { type, stability, help, buckets }] of expected) {
      expect(printed).toContain(`# TYPE ${name} ${type}`);
      expect(printed).toContain(`# HELP ${name} [${stability}] ${help}`);
      const bounds = printed
        .filter((line) => line.startsWith(`${name}_bucket`))
        .map((line) => /le="([^"]+)"/.exec(line)?.[1]);
      expect(bounds).toEqual(buckets === null ? [] : [...buckets.map(String), '+Inf']);
    }
  });
});
