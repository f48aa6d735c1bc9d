/** Event handlers of the scheduler: keep the usage of nodes up to date, and enqueue pending pods. */
import { isDeepStrictEqual } from 'node:util';

import type { Node, Pod } from '@keelson/api';
import { objectKey, type CachedObject, type Informer, type WorkQueue } from '@keelson/informers';

import { hasEndedPhase, isPending } from './pending-pod.ts';
import type { CachedPod } from '../../dependents/pod-facts.ts';
import type { ClusterUsage } from './node-usage.ts';
import { scheduledPodOf } from './scheduled-pod.ts';
import type { WaitingPods } from './waiting-pods.ts';

export interface FollowedCluster {
  readonly pods: Informer<Pod>;
  readonly nodes: Informer<Node>;
  readonly usage: ClusterUsage;
  readonly waiting: WaitingPods;
  readonly queue: Pick<WorkQueue, 'add'>;
}

/** Returns a function that removes the handlers. */
export function followCluster(parts: FollowedCluster): () => void {
  const removeNodes = followNodes(parts);
  const removePods = followPods(parts);
  return () => {
    removeNodes();
    removePods();
  };
}

function followNodes({ nodes, usage, waiting }: FollowedCluster): () => void {
  const put = (node: CachedObject<Node>): void => {
    if (!node.decoded.ok) return;
    usage.putNode(node);
    waiting.wake();
  };
  return nodes.addHandler({
    onAdd: put,
    onUpdate: (old, node) => {
      if (!isSameToPods(old, node)) put(node);
    },
    onDelete: ({ name }) => usage.removeNode(name),
  });
}

/** True for heartbeats and other changes that do not affect scheduling. */
function isSameToPods(a: CachedObject<Node>, b: CachedObject<Node>): boolean {
  if (!a.decoded.ok || !b.decoded.ok) return false;
  const [old, node] = [a.decoded.object, b.decoded.object];
  return (
    isDeepStrictEqual(old.spec, node.spec) &&
    isDeepStrictEqual(old.status.allocatable, node.status.allocatable) &&
    isDeepStrictEqual(a.head.labels, b.head.labels)
  );
}

function followPods({ pods, usage, waiting, queue }: FollowedCluster): () => void {
  const leave = (uid: string): void => {
    if (usage.remove(uid)) waiting.wake();
  };
  const put = (pod: CachedPod, old?: CachedPod): void => {
    if (!pod.decoded.ok) return;
    const { spec, status } = pod.decoded.object;
    const { nodeName = '' } = spec;
    const { uid } = pod.head;
    if (hasEndedPhase(status.phase)) leave(uid);
    else if (nodeName === '') {
      if (isPending(pod) && (old === undefined || !isSameToNodes(old, pod))) queue.add(objectKey(pod));
    } else if (usage.nodeOf(uid) !== nodeName || old === undefined || !isSameToPodsNearby(old, pod)) {
      usage.place(scheduledPodOf(pod), nodeName);
      // Its labels may satisfy the affinity of waiting pods.
      waiting.wake();
    }
  };
  return pods.addHandler({
    onAdd: (pod) => put(pod),
    onUpdate: (old, pod) => put(pod, old),
    onDelete: (pod) => {
      leave(pod.head.uid);
      waiting.forget(objectKey(pod));
    },
  });
}

function isSameToPodsNearby({ head: old }: CachedPod, { head }: CachedPod): boolean {
  return (
    old.uid === head.uid &&
    old.deletionTimestamp === head.deletionTimestamp &&
    isDeepStrictEqual(old.labels, head.labels)
  );
}

/** True for status updates and other changes that do not affect where the pod fits. */
function isSameToNodes(old: CachedPod, pod: CachedPod): boolean {
  return (
    isSameToPodsNearby(old, pod) &&
    isDeepStrictEqual(old.head.annotations, pod.head.annotations) &&
    old.decoded.ok &&
    pod.decoded.ok &&
    isDeepStrictEqual(old.decoded.object.spec, pod.decoded.object.spec)
  );
}
