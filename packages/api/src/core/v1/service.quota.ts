/** A Service's usage: itself, and the node ports and the load balancer that its type asks for. */
import type { Amounts } from '@keelson/meta';
import type { QuotaRules } from '@keelson/schema';

import type { Service } from './service.ts';

const names: ReadonlySet<string> = new Set(['services', 'services.loadbalancers', 'services.nodeports']);

export const serviceQuota: QuotaRules<Service> = {
  counts: (name) => names.has(name),
  usageOf,
  chargesUpdates: true,
};

function usageOf({ spec }: Service): Amounts {
  const usage = new Map([
    ['services', '1'],
    ['services.loadbalancers', spec.type === 'LoadBalancer' ? '1' : '0'],
    ['services.nodeports', String(countNodePorts(spec))],
  ]);
  return usage;
}

/** Counted from the spec, since node ports are allocated after admission. */
function countNodePorts({ type, ports = [], allocateLoadBalancerNodePorts }: Service['spec']): number {
  if (type === 'NodePort') return ports.length;
  if (type !== 'LoadBalancer') return 0;
  if (allocateLoadBalancerNodePorts !== false) return ports.length;
  return ports.filter(({ nodePort = 0 }) => nodePort !== 0).length;
}
