/** Controller of StatefulSets: keeps pods with names and volumes of their own, in order. */
import type { ControllerRevision, PersistentVolumeClaim, Pod, StatefulSet } from '@keelson/api';

import { indexByController } from '../dependents/owner-index.ts';
import { Expectations } from '../dependents/pod-expectations.ts';
import { readSelector } from '../dependents/read-selector.ts';
import { reconcilePodOwners } from '../dependents/reconcile-pod-owners.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { sharedIndex } from '../frame/shared-index.ts';
import type { StatefulParts } from './stateful-parts.ts';
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
  return reconcilePodOwners(context, {
    queue: name,
    name,
    owners: sets,
    ownerResource: context.kinds.statefulSets,
    pods,
    informers: [claims, revisions],
    selectorOf: ({ object }) => readSelector(object.spec.selector),
    expectations,
    sync: (key, set) => syncStatefulSet(parts, key, set),
  });
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
