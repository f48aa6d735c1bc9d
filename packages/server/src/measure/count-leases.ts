/** The metric of leases of etcd: how many keys share one. */
import type { Metrics } from '@keelson/telemetry';

/** Returns what is to be told the keys of a lease that takes no more. */
export function countLeases(metrics: Metrics): (keys: number) => void {
  const counts = metrics
    .histogram({
      name: 'etcd_lease_object_counts',
      help: 'Number of objects attached to a single etcd lease.',
      stability: 'ALPHA',
      buckets: [10, 50, 100, 500, 1000, 2500, 5000],
    })
    .with({});
  return (keys) => counts.observe(keys);
}
