/** Controller of StatefulSets: keeps pods with names and volumes of their own, in order. */
import type { ControllerRevision, PersistentVolumeClaim, Pod, StatefulSet } from '@keelson/api';
import { objectKey, splitObjectKey } from '@keelson/informers';
import { selectorFromLabelSelector } from '@keelson/meta';

import { followPods } from '../dependents/follow-pods.ts';
import { indexByController } from '../dependents/owner-index.ts';
import { Expectations } from '../dependents/pod-expectations.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';
import { sharedIndex } from '../frame/shared-index.ts';
import type { CachedStatefulSet, StatefulParts } from './stateful-parts.ts';
import { syncStatefulSet } from './sync-stateful-set.ts';

const name = 'statefulset';

export const statefulSetController: ControllerDefinition = {
  name,
  account: 'statefulset-controller',
  workers: 5,
  reads: ['statefulSets', 'pods', 'controllerRevisions'],
  start: startStatefulSetController,
};

function startStatefulSetController(context: ControllerContext): LedController {
  const parts = openParts(context);
  const { sets, pods, claims, expectations } = parts;
  const revisions = context.informers.informer<ControllerRevision>(context.kinds.controllerRevisions);
  const reconciler = startReconciler(context, {
    queue: name,
    name,
    informers: [sets, pods, claims, revisions],
    reconcile: async (key) => {
      const set = sets.get(splitObjectKey(key));
      if (set !== undefined) return syncStatefulSet(parts, key, set);
      expectations.forget(key);
      return undefined;
    },
  });
  const enqueue = (key: string): void => reconciler.queue.add(key);
  const onDelete = (set: CachedStatefulSet): void => {
    expectations.forget(objectKey(set));
    enqueue(objectKey(set));
  };
  const onAdd = (set: CachedStatefulSet): void => enqueue(objectKey(set));
  reconciler.onStop(sets.addHandler({ onAdd, onUpdate: (_, set) => onAdd(set), onDelete }));
  const ownerResource = context.kinds.statefulSets;
  const sawDelete = (key: string, uid: string): void => expectations.sawDelete(key, uid);
  reconciler.onStop(followPods({ pods, owners: sets, ownerResource, selectorOf, enqueue, sawDelete }));
  return reconciler;
}

function openParts(context: ControllerContext): StatefulParts {
  const { informers, kinds, clock } = context;
  const pods = informers.informer<Pod>(kinds.pods);
  const revisions = informers.informer<ControllerRevision>(kinds.controllerRevisions);
  return {
    context,
    sets: informers.informer<StatefulSet>(kinds.statefulSets),
    pods,
    claims: informers.informer<PersistentVolumeClaim>(kinds.persistentVolumeClaims),
    podIndex: sharedIndex(pods, indexByController),
    revisionIndex: sharedIndex(revisions, indexByController),
    expectations: new Expectations(pods, clock),
  };
}

function selectorOf({ object }: CachedStatefulSet) {
  const selected = selectorFromLabelSelector(object.spec.selector);
  return selected.ok ? selected.selector : null;
}
