/** The metrics of the ranges that cluster addresses come from. */
import type { ClusterRanges } from '@keelson/registry';
import type { MetricDefinition, Metrics } from '@keelson/telemetry';

const allocatedIps: MetricDefinition<'cidr'> = {
  name: 'kube_apiserver_clusterip_allocator_allocated_ips',
  help: 'Gauge measuring the number of allocated IPs for Services',
  labels: ['cidr'],
  stability: 'ALPHA',
  ofReplica: 'max',
};

const availableIps: MetricDefinition<'cidr'> = {
  name: 'kube_apiserver_clusterip_allocator_available_ips',
  help: 'Gauge measuring the number of available IPs for Services',
  labels: ['cidr'],
  stability: 'ALPHA',
  ofReplica: 'min',
};

const allocations: MetricDefinition<'cidr' | 'scope'> = {
  name: 'kube_apiserver_clusterip_allocator_allocation_total',
  help: 'Number of Cluster IPs allocations',
  labels: ['cidr', 'scope'],
  stability: 'ALPHA',
};

const failures: MetricDefinition<'cidr' | 'scope'> = {
  name: 'kube_apiserver_clusterip_allocator_allocation_errors_total',
  help: 'Number of errors trying to allocate Cluster IPs',
  labels: ['cidr', 'scope'],
  stability: 'ALPHA',
};

export function measureRanges(
  metrics: Pick<Metrics, 'counter' | 'gauge'>,
  { addresses, observe }: Pick<ClusterRanges, 'addresses' | 'observe'>,
): void {
  metrics.gauge(allocatedIps, (gauge) => {
    for (const { range, claimedCount } of addresses.values()) gauge.set({ cidr: range.text }, claimedCount);
  });
  metrics.gauge(availableIps, (gauge) => {
    for (const { range, claimedCount } of addresses.values())
      gauge.set({ cidr: range.text }, range.size - claimedCount);
  });
  const counters = { allocated: metrics.counter(allocations), refused: metrics.counter(failures) };
  observe(({ cidr, scope, outcome }) => counters[outcome].with({ cidr, scope }).add(1));
}
