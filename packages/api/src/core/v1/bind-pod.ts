/** Binds a pod to a node, as the `binding` subresource does; a bound pod is never moved. */
import { quote, type ActionFault } from '@keelson/schema';

import type { Binding } from './binding.ts';
import type { PodCondition } from './pod-status.ts';
import type { Pod } from './pod.ts';

/** `now` in the API's notation. */
export function bindPod(pod: Pod, { metadata, target }: Binding, now: string): ActionFault | undefined {
  const fault = findPodFault(pod);
  if (fault !== undefined) return fault;
  pod.spec.nodeName = target.name ?? '';
  if (metadata.annotations !== undefined) {
    pod.metadata.annotations = { ...pod.metadata.annotations, ...metadata.annotations };
  }
  pod.status.conditions = withScheduled(pod.status.conditions ?? [], now);
  return undefined;
}

/** The condition stays at its place in the list, and keeps its time unless it changes. */
function withScheduled(conditions: readonly PodCondition[], now: string): PodCondition[] {
  const before = conditions.find(({ type }) => type === 'PodScheduled');
  const lastTransitionTime = before?.status === 'True' ? before.lastTransitionTime : now;
  const scheduled: PodCondition = { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime };
  if (before === undefined) return [...conditions, scheduled];
  return conditions.map((condition) => (condition === before ? scheduled : condition));
}

export function checkBinding({ target: { name = '', kind = '' } }: Binding): ActionFault | undefined {
  const faults: string[] = [];
  if (kind !== '' && kind !== 'Node') {
    faults.push(`target.kind: Unsupported value: ${quote(kind)}: supported values: "Node", "<empty>"`);
  }
  if (name === '') faults.push('target.name: Required value');
  if (faults.length === 0) return undefined;
  return { reason: 'malformed', message: faults.length === 1 ? faults.join('') : `[${faults.join(', ')}]` };
}

function findPodFault({ metadata, spec }: Pod): ActionFault | undefined {
  const { name = '', deletionTimestamp } = metadata;
  if (deletionTimestamp !== undefined) {
    return { reason: 'conflict', message: `pod ${name} is being deleted, cannot be assigned to a host` };
  }
  const { nodeName = '' } = spec;
  if (nodeName === '') return undefined;
  return { reason: 'conflict', message: `pod ${name} is already assigned to node ${quote(nodeName)}` };
}
