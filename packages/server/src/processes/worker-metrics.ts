/** Metrics of each process of a replica, which are added up: those that serve, and replacements of those that ended. */
import type { CounterMetric, Metrics } from '@keelson/telemetry';

/** Of each process that serves. */
export function countWorker(metrics: Pick<Metrics, 'gauge' | 'counter'>): void {
  const workers = metrics.gauge({
    name: 'keelson_workers',
    help: 'Processes that serve: as many as `--workers` says, while none is being replaced.',
    stability: 'NONE',
  });
  workers.set({}, 1);
  countReplacements(metrics);
}

/** Counted by the supervisor; shown, as 0, where there is none. */
export function countReplacements(metrics: Pick<Metrics, 'counter'>): CounterMetric<never> {
  const replacements = metrics.counter({
    name: 'keelson_worker_replacements_total',
    help: 'Worker processes that ended and were replaced.',
    stability: 'NONE',
  });
  replacements.add({}, 0);
  return replacements;
}
