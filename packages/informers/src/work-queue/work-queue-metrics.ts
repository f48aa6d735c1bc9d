/** The metrics of work queues, by the name of the queue: `workqueue_*`, as controllers of Kubernetes have them. */
import type { Metrics } from '@keelson/telemetry';

import type { RecordedQueue, RecordQueue } from './queue-recorder.ts';

/** Ten powers of ten from 10 ns on, as the sums that kube-controller-manager shows. */
const buckets = [1e-8, 1e-7, 1e-6, 9.999999999999999e-6, 9.999999999999999e-5, 0.001, 0.01, 0.1, 1, 10];

const byName = { labels: ['name'], stability: 'ALPHA' } as const;

/** To be called once for the metrics of a server. */
export function createWorkQueueMetrics(metrics: Metrics): RecordQueue {
  const queues = new Set<RecordedQueue>();
  const adds = metrics.counter({
    ...byName,
    name: 'workqueue_adds_total',
    help: 'Total number of adds handled by workqueue',
  });
  const retries = metrics.counter({
    ...byName,
    name: 'workqueue_retries_total',
    help: 'Total number of retries handled by workqueue',
  });
  const waits = metrics.histogram({
    ...byName,
    name: 'workqueue_queue_duration_seconds',
    help: 'How long in seconds an item stays in workqueue before being requested.',
    buckets,
  });
  const works = metrics.histogram({
    ...byName,
    name: 'workqueue_work_duration_seconds',
    help: 'How long in seconds processing an item from workqueue takes.',
    buckets,
  });
  const gauges = addGauges(metrics, queues);
  return (queue) => {
    const labels = { name: queue.name };
    queues.add(queue);
    const [added, retried, waited, worked] = [
      adds.with(labels),
      retries.with(labels),
      waits.with(labels),
      works.with(labels),
    ];
    return {
      added: () => added.add(),
      retried: () => retried.add(),
      waited: (seconds) => waited.observe(seconds),
      worked: (seconds) => worked.observe(seconds),
      ended: () => {
        queues.delete(queue);
        for (const gauge of gauges) gauge.remove(labels);
      },
    };
  };
}

/** Looked up for each scrape. */
function addGauges(metrics: Metrics, queues: ReadonlySet<RecordedQueue>) {
  const add = (name: string, help: string, valueOf: (queue: RecordedQueue) => number, ofReplica?: 'max') =>
    metrics.gauge({ ...byName, name, help, ...(ofReplica && { ofReplica }) }, (gauge) => {
      for (const queue of queues) gauge.set({ name: queue.name }, valueOf(queue));
    });
  return [
    add('workqueue_depth', 'Current depth of workqueue', ({ depth }) => depth()),
    add(
      'workqueue_unfinished_work_seconds',
      "How many seconds of work has done that is in progress and hasn't been observed by work_duration. Large values indicate stuck threads. One can deduce the number of stuck threads by observing the rate at which this increases.",
      ({ workedSeconds }) => workedSeconds().reduce((sum, seconds) => sum + seconds, 0),
    ),
    add(
      'workqueue_longest_running_processor_seconds',
      'How many seconds has the longest running processor for workqueue been running.',
      ({ workedSeconds }) => workedSeconds().reduce((longest, seconds) => Math.max(longest, seconds), 0),
      'max',
    ),
  ];
}
