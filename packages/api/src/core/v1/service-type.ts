/** Abilities of the types of services: cluster IPs, node ports, health checks, traffic from outside. */
import type { ServiceSpec } from './service-spec.ts';

export function isHeadless({ clusterIP, clusterIPs = [] }: ServiceSpec): boolean {
  return clusterIP === 'None' || (clusterIPs.length === 1 && clusterIPs[0] === 'None');
}

export function needsClusterIP({ type }: ServiceSpec): boolean {
  return type !== 'ExternalName';
}

export function isExposed({ type }: ServiceSpec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

export function needsNodePort(spec: ServiceSpec): boolean {
  if (spec.type === 'NodePort') return true;
  return spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false;
}

export function needsHealthCheck({ type, externalTrafficPolicy }: ServiceSpec): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}
