/** Controllers of ReplicaSets and ReplicationControllers: keep as many pods as one asks for. */
import type { Pod } from '@keelson/api';

import { Expectations } from '../dependents/pod-expectations.ts';
import { indexByController } from '../dependents/owner-index.ts';
import { reconcilePodOwners } from '../dependents/reconcile-pod-owners.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { sharedIndex } from '../frame/shared-index.ts';
import { replicaSetKind, replicationControllerKind, type ReplicaKind, type Replicated } from './replica-kind.ts';
import type { ReplicaParts } from './replica-parts.ts';
import { syncReplicas } from './sync-replicas.ts';

/** Changes of pods within so long are one sync of their set, and so one write of its status. */
const podBatchMs = 20;

export const replicaSetController = makeReplicaController(replicaSetKind);
export const replicationControllerController = makeReplicaController(replicationControllerKind);

function makeReplicaController(kind: ReplicaKind): ControllerDefinition {
  const { name, account, resource } = kind;
  return {
    name,
    account,
    workers: 5,
    reads: ['pods', resource],
    start: (context) => startReplicaController(context, kind),
  };
}

function startReplicaController(context: ControllerContext, kind: ReplicaKind): LedController {
  const { informers, kinds, clock } = context;
  const resource = kinds[kind.resource];
  const sets = informers.informer<Replicated>(resource);
  const pods = informers.informer<Pod>(kinds.pods);
  const expectations = new Expectations(pods, clock);
  const setIndex = sharedIndex(sets, indexByController);
  const podIndex = sharedIndex(pods, indexByController);
  const parts: ReplicaParts = { context, kind, resource, sets, setIndex, podIndex, expectations };
  return reconcilePodOwners(context, {
    queue: kind.queue,
    name: kind.name,
    owners: sets,
    ownerResource: resource,
    pods,
    selectorOf: kind.selectorOf,
    expectations,
    podBatchMs,
    sync: (key, set) => syncReplicas(parts, key, set),
  });
}
