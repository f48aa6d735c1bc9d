/** Where a load balancer listens, as one text. */
import type { LoadBalancerStatus } from './load-balancer-status.ts';

/** Sorted, each once; empty when it has no address yet. */
export function loadBalancerAddresses({ ingress = [] }: LoadBalancerStatus): string[] {
  const addresses = ingress.map(({ ip = '', hostname = '' }) => (ip === '' ? hostname : ip));
  return [...new Set(addresses.filter((address) => address !== ''))].sort();
}
