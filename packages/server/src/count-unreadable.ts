/** The metric of stored objects that cannot be read: what to alert on, beside the log that names them. */
import type { Store } from '@keelson/registry';
import type { MetricDefinition, Metrics } from '@keelson/telemetry';

const unreadableObjects: MetricDefinition<'resource'> = {
  name: 'keelson_storage_unreadable_objects',
  help: 'Objects that are stored and cannot be read: not decrypted, or no object of their kind and name.',
  labels: ['resource'],
  stability: 'ALPHA',
  ofReplica: 'max',
};

/** Costs a look at each resource for every scrape. */
export function countUnreadable(metrics: Pick<Metrics, 'gauge'>, stores: () => readonly Store[]): void {
  metrics.gauge(unreadableObjects, (gauge) => {
    for (const { cache } of stores()) gauge.set({ resource: cache.name }, cache.unreadableCount());
  });
}
