/**
 * Pod garbage collector: deletes pods of nodes that are gone, terminating pods that no node has, and the oldest of the
 * pods that have ended where there are more of them than a threshold. Driven by events; a pod that is none of these
 * costs a look at two of its fields.
 */
import type { Node, Pod } from '@keelson/api';
import { objectKey, splitObjectKey, type CachedObject, type Informer, type ReconcileResult } from '@keelson/informers';

import { isNotFound, refusedError } from '../client/controller-client.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';
import { selectableFieldsOf, type SelectableFields } from '../frame/selectable-fields.ts';

const name = 'podgc';

export const podGarbageCollector: ControllerDefinition = {
  name,
  account: 'pod-garbage-collector',
  workers: 20,
  start: startPodCollector,
};

/** A node that is not there for so long is gone: one that is registered anew keeps its pods. */
const quarantineMs = 40_000;
/** The key of the whole of pods that have ended; the names of pods have a slash. */
const endedPods = 'ended';
/** Many pods end together. */
const settleMs = 1_000;

type CachedPod = CachedObject<Pod>;

interface CollectorParts {
  readonly context: ControllerContext;
  readonly pods: Informer<Pod>;
  readonly nodes: Informer<Node>;
  readonly fieldsOf: SelectableFields;
  /** By the key of a pod: the time at which its node was first missed. */
  readonly missedMs: Map<string, number>;
  /** The keys of pods that have ended. */
  readonly ended: Set<string>;
}

function startPodCollector(context: ControllerContext): LedController {
  const { informers, kinds } = context;
  const pods = informers.informer<Pod>(kinds.pods);
  const nodes = informers.informer<Node>(kinds.nodes);
  const fieldsOf = selectableFieldsOf(informers, kinds.pods);
  const parts: CollectorParts = { context, pods, nodes, fieldsOf, missedMs: new Map(), ended: new Set() };
  const threshold = context.settings?.get('terminated-pod-gc-threshold') ?? 0;
  const reconciler = startReconciler(context, {
    queue: 'orphaned_pods_nodes',
    name,
    informers: [pods, nodes],
    reconcile: (key) => (key === endedPods ? deleteEnded(parts, threshold) : examine(parts, key)),
  });
  const { queue } = reconciler;
  const note = (pod: CachedPod): void => {
    const { nodeName, hasEnded } = factsOf(parts, pod);
    const key = objectKey(pod);
    if (hasEnded) parts.ended.add(key);
    if (threshold > 0 && parts.ended.size > threshold) queue.addAfter(endedPods, settleMs);
    if (nodeName === '' ? pod.head.deletionTimestamp !== undefined : nodes.get({ name: nodeName }) === undefined) {
      queue.add(key);
    }
  };
  reconciler.onStop(
    pods.addHandler({
      onAdd: note,
      onUpdate: (_, pod) => note(pod),
      onDelete: (pod) => {
        parts.ended.delete(objectKey(pod));
        parts.missedMs.delete(objectKey(pod));
      },
    }),
  );
  reconciler.onStop(
    nodes.addHandler({
      onDelete: (node) => {
        for (const pod of pods.list()) if (factsOf(parts, pod).nodeName === node.name) queue.add(objectKey(pod));
      },
    }),
  );
  return reconciler;
}

interface PodFacts {
  readonly nodeName: string;
  readonly hasEnded: boolean;
}

function factsOf({ fieldsOf }: Pick<CollectorParts, 'fieldsOf'>, pod: CachedPod): PodFacts {
  const fields = fieldsOf(pod);
  const phase = fields['status.phase'] ?? '';
  return { nodeName: fields['spec.nodeName'] ?? '', hasEnded: !['', 'Pending', 'Running', 'Unknown'].includes(phase) };
}

async function examine(parts: CollectorParts, key: string): Promise<ReconcileResult | undefined> {
  const { context, nodes, missedMs } = parts;
  const pod = parts.pods.get(splitObjectKey(key));
  if (pod === undefined) return undefined;
  const { nodeName } = factsOf(parts, pod);
  if (nodeName === '') {
    if (pod.head.deletionTimestamp !== undefined) await deletePod(context, pod);
    return undefined;
  }
  if (nodes.get({ name: nodeName }) !== undefined) {
    missedMs.delete(key);
    return undefined;
  }
  const missed = missedMs.get(key) ?? context.clock.now();
  missedMs.set(key, missed);
  const waitMs = missed + quarantineMs - context.clock.now();
  if (waitMs > 0) return { requeueAfterMs: waitMs };
  // The informer may be behind.
  const found = await context.client.get<Node>({ resource: context.kinds.nodes, name: nodeName });
  if (found.ok) return undefined;
  if (!isNotFound(found)) throw refusedError(found);
  await deletePod(context, pod);
  return undefined;
}

async function deleteEnded(parts: CollectorParts, threshold: number): Promise<undefined> {
  const { ended, pods, context } = parts;
  const surplus = ended.size - threshold;
  if (surplus <= 0) return;
  const known = [...ended].flatMap((key) => pods.get(splitObjectKey(key)) ?? []);
  const going = known.filter(({ head }) => head.deletionTimestamp === undefined);
  const oldest = going.toSorted((one, other) => bornMs(one) - bornMs(other) || compare(one.name, other.name));
  for (const pod of oldest.slice(0, surplus)) await deletePod(context, pod);
}

function bornMs(pod: CachedPod): number {
  return pod.decoded.ok ? Date.parse(pod.decoded.object.metadata.creationTimestamp ?? '') || 0 : 0;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** At once: no node will end it. */
async function deletePod({ client, kinds }: ControllerContext, { namespace, name: podName, head }: CachedPod) {
  const wish = { uid: head.uid, gracePeriodSeconds: 0 };
  const deleted = await client.delete({ resource: kinds.pods, namespace, name: podName }, wish);
  if (!deleted.ok && ![404, 409].includes(deleted.status.code ?? 0)) throw refusedError(deleted);
}
