/** The state of one sync of a DaemonSet: its nodes, and its pods by the node that they are for. */
import { createdMs, isPodAvailable, nodeOf, phaseOf, type CachedPod } from '../dependents/pod-facts.ts';
import { targetNodeOf } from './daemon-pod.ts';
import type { CachedDaemonSet, CachedNode, DaemonParts } from './daemon-parts.ts';
import { fitNode, type NodeFit } from './fit-node.ts';

export interface NodePlace {
  readonly node: CachedNode;
  readonly fit: NodeFit;
  /** The one that got furthest, then the oldest, is first. */
  readonly pods: readonly CachedPod[];
}

export interface DaemonRun {
  readonly set: CachedDaemonSet;
  readonly hash: string;
  readonly places: readonly NodePlace[];
  /** Pods that are not bound, for nodes that are gone. */
  readonly lost: readonly CachedPod[];
  readonly isUp: (pod: CachedPod) => boolean;
}

export function openDaemonRun(
  { nodes, context }: DaemonParts,
  set: CachedDaemonSet,
  { hash, pods }: { readonly hash: string; readonly pods: readonly CachedPod[] },
): DaemonRun {
  const byNode = new Map<string, CachedPod[]>();
  for (const pod of pods) {
    const name = targetNodeOf(pod);
    if (name === undefined) continue;
    const others = byNode.get(name);
    if (others === undefined) byNode.set(name, [pod]);
    else others.push(pod);
  }
  const readable = [...nodes.list()].filter(({ decoded }) => decoded.ok);
  const places = readable.map((node) => {
    const own = (byNode.get(node.name) ?? []).sort(byProgress);
    return { node, fit: fitNode(set, node), pods: own };
  });
  const known = new Set(readable.map(({ name }) => name));
  const lost = [...byNode].flatMap(([name, own]) => (known.has(name) ? [] : own.filter((pod) => nodeOf(pod) === '')));
  const { minReadySeconds = 0 } = set.object.spec;
  const nowMs = context.clock.wallMs();
  return { set, hash, places, lost, isUp: (pod) => isPodAvailable(pod, minReadySeconds, nowMs) };
}

/** Bound ones before others, then by phase, then by age. */
function byProgress(a: CachedPod, b: CachedPod): number {
  const bound = (pod: CachedPod) => (nodeOf(pod) === '' ? 1 : 0);
  const pending = (pod: CachedPod) => (phaseOf(pod) === 'Pending' ? 1 : 0);
  return bound(a) - bound(b) || pending(a) - pending(b) || createdMs(a) - createdMs(b) || (a.name < b.name ? -1 : 1);
}
