/** Controller of Deployments: makes ReplicaSets of their templates and rolls from one to the next. */
import type { Deployment, Pod, ReplicaSet } from '@keelson/api';
import { byNamespace, objectKey, splitObjectKey } from '@keelson/informers';
import { matchesLabels } from '@keelson/meta';

import { controllerOf, indexByController } from '../dependents/owner-index.ts';
import type { CachedPod } from '../dependents/pod-facts.ts';
import { readSelector } from '../dependents/read-selector.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { UnseenWrites } from '../frame/unseen-writes.ts';
import { startReconciler } from '../frame/reconciler.ts';
import { sharedIndex } from '../frame/shared-index.ts';
import type { CachedDeployment, CachedReplicaSet, DeploymentParts } from './rollout.ts';
import { syncDeployment } from './sync-deployment.ts';

const name = 'deployment';

export const deploymentController: ControllerDefinition = {
  name,
  account: 'deployment-controller',
  workers: 5,
  reads: ['deployments', 'replicaSets', 'pods'],
  start: startDeploymentController,
};

function startDeploymentController(context: ControllerContext): LedController {
  const parts = openParts(context);
  const { deployments, replicaSets, written, writtenSets } = parts;
  const pods = context.informers.informer<Pod>(context.kinds.pods);
  const reconciler = startReconciler(context, {
    queue: name,
    name,
    informers: [deployments, replicaSets, pods],
    reconcile: async (key) => {
      const deployment = deployments.get(splitObjectKey(key));
      return deployment === undefined ? undefined : syncDeployment(parts, key, deployment);
    },
  });
  const enqueue = (deployment: CachedDeployment): void => reconciler.queue.add(objectKey(deployment));
  const onDelete = (deployment: CachedDeployment): void => {
    written.forget(objectKey(deployment));
    writtenSets.forget(objectKey(deployment));
  };
  reconciler.onStop(deployments.addHandler({ onAdd: enqueue, onUpdate: (_, each) => enqueue(each), onDelete }));
  reconciler.onStop(followSets(parts, enqueue));
  reconciler.onStop(pods.addHandler({ onDelete: (pod) => noteGonePod(parts, pod, enqueue) }));
  return reconciler;
}

function openParts(context: ControllerContext): DeploymentParts {
  const { informers, kinds, clock } = context;
  const deployments = informers.informer<Deployment>(kinds.deployments);
  const replicaSets = informers.informer<ReplicaSet>(kinds.replicaSets);
  return {
    context,
    deployments,
    replicaSets,
    setIndex: sharedIndex(replicaSets, indexByController),
    podIndex: sharedIndex(informers.informer<Pod>(kinds.pods), indexByController),
    written: new UnseenWrites(deployments, clock),
    writtenSets: new UnseenWrites(replicaSets, clock),
  };
}

type Enqueue = (deployment: CachedDeployment) => void;

function followSets(parts: DeploymentParts, enqueue: Enqueue): () => void {
  const { deployments, replicaSets, writtenSets } = parts;
  const namespaced = sharedIndex(deployments, byNamespace);
  const note = (set: CachedReplicaSet): void => {
    const owner = deploymentOf(parts, set);
    if (owner !== undefined) enqueue(owner);
    else if (controllerOf(set.head) === undefined) {
      for (const each of namespaced.get(set.namespace)) if (selects(each, set)) enqueue(each);
    }
  };
  return replicaSets.addHandler({
    onAdd: note,
    onUpdate: (old, set) => {
      const before = deploymentOf(parts, old);
      if (before !== undefined && controllerOf(set.head)?.uid !== before.head.uid) enqueue(before);
      note(set);
    },
    onDelete: (set) => {
      const owner = deploymentOf(parts, set);
      if (owner === undefined) return;
      writtenSets.sawDelete(objectKey(owner), set);
      enqueue(owner);
    },
  });
}

function deploymentOf({ deployments, context }: DeploymentParts, { namespace, head }: CachedReplicaSet) {
  const reference = controllerOf(head);
  if (reference?.kind !== context.kinds.deployments.kind) return undefined;
  const deployment = deployments.get({ namespace, name: reference.name });
  return deployment?.head.uid === reference.uid ? deployment : undefined;
}

function selects({ decoded }: CachedDeployment, { head }: CachedReplicaSet): boolean {
  return decoded.ok && matchesLabels(readSelector(decoded.object.spec.selector), head.labels);
}

/** Recreation waits for the last pod of the earlier templates; a rolling update follows the counts of ReplicaSets. */
function noteGonePod(parts: DeploymentParts, { namespace, head }: CachedPod, enqueue: Enqueue): void {
  const reference = controllerOf(head);
  if (reference?.kind !== parts.context.kinds.replicaSets.kind) return;
  const set = parts.replicaSets.get({ namespace, name: reference.name });
  const deployment = set?.head.uid === reference.uid ? deploymentOf(parts, set) : undefined;
  if (deployment?.decoded.ok === true && deployment.decoded.object.spec.strategy.type === 'Recreate') {
    enqueue(deployment);
  }
}
