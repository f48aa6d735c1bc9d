/** Defaults of nodes. */
import { roundToMilli } from './resource-list.defaults.ts';

interface NodeSpec {
  podCIDR?: string;
  podCIDRs?: string[];
}

interface NodeStatus {
  capacity?: Record<string, string>;
  allocatable?: Record<string, string>;
}

/** A node that does not say what it reserves, reserves nothing. */
export function completeNodeStatus(status: NodeStatus): void {
  const { capacity } = status;
  roundToMilli(capacity);
  if (capacity !== undefined) status.allocatable ??= { ...capacity };
  roundToMilli(status.allocatable);
}

/** The older field has the first network. */
export function completePodNetworks(spec: NodeSpec): void {
  const { podCIDR = '', podCIDRs = [] } = spec;
  // Older clients write the one alone, and leave the list as they read it.
  if (podCIDR !== '' && podCIDR !== podCIDRs[0]) spec.podCIDRs = [podCIDR];
  else if (podCIDRs.length > 0) spec.podCIDR = podCIDRs[0] ?? '';
}
