/** Pod affinity and anti-affinity: required terms as a filter, preferred terms as a score. */
import type { Pod } from '@keelson/api';
import { matchesLabels, selectorFromLabelSelector, type Labels, type LabelSelector } from '@keelson/meta';

import type { NodeUsage } from './node-usage.ts';
import type { PodTerm, ScheduledPod } from './scheduled-pod.ts';

/** The labels of a namespace; `undefined` for an unknown one. */
export type NamespaceLabels = (namespace: string) => Labels | undefined;

export interface PodsOnNodes {
  readonly nodes: readonly NodeUsage[];
  readonly repelling: Iterable<readonly [ScheduledPod, NodeUsage]>;
  readonly labelsOf: NamespaceLabels;
}

export type AffinityFault = 'affinity' | 'antiAffinity' | 'existingAntiAffinity';
export type CheckAffinity = (node: NodeUsage) => AffinityFault | undefined;

type Spec = Pod['spec'];
type Matches = (pod: ScheduledPod) => boolean;

/** Cost: a walk over all pods for each required term of the pod, and one over the pods with required anti-affinity. */
export function compilePodAffinity(pod: ScheduledPod, { affinity }: Spec, on: PodsOnNodes): CheckAffinity {
  const near = affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  const apart = pod.requiredAntiAffinity;
  const attracted = near.length === 0 ? undefined : compileAttraction(pod, near, on);
  const repelled = apart.map((term) => valuesWith(on.nodes, term, compileTerm(term, pod.namespace, on.labelsOf)));
  const guarded = guardedPlaces(pod, on);
  return (node) => {
    if (attracted?.(node) === false) return 'affinity';
    if (apart.some(({ topologyKey }, index) => hasValue(repelled[index], node.labels[topologyKey])))
      return 'antiAffinity';
    for (const [key, values] of guarded) if (hasValue(values, node.labels[key])) return 'existingAntiAffinity';
    return undefined;
  };
}

function hasValue(values: ReadonlySet<string> | undefined, value: string | undefined): boolean {
  return value !== undefined && values?.has(value) === true;
}

/** The first pod of a group with affinity to itself would match no node; it may go to any node with the labels. */
function compileAttraction(pod: ScheduledPod, terms: readonly PodTerm[], { nodes, labelsOf }: PodsOnNodes) {
  const all = terms.map((term) => compileTerm(term, pod.namespace, labelsOf));
  const matchesAll: Matches = (other) => all.every((matches) => matches(other));
  const places = terms.map((term) => valuesWith(nodes, term, matchesAll));
  const isFirst = places.every(({ size }) => size === 0) && matchesAll(pod);
  return ({ labels }: NodeUsage): boolean =>
    terms.every(({ topologyKey }, index) => {
      const value = labels[topologyKey];
      return value !== undefined && (isFirst || hasValue(places[index], value));
    });
}

function guardedPlaces(pod: ScheduledPod, { repelling, labelsOf }: PodsOnNodes): ReadonlyMap<string, Set<string>> {
  const guarded = new Map<string, Set<string>>();
  for (const [other, node] of repelling) {
    for (const term of other.requiredAntiAffinity) {
      const value = node.labels[term.topologyKey];
      if (value === undefined || !compileTerm(term, other.namespace, labelsOf)(pod)) continue;
      const values = guarded.get(term.topologyKey) ?? new Set();
      guarded.set(term.topologyKey, values.add(value));
    }
  }
  return guarded;
}

/** The topology values of the nodes that run a matching pod. */
function valuesWith(nodes: readonly NodeUsage[], { topologyKey }: PodTerm, matches: Matches): Set<string> {
  const values = new Set<string>();
  for (const { labels, pods } of nodes) {
    const value = labels[topologyKey];
    if (value === undefined || values.has(value)) continue;
    for (const pod of pods.values()) {
      if (!matches(pod)) continue;
      values.add(value);
      break;
    }
  }
  return values;
}

/** A term without `namespaces` and `namespaceSelector` applies to the namespace of its own pod. */
function compileTerm(term: PodTerm, ownNamespace: string, labelsOf: NamespaceLabels): Matches {
  const selector = compileSelector(term.labelSelector);
  const { namespaces = [], namespaceSelector } = term;
  const ofNamespaces = compileSelector(namespaceSelector);
  const named = new Set(namespaces.length === 0 && namespaceSelector === undefined ? [ownNamespace] : namespaces);
  return ({ namespace, labels }) =>
    (named.has(namespace) || matchesLabels(ofNamespaces, labelsOf(namespace))) && matchesLabels(selector, labels);
}

/** An invalid selector matches nothing. */
export function compileSelector(object: PodTerm['labelSelector']): LabelSelector | null {
  const made = selectorFromLabelSelector(object);
  return made.ok ? made.selector : null;
}

/** The affinity score of each node: preferred terms, weighted, times matching pods; anti-affinity counts negative. */
export function weighPodPreferences(
  pod: ScheduledPod,
  { affinity }: Spec,
  on: PodsOnNodes,
): (node: NodeUsage) => number {
  const wanted = affinity?.podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const avoided = affinity?.podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const weighted = [
    ...wanted.map(({ weight, podAffinityTerm: term }) => ({ weight, term })),
    ...avoided.map(({ weight, podAffinityTerm: term }) => ({ weight: -weight, term })),
  ];
  const sums = weighted.map(({ weight, term }) => {
    const matches = compileTerm(term, pod.namespace, on.labelsOf);
    return { key: term.topologyKey, weight, counts: countByValue(on.nodes, term.topologyKey, matches) };
  });
  return ({ labels }) =>
    sums.reduce((sum, { key, weight, counts }) => sum + weight * (counts.get(labels[key] ?? '') ?? 0), 0);
}

export function countByValue(nodes: readonly NodeUsage[], key: string, matches: Matches): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { labels, pods } of nodes) {
    const value = labels[key];
    if (value === undefined) continue;
    let count = counts.get(value) ?? 0;
    for (const pod of pods.values()) if (matches(pod)) count += 1;
    counts.set(value, count);
  }
  return counts;
}
