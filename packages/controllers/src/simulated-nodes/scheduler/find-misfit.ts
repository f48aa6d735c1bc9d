/** Filters of a node for a pod, with the reasons of kube-scheduler. The first filter that fails gives the reason. */
import type { Pod } from '@keelson/api';

import { matchesNodeSelection } from './match-node-selector.ts';
import { hasPortsFree, type NodeUsage } from './node-usage.ts';
import type { AffinityFault, CheckAffinity } from './pod-affinity.ts';
import type { ScheduledPod } from './scheduled-pod.ts';
import { findUntolerated } from './tolerate-taints.ts';
import type { SpreadFault } from './topology-spread.ts';

export interface NodeFault {
  readonly reasons: readonly string[];
  /** True if preemption would not help: no removal of pods makes the node fit. */
  readonly isFinal: boolean;
}

export interface Filters {
  readonly affinity: CheckAffinity;
  readonly spread: (node: NodeUsage) => SpreadFault | undefined;
}

export function findMisfit(
  pod: ScheduledPod,
  spec: Pod['spec'],
  node: NodeUsage,
  filters: Filters,
): NodeFault | undefined {
  return findNodeFault(spec, node) ?? findRoomFault(pod, node) ?? findCompanyFault(node, filters);
}

const final = (reason: string): NodeFault => ({ reasons: [reason], isFinal: true });
const passing = (reason: string): NodeFault => ({ reasons: [reason], isFinal: false });

const blockingEffects: ReadonlySet<string> = new Set(['NoSchedule', 'NoExecute']);
/** The implied taint of an unschedulable node. */
const unschedulable = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;

function findNodeFault(spec: Pod['spec'], node: NodeUsage): NodeFault | undefined {
  const { tolerations = [] } = spec;
  if (node.isUnschedulable && findUntolerated([unschedulable], tolerations, blockingEffects) !== undefined) {
    return final('node(s) were unschedulable');
  }
  const taint = findUntolerated(node.taints, tolerations, blockingEffects);
  if (taint !== undefined) return final(`node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`);
  if (!matchesNodeSelection(spec, node)) return final("node(s) didn't match Pod's node affinity/selector");
  return undefined;
}

function findRoomFault({ ports, requests }: ScheduledPod, node: NodeUsage): NodeFault | undefined {
  if (!hasPortsFree(node, ports)) return passing("node(s) didn't have free ports for the requested pod ports");
  const reasons: string[] = [];
  if (node.pods.size + 1 > (node.allocatable.get('pods') ?? 0) / thousandths) reasons.push('Too many pods');
  for (const [name, amount] of requests) {
    const free = (node.allocatable.get(name) ?? 0) - (node.used.get(name) ?? 0);
    if (amount > 0 && amount > free) reasons.push(`Insufficient ${name}`);
  }
  return reasons.length === 0 ? undefined : { reasons, isFinal: false };
}

const thousandths = 1_000;

function findCompanyFault(node: NodeUsage, { affinity, spread }: Filters): NodeFault | undefined {
  const uneven = spread(node);
  if (uneven !== undefined) return spreadFaults[uneven];
  const unwanted = affinity(node);
  return unwanted && affinityFaults[unwanted];
}

const spreadFaults: Readonly<Record<SpreadFault, NodeFault>> = {
  missingLabel: final("node(s) didn't match pod topology spread constraints (missing required label)"),
  skew: passing("node(s) didn't match pod topology spread constraints"),
};

const affinityFaults: Readonly<Record<AffinityFault, NodeFault>> = {
  affinity: final("node(s) didn't match pod affinity rules"),
  antiAffinity: passing("node(s) didn't match pod anti-affinity rules"),
  existingAntiAffinity: passing("node(s) didn't satisfy existing pods anti-affinity rules"),
};
