/**
 * Garbage collector: deletes objects whose owners are gone, deletes dependents before owners where a delete asks for
 * that, and leaves them behind where it asks for that. It holds no state that is not in the objects: finalizers tell a
 * new leader what is under way.
 */
import { groupVersion } from '@keelson/schema';
import type { ObjectOwner } from '@keelson/informers';

import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';
import { createAbsentOwners } from './absent-owners.ts';
import { createElsewhereLimit } from './elsewhere-limit.ts';
import { examineObject, type ExamineParts } from './examine-object.ts';
import { isForeignOwner } from './foreign-owner.ts';
import { followGraph } from './follow-graph.ts';
import type { GraphNode } from './graph-node.ts';
import { orphanDependents } from './orphan-dependents.ts';
import type { ExaminedObject } from './examined-object.ts';

export const garbageCollectorName = 'garbagecollector';

export const garbageCollector: ControllerDefinition = {
  name: garbageCollectorName,
  account: 'generic-garbage-collector',
  component: 'garbage-collector-controller',
  workers: 64,
  start: (context) => startCollector(context),
};

function startCollector(context: ControllerContext): LedController {
  const { resources, scheme, client, clock, logger } = context;
  const absent = createAbsentOwners();
  const undecided = new Set<string>();
  const elsewhere = createElsewhereLimit();
  const examineUndecided = (): void => {
    for (const key of undecided) examining.queue.add(key);
    undecided.clear();
  };
  const followed = followGraph({
    resources,
    absent,
    loaded: examineUndecided,
    examine: (node) => examining.queue.add(node.key),
    orphan: (node) => orphaning.queue.add(node.key),
    logger,
  });
  const noteForeignOwner: ExamineParts['noteForeignOwner'] = (subject, owner) =>
    recordForeignOwner(context, subject, owner);
  const parts: ExamineParts = {
    resources,
    scheme,
    absent,
    followed,
    client,
    nowMs: () => clock.now(),
    noteForeignOwner,
  };
  const onNode =
    <R>(run: (node: GraphNode) => Promise<R>) =>
    (key: string): Promise<R | undefined> => {
      const node = followed.graph.node(key);
      return node === undefined ? Promise.resolve(undefined) : run(node);
    };
  const examining = startReconciler(context, {
    queue: 'garbage_collector_attempt_to_delete',
    name: garbageCollectorName,
    informers: [],
    reconcile: onNode(async (node) => {
      const result = await elsewhere.run(node, () => examineObject(parts, node));
      if (result !== 'undecided') return result;
      undecided.add(node.key);
      return { backsOff: true };
    }),
  });
  const orphaning = startReconciler(context, {
    queue: 'garbage_collector_attempt_to_orphan',
    name: garbageCollectorName,
    informers: [],
    reconcile: onNode((node) => orphanDependents(parts, node)),
  });
  examining.onStop(resources.follow({ added: examineUndecided, removed: () => undefined, answered: examineUndecided }));
  return {
    check: () => examining.check() ?? orphaning.check(),
    stop: async () => {
      followed.stop();
      await Promise.all([examining.stop(), orphaning.stop()]);
    },
  };
}

/** Users see why an object went, or why it stays. */
async function recordForeignOwner(
  { events, resources }: ControllerContext,
  { node, target, head }: ExaminedObject,
  owner: ObjectOwner,
): Promise<void> {
  const { namespace = '', name: subjectName } = target;
  if (!(await isForeignOwner(resources, owner, namespace))) return;
  const { apiVersion, kind, name: ownerName, uid } = owner;
  const named = `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${ownerName}, uid: ${uid}]`;
  const { stored } = node.place;
  events.record({
    about: {
      kind: stored.kind,
      apiVersion: groupVersion(stored),
      ...(namespace !== '' && { namespace }),
      name: subjectName,
      uid: head.uid,
    },
    type: 'Warning',
    reason: 'OwnerRefInvalidNamespace',
    message: `ownerRef ${named} does not exist in namespace "${namespace}"`,
  });
}
