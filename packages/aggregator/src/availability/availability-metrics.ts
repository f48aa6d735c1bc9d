/** The metrics of availability: `aggregator_unavailable_apiservice` and its total, as the other API server has them. */
import type { Metrics } from '@keelson/telemetry';

export interface AvailabilityMetrics {
  /** To be called after each check. */
  note(name: string, isAvailable: boolean): void;
  /** To be called when an APIService that was available becomes unavailable. */
  noteLoss(name: string, reason: string): void;
  forget(name: string): void;
}

export function createAvailabilityMetrics(metrics: Metrics): AvailabilityMetrics {
  const gauge = metrics.gauge({
    name: 'aggregator_unavailable_apiservice',
    help: 'Gauge of APIServices which are marked as unavailable broken down by APIService name.',
    labels: ['name'],
    stability: 'ALPHA',
    ofReplica: 'max',
  });
  const total = metrics.counter({
    name: 'aggregator_unavailable_apiservice_total',
    help: 'Counter of APIServices which are marked as unavailable broken down by APIService name and reason.',
    labels: ['name', 'reason'],
    stability: 'ALPHA',
  });
  return {
    note: (name, isAvailable) => gauge.set({ name }, isAvailable ? 0 : 1),
    noteLoss: (name, reason) => total.add({ name, reason }),
    forget: (name) => gauge.remove({ name }),
  };
}
