/** Chooses the node of a pod: filters, scores with the weights of kube-scheduler, and a random draw among the best. */
import type { Pod } from '@keelson/api';

import { findMisfit, type NodeFault } from './find-misfit.ts';
import { weighNodePreferences } from './match-node-selector.ts';
import type { NodeUsage } from './node-usage.ts';
import { compilePodAffinity, weighPodPreferences, type PodsOnNodes } from './pod-affinity.ts';
import type { ScheduledPod } from './scheduled-pod.ts';
import { countUntolerated } from './tolerate-taints.ts';
import { compileTopologySpread } from './topology-spread.ts';

export type NodeChoice =
  { readonly ok: true; readonly node: NodeUsage } | { readonly ok: false; readonly faults: readonly NodeFault[] };

/** `draw` returns a number from 0 (inclusive) to 1 (exclusive). Synchronous: the usage of nodes must not change. */
export function chooseNode(pod: ScheduledPod, spec: Pod['spec'], on: PodsOnNodes, draw: () => number): NodeChoice {
  const { nodes } = on;
  const filters = { affinity: compilePodAffinity(pod, spec, on), spread: compileTopologySpread(pod, spec, nodes) };
  const faults: NodeFault[] = [];
  const fitting: NodeUsage[] = [];
  for (const node of nodes) {
    const fault = findMisfit(pod, spec, node, filters);
    if (fault === undefined) fitting.push(node);
    else faults.push(fault);
  }
  const [only] = fitting;
  if (only === undefined) return { ok: false, faults };
  if (fitting.length === 1) return { ok: true, node: only };
  const scores = scoreNodes(pod, spec, on, fitting);
  const best = Math.max(...scores);
  const equals = fitting.filter((_, index) => scores[index] === best);
  return { ok: true, node: equals[Math.floor(draw() * equals.length)] ?? only };
}

/** The weighted sum of the scores of each node; each score is from 0 to 100. */
function scoreNodes(pod: ScheduledPod, spec: Pod['spec'], on: PodsOnNodes, nodes: readonly NodeUsage[]): number[] {
  const { tolerations = [] } = spec;
  const nearby = weighPodPreferences(pod, spec, on);
  const parts = [
    { weight: 1, scores: nodes.map((node) => scoreFreeRoom(pod, node)) },
    { weight: 2, scores: spread(nodes.map((node) => weighNodePreferences(spec, node))) },
    { weight: 2, scores: spread(nodes.map((node) => nearby(node))) },
    { weight: 2, scores: invert(nodes.map((node) => countFamily(pod, node))) },
    { weight: 3, scores: invert(nodes.map(({ taints }) => countUntolerated(taints, tolerations, 'PreferNoSchedule'))) },
  ];
  return nodes.map((_, index) => parts.reduce((sum, { weight, scores }) => sum + weight * (scores[index] ?? 0), 0));
}

const full = 100;

/** The mean share of CPU and memory that is free after the pod is placed. */
function scoreFreeRoom({ scored }: ScheduledPod, { allocatable, scored: used }: NodeUsage): number {
  const freeOf = (name: 'cpu' | 'memory'): number => {
    const total = allocatable.get(name) ?? 0;
    return total === 0 ? 0 : Math.max(0, total - used[name] - scored[name]) / total;
  };
  return Math.floor(((freeOf('cpu') + freeOf('memory')) / 2) * full);
}

function countFamily({ family }: ScheduledPod, { pods }: NodeUsage): number {
  let count = 0;
  for (const pod of pods.values()) if (pod.family === family) count += 1;
  return count;
}

/** Normalizes values: the least becomes 0, the greatest 100. */
function spread(values: readonly number[]): number[] {
  const least = Math.min(...values);
  const range = Math.max(...values) - least;
  return values.map((value) => (range === 0 ? 0 : Math.floor((full * (value - least)) / range)));
}

/** Normalizes counts so that fewer score higher: the greatest becomes 0, none 100. */
function invert(values: readonly number[]): number[] {
  const most = Math.max(...values);
  return values.map((value) => (most === 0 ? full : Math.floor((full * (most - value)) / most)));
}
