/** Controller of DaemonSets: keeps one pod on each node that takes it. */
import { isDeepStrictEqual } from 'node:util';

import type { ControllerRevision, DaemonSet, Node, Pod } from '@keelson/api';
import { objectKey } from '@keelson/informers';

import { indexByController } from '../dependents/owner-index.ts';
import { Expectations } from '../dependents/pod-expectations.ts';
import { readSelector } from '../dependents/read-selector.ts';
import { reconcilePodOwners } from '../dependents/reconcile-pod-owners.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { sharedIndex } from '../frame/shared-index.ts';
import type { CachedDaemonSet, CachedNode, DaemonParts } from './daemon-parts.ts';
import { FailedPodBackoff } from './failed-pod-backoff.ts';
import { fitNode } from './fit-node.ts';
import { syncDaemonSet } from './sync-daemon-set.ts';

const name = 'daemonset';

export const daemonSetController: ControllerDefinition = {
  name,
  account: 'daemon-set-controller',
  component: 'daemonset-controller',
  workers: 2,
  reads: ['daemonSets', 'pods', 'nodes', 'controllerRevisions'],
  start: startDaemonSetController,
};

function startDaemonSetController(context: ControllerContext): LedController {
  const parts = openParts(context);
  const { sets, nodes, expectations } = parts;
  const pods = context.informers.informer<Pod>(context.kinds.pods);
  const revisions = context.informers.informer<ControllerRevision>(context.kinds.controllerRevisions);
  const reconciler = reconcilePodOwners(context, {
    queue: name,
    name,
    owners: sets,
    ownerResource: context.kinds.daemonSets,
    pods,
    informers: [nodes, revisions],
    selectorOf: ({ object }) => readSelector(object.spec.selector),
    expectations,
    sync: (key, set) => syncDaemonSet(parts, key, set),
  });
  reconciler.onStop(followNodes(parts, (set) => reconciler.queue.add(objectKey(set))));
  return reconciler;
}

function openParts(context: ControllerContext): DaemonParts {
  const { informers, kinds, clock } = context;
  const pods = informers.informer<Pod>(kinds.pods);
  const revisions = informers.informer<ControllerRevision>(kinds.controllerRevisions);
  return {
    context,
    sets: informers.informer<DaemonSet>(kinds.daemonSets),
    nodes: informers.informer<Node>(kinds.nodes),
    podIndex: sharedIndex(pods, indexByController),
    revisionIndex: sharedIndex(revisions, indexByController),
    expectations: new Expectations(pods, clock),
    failedPods: new FailedPodBackoff(clock),
  };
}

/** Nodes report their state often: only labels and taints can change what they take. */
function followNodes({ sets, nodes }: DaemonParts, enqueue: (set: CachedDaemonSet) => void): () => void {
  const enqueueAll = (concerns: (set: CachedDaemonSet) => boolean): void => {
    for (const set of sets.list()) if (set.decoded.ok && concerns(set)) enqueue(set);
  };
  return nodes.addHandler({
    onAdd: (node) => enqueueAll((set) => node.decoded.ok && fitNode(set, node).shouldRun),
    onUpdate: (old, node) => {
      if (isSameForPods(old, node)) return;
      enqueueAll((set) => !isDeepStrictEqual(fitNode(set, old), fitNode(set, node)));
    },
    onDelete: () => enqueueAll(() => true),
  });
}

function isSameForPods(old: CachedNode, node: CachedNode): boolean {
  if (!old.decoded.ok || !node.decoded.ok) return true;
  const { taints } = node.decoded.object.spec;
  return (
    isDeepStrictEqual(old.head.labels, node.head.labels) && isDeepStrictEqual(old.decoded.object.spec.taints, taints)
  );
}
