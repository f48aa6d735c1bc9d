/** The reconciler of a kind that keeps pods: its keys come from events of the owners and of their pods. */
import { objectKey, splitObjectKey, type CachedObject, type Informer, type ReconcileResult } from '@keelson/informers';

import type { ControllerContext } from '../frame/definition.ts';
import { startReconciler, type Reconciler, type ReconcilerOptions } from '../frame/reconciler.ts';
import { followPods, type PodFollowing } from './follow-pods.ts';
import type { Expectations } from './pod-expectations.ts';

export interface PodOwnerOptions<T>
  extends
    Pick<ReconcilerOptions, 'queue' | 'name'>,
    Pick<PodFollowing<T>, 'owners' | 'pods' | 'ownerResource' | 'selectorOf'> {
  readonly expectations: Expectations;
  /** Beside those of the owners and of the pods. */
  readonly informers?: readonly Pick<Informer<unknown>, 'hasSynced' | 'whenSynced'>[];
  /** Changes of pods within so long are one sync of their owner; 0 if absent. */
  readonly podBatchMs?: number;
  readonly sync: (key: string, owner: CachedObject<T>) => Promise<ReconcileResult | undefined>;
}

/** Forgets the expectations of owners that are gone. */
export function reconcilePodOwners<T>(context: ControllerContext, options: PodOwnerOptions<T>): Reconciler {
  const { queue, name, owners, ownerResource, pods, selectorOf, expectations, podBatchMs = 0 } = options;
  const reconciler = startReconciler(context, {
    queue,
    name,
    informers: [owners, pods, ...(options.informers ?? [])],
    reconcile: async (key) => {
      const owner = owners.get(splitObjectKey(key));
      if (owner !== undefined) return options.sync(key, owner);
      expectations.forget(key);
      return undefined;
    },
  });
  const note = (owner: CachedObject<T>): void => reconciler.queue.add(objectKey(owner));
  const onDelete = (owner: CachedObject<T>): void => {
    expectations.forget(objectKey(owner));
    note(owner);
  };
  reconciler.onStop(owners.addHandler({ onAdd: note, onUpdate: (_, owner) => note(owner), onDelete }));
  const sawDelete = (key: string, uid: string): void => expectations.sawDelete(key, uid);
  const enqueue = (key: string): void =>
    podBatchMs > 0 ? reconciler.queue.addAfter(key, podBatchMs) : reconciler.queue.add(key);
  reconciler.onStop(followPods({ pods, owners, ownerResource, selectorOf, enqueue, sawDelete }));
  return reconciler;
}
