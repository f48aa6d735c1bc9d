/** Defaults of the status of nodes. */
import { roundToMilli } from './resource-list.defaults.ts';

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
