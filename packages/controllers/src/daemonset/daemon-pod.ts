/** The pods of a DaemonSet: each is for one node, which its affinity names until a scheduler has bound it. */
import type { PodTemplateSpec, Toleration } from '@keelson/api';

import { ownerReferenceTo } from '../dependents/owner-index.ts';
import { nodeOf, type CachedPod } from '../dependents/pod-facts.ts';
import { podFromTemplate } from '../dependents/pod-template.ts';
import type { CachedDaemonSet, DaemonParts } from './daemon-parts.ts';

/** The label of a pod with the hash of the template that it was made of. */
export const daemonHashLabel = 'controller-revision-hash';
const generationLabel = 'pod-template-generation';
const generationName = 'deprecated.daemonset.template.generation';
const nodeNameField = 'metadata.name';

const everywhere: readonly Toleration[] = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/disk-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/pid-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
];

const ofHostNetwork: Toleration = {
  key: 'node.kubernetes.io/network-unavailable',
  operator: 'Exists',
  effect: 'NoSchedule',
};

/** The tolerations of the template, and those that let daemon pods run on nodes that other pods must avoid. */
export function daemonTolerations({ spec }: PodTemplateSpec): readonly Toleration[] {
  const own = spec.tolerations ?? [];
  const added = spec.hostNetwork === true ? [...everywhere, ofHostNetwork] : everywhere;
  const isAdded = ({ key, effect }: Toleration) => added.some((each) => each.key === key && each.effect === effect);
  return [...own.filter((toleration) => !isAdded(toleration)), ...added];
}

export function makeDaemonPod({ context }: DaemonParts, set: CachedDaemonSet, { hash, node }: DaemonPodWish): object {
  const { template } = set.object.spec;
  const ownerReference = ownerReferenceTo(context.kinds.daemonSets, set);
  const pod = podFromTemplate({ template, name: set.name, ownerReference });
  const generation = templateGenerationText(set);
  const labels = {
    ...pod.metadata.labels,
    ...(generation !== undefined && { [generationLabel]: generation }),
    [daemonHashLabel]: hash,
  };
  return {
    metadata: { ...pod.metadata, labels },
    spec: { ...pod.spec, tolerations: daemonTolerations(template), affinity: affinityTo(template, node) },
  };
}

export interface DaemonPodWish {
  readonly hash: string;
  readonly node: string;
}

/** The node selector and the affinity of the template are not asked again: the node has been chosen by them. */
function affinityTo({ spec }: PodTemplateSpec, node: string): object {
  const matchFields = [{ key: nodeNameField, operator: 'In', values: [node] }];
  const required = { nodeSelectorTerms: [{ matchFields }] };
  const nodeAffinity = {
    ...spec.affinity?.nodeAffinity,
    requiredDuringSchedulingIgnoredDuringExecution: required,
  };
  return { ...spec.affinity, nodeAffinity };
}

/** The node that a pod is bound to or has affinity to by name; `undefined` for a pod that names no node. */
export function targetNodeOf(pod: CachedPod): string | undefined {
  if (nodeOf(pod) !== '') return nodeOf(pod);
  const required = pod.object.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const fields = (required?.nodeSelectorTerms ?? []).flatMap(({ matchFields = [] }) => matchFields.slice(0, 1));
  const naming = fields.find(
    ({ key, operator, values }) => key === nodeNameField && operator === 'In' && values?.length === 1,
  );
  return naming?.values?.[0];
}

/** The pod was made of the present template. */
export function isUpdated(set: CachedDaemonSet, { head }: CachedPod, hash: string): boolean {
  const generation = templateGenerationText(set);
  const { labels } = head;
  return labels[daemonHashLabel] === hash || (generation !== undefined && labels[generationLabel] === generation);
}

function templateGenerationText({ head }: CachedDaemonSet): string | undefined {
  return Object.hasOwn(head.annotations, generationName) ? head.annotations[generationName] : undefined;
}
