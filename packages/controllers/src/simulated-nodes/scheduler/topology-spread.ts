/** Topology spread constraints with `DoNotSchedule`: pods are spread evenly over the values of a node label. */
import type { Pod } from '@keelson/api';
import { matchesLabels } from '@keelson/meta';

import { matchesNodeSelection } from './match-node-selector.ts';
import type { NodeUsage } from './node-usage.ts';
import { compileSelector, countByValue } from './pod-affinity.ts';
import type { ScheduledPod } from './scheduled-pod.ts';

export type SpreadFault = 'missingLabel' | 'skew';

/** Nodes that do not match the pod's node selector or affinity, or lack a topology label, are not counted. */
export function compileTopologySpread(
  pod: ScheduledPod,
  spec: Pod['spec'],
  nodes: readonly NodeUsage[],
): (node: NodeUsage) => SpreadFault | undefined {
  const hard = (spec.topologySpreadConstraints ?? []).filter(
    ({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule',
  );
  if (hard.length === 0) return () => undefined;
  const hasKeys = ({ labels }: NodeUsage): boolean =>
    hard.every(({ topologyKey }) => Object.hasOwn(labels, topologyKey));
  const eligible = nodes.filter((node) => hasKeys(node) && matchesNodeSelection(spec, node));
  const checks = hard.map(({ labelSelector, topologyKey, maxSkew }) => {
    const selector = compileSelector(labelSelector);
    const counts = countByValue(
      eligible,
      topologyKey,
      ({ namespace, labels, isTerminating }: ScheduledPod) =>
        !isTerminating && namespace === pod.namespace && matchesLabels(selector, labels),
    );
    const least = Math.min(...counts.values(), Number.MAX_SAFE_INTEGER);
    const own = matchesLabels(selector, pod.labels) ? 1 : 0;
    return (value: string): boolean => (counts.get(value) ?? 0) + own - least <= maxSkew;
  });
  return (node) => {
    if (!hasKeys(node)) return 'missingLabel';
    return checks.every((check, index) => check(node.labels[hard[index]?.topologyKey ?? ''] ?? ''))
      ? undefined
      : 'skew';
  };
}
