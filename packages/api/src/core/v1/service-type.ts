/** Abilities of the types of services: cluster IPs, their families, node ports, health checks, traffic from outside. */
import type { ServiceSpec } from './service-spec.ts';

export function isHeadless({ clusterIP, clusterIPs = [] }: ServiceSpec): boolean {
  return clusterIP === 'None' || (clusterIPs.length === 1 && clusterIPs[0] === 'None');
}

/** Without a selector it is up to its author which addresses are behind the name: any family may be. */
export function isOnlyAName({ clusterIP, selector = {} }: ServiceSpec): boolean {
  return clusterIP === 'None' && Object.keys(selector).length === 0;
}

export function otherFamily(family: string): string {
  return family === 'IPv4' ? 'IPv6' : 'IPv4';
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
