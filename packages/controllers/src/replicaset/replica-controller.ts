/** Controllers of ReplicaSets and ReplicationControllers: keep as many pods as one asks for. */
import type { Pod } from '@keelson/api';
import { objectKey, splitObjectKey } from '@keelson/informers';

import { Expectations } from '../dependents/pod-expectations.ts';
import { followPods } from '../dependents/follow-pods.ts';
import { indexByController } from '../dependents/owner-index.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';
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
  const reconciler = startReconciler(context, {
    queue: kind.queue,
    name: kind.name,
    informers: [sets, pods],
    reconcile: async (key) => {
      const set = sets.get(splitObjectKey(key));
      if (set !== undefined) return syncReplicas(parts, key, set);
      expectations.forget(key);
      return undefined;
    },
  });
  const enqueue = (key: string): void => reconciler.queue.add(key);
  reconciler.onStop(
    sets.addHandler({
      onAdd: (set) => enqueue(objectKey(set)),
      onUpdate: (_, set) => enqueue(objectKey(set)),
      onDelete: (set) => {
        expectations.forget(objectKey(set));
        enqueue(objectKey(set));
      },
    }),
  );
  const sawDelete = (key: string, uid: string): void => expectations.sawDelete(key, uid);
  const { selectorOf } = kind;
  const enqueueLater = (key: string): void => reconciler.queue.addAfter(key, podBatchMs);
  const following = { pods, owners: sets, ownerResource: resource, selectorOf, enqueue: enqueueLater, sawDelete };
  reconciler.onStop(followPods(following));
  return reconciler;
}
