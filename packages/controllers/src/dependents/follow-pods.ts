/** Event handlers that bring the owner of a pod into its work queue when the pod changes. */
import type { Pod } from '@keelson/api';
import { byNamespace, objectKey, type CachedObject, type Informer, type ObjectIndex } from '@keelson/informers';
import { matchesLabels, type LabelSelector } from '@keelson/meta';
import type { Resource } from '@keelson/schema';

import { sharedIndex } from '../frame/shared-index.ts';
import { controllerOf } from './owner-index.ts';
import type { CachedPod } from './pod-facts.ts';

export interface PodFollowing<T> {
  readonly pods: Informer<Pod>;
  readonly owners: Informer<T>;
  readonly ownerResource: Resource;
  /** `null` selects nothing. */
  readonly selectorOf: (owner: CachedObject<T>) => LabelSelector | null;
  readonly enqueue: (key: string) => void;
  /** A pod of the owner is gone. */
  readonly sawDelete?: (key: string, uid: string) => void;
}

/** Returns a function that removes the handler. */
export function followPods<T>(following: PodFollowing<T>): () => void {
  const { pods, owners, enqueue, sawDelete } = following;
  const namespaced = sharedIndex<T>(owners, byNamespace);
  const note = (pod: CachedPod): void => {
    const owner = ownerOf(following, pod);
    if (owner !== undefined) enqueue(objectKey(owner));
    else if (controllerOf(pod.head) === undefined) enqueueSelecting(following, namespaced, pod);
  };
  return pods.addHandler({
    onAdd: note,
    onUpdate: (old, pod) => {
      const before = ownerOf(following, old);
      if (before !== undefined && controllerOf(pod.head)?.uid !== before.head.uid) enqueue(objectKey(before));
      note(pod);
    },
    onDelete: (pod) => {
      const owner = ownerOf(following, pod);
      if (owner === undefined) return;
      sawDelete?.(objectKey(owner), pod.head.uid);
      enqueue(objectKey(owner));
    },
  });
}

function ownerOf<T>({ owners, ownerResource }: PodFollowing<T>, { namespace, head }: CachedPod) {
  const reference = controllerOf(head);
  if (reference === undefined || reference.kind !== ownerResource.kind) return undefined;
  const owner = owners.get({ namespace, name: reference.name });
  return owner?.head.uid === reference.uid ? owner : undefined;
}

/** A pod that nobody controls concerns every owner that selects it. */
function enqueueSelecting<T>(following: PodFollowing<T>, namespaced: ObjectIndex<T>, pod: CachedPod): void {
  for (const owner of namespaced.get(pod.namespace)) {
    if (owner.decoded.ok && matchesLabels(following.selectorOf(owner), pod.head.labels)) {
      following.enqueue(objectKey(owner));
    }
  }
}
