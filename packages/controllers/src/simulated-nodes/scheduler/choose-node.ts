/** Chooses the node of a pod: filters, scores with the weights of kube-scheduler, and a draw among the best. */
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

/** `draw` gives a number from 0 (inclusive) to 1 (exclusive). Decides at once: nothing changes meanwhile. */
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

/** Each part from 0 to 100, times its weight. */
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

/** The share of cores and memory that is left, once the pod is there. */
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

/** From the least, which is 0, to the greatest, which is 100. */
function spread(values: readonly number[]): number[] {
  const least = Math.min(...values);
  const range = Math.max(...values) - least;
  return values.map((value) => (range === 0 ? 0 : Math.floor((full * (value - least)) / range)));
}

/** The fewer, the better: none is 100. */
function invert(values: readonly number[]): number[] {
  const most = Math.max(...values);
  return values.map((value) => (most === 0 ? full : Math.floor((full * (most - value)) / most)));
}
