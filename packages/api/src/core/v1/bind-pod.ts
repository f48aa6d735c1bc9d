/** Carries out the order of a scheduler: puts a pod on a node, once. */
import type { OrderFault } from '@keelson/schema';

import type { Binding } from './binding.ts';
import type { Pod } from './pod.ts';

/** `now` in the API's notation. */
export function bindPod(pod: Pod, { metadata, target }: Binding, now: string): OrderFault | undefined {
  const node = target.name ?? '';
  if (node === '') return { reason: 'malformed', message: 'target.name: Required value' };
  if ((target.kind ?? '') !== '' && target.kind !== 'Node') {
    return {
      reason: 'malformed',
      message: `target.kind: Unsupported value: "${target.kind ?? ''}": supported values: "Node"`,
    };
  }
  const { name = '', deletionTimestamp } = pod.metadata;
  if (deletionTimestamp !== undefined) {
    return { reason: 'conflict', message: `pod ${name} is being deleted, cannot be assigned to a host` };
  }
  const { nodeName = '' } = pod.spec;
  if (nodeName !== '') {
    return { reason: 'conflict', message: `pod ${name} is already assigned to node "${nodeName}"` };
  }
  pod.spec.nodeName = node;
  if (metadata.annotations !== undefined)
    pod.metadata.annotations = { ...pod.metadata.annotations, ...metadata.annotations };
  const conditions = (pod.status.conditions ?? []).filter(({ type }) => type !== 'PodScheduled');
  pod.status.conditions = [
    ...conditions,
    { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: now },
  ];
  return undefined;
}
