/** The metric of the election of the controllers: whether this replica leads. */
import type { Metrics } from '@keelson/telemetry';

export function showLeader(metrics: Metrics, isLeading: () => boolean): void {
  metrics.gauge(
    {
      name: 'leader_election_master_status',
      help: "Gauge of if the reporting system is master of the relevant lease, 0 indicates backup, 1 indicates master. 'name' is the string used to identify the lease. Please make sure to group by name.",
      labels: ['name'],
      stability: 'ALPHA',
      ofReplica: 'max',
    },
    (gauge) => gauge.set({ name: 'controllers' }, isLeading() ? 1 : 0),
  );
}
