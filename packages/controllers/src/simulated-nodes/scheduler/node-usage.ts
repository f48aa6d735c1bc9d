/** Nodes as the scheduler sees them: allocatable amounts, and the pods that use them, assumed pods included. */
import type { Node } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';

import type { NodeIdentity, NodeTaint } from './match-node-selector.ts';
import { readAmounts, type NodeAmounts } from './resource-amounts.ts';
import { portsCollide, type HostPort, type ScheduledPod } from './scheduled-pod.ts';

export interface NodeUsage extends NodeIdentity {
  readonly isUnschedulable: boolean;
  readonly taints: readonly NodeTaint[];
  readonly allocatable: NodeAmounts;
  readonly used: NodeAmounts;
  readonly scored: { cpu: number; memory: number };
  readonly pods: ReadonlyMap<string, ScheduledPod>;
}

interface Counted extends NodeUsage {
  readonly pods: Map<string, ScheduledPod>;
}

export interface ClusterUsage {
  /** Sorted by name, so that a replay meets the nodes in the same order. */
  nodes(): readonly NodeUsage[];
  putNode(node: CachedObject<Node>): void;
  /** Pods of the node stay known, and count again if it is put back. */
  removeNode(name: string): void;
  /** Counts a pod on a node. A pod that was counted on another node is moved. */
  place(pod: ScheduledPod, nodeName: string): void;
  /** True if the pod was counted on a node. */
  remove(uid: string): boolean;
  nodeOf(uid: string): string | undefined;
  /** Pods with required anti-affinity, and their nodes: usually few. */
  repelling(): Iterable<readonly [ScheduledPod, NodeUsage]>;
}

export function createClusterUsage(): ClusterUsage {
  const nodes = new Map<string, Counted>();
  /** Pods by uid, by node name. Includes nodes that are not known. */
  const podsByNode = new Map<string, Map<string, ScheduledPod>>();
  const placed = new Map<string, string>();
  const repellents = new Map<string, ScheduledPod>();
  let sorted: readonly NodeUsage[] | undefined;

  const remove = (uid: string): boolean => {
    const nodeName = placed.get(uid);
    if (nodeName === undefined) return false;
    placed.delete(uid);
    repellents.delete(uid);
    const pods = podsByNode.get(nodeName);
    const pod = pods?.get(uid);
    pods?.delete(uid);
    if (pods?.size === 0 && !nodes.has(nodeName)) podsByNode.delete(nodeName);
    const node = nodes.get(nodeName);
    if (node !== undefined && pod !== undefined) count(node, pod, -1);
    return true;
  };

  return {
    nodes: () => (sorted ??= [...nodes.values()].sort((a, b) => (a.name < b.name ? -1 : 1))),
    putNode: ({ name, head, object }) => {
      const pods = podsOf(podsByNode, name);
      const node: Counted = {
        name,
        labels: head.labels,
        isUnschedulable: object.spec.unschedulable === true,
        taints: object.spec.taints ?? [],
        allocatable: readAmounts(object.status.allocatable),
        used: new Map(),
        scored: { cpu: 0, memory: 0 },
        pods,
      };
      for (const pod of pods.values()) count(node, pod, 1);
      nodes.set(name, node);
      sorted = undefined;
    },
    removeNode: (name) => {
      nodes.delete(name);
      sorted = undefined;
    },
    place: (pod, nodeName) => {
      remove(pod.uid);
      placed.set(pod.uid, nodeName);
      podsOf(podsByNode, nodeName).set(pod.uid, pod);
      if (pod.requiredAntiAffinity.length > 0) repellents.set(pod.uid, pod);
      const node = nodes.get(nodeName);
      if (node !== undefined) count(node, pod, 1);
    },
    remove,
    nodeOf: (uid) => placed.get(uid),
    *repelling() {
      for (const pod of repellents.values()) {
        const node = nodes.get(placed.get(pod.uid) ?? '');
        if (node !== undefined) yield [pod, node];
      }
    },
  };
}

function podsOf(podsByNode: Map<string, Map<string, ScheduledPod>>, name: string): Map<string, ScheduledPod> {
  let pods = podsByNode.get(name);
  if (pods === undefined) {
    pods = new Map<string, ScheduledPod>();
    podsByNode.set(name, pods);
  }
  return pods;
}

function count({ used, scored }: Counted, pod: ScheduledPod, sign: 1 | -1): void {
  for (const [name, amount] of pod.requests) used.set(name, (used.get(name) ?? 0) + sign * amount);
  scored.cpu += sign * pod.scored.cpu;
  scored.memory += sign * pod.scored.memory;
}

export function hasPortsFree(node: NodeUsage, ports: readonly HostPort[]): boolean {
  if (ports.length === 0) return true;
  for (const { ports: taken } of node.pods.values()) {
    if (taken.some((each) => ports.some((port) => portsCollide(each, port)))) return false;
  }
  return true;
}
