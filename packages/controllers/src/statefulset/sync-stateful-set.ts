/** One sync of a StatefulSet: its revisions, its pods, and its status. */
import { isDeepStrictEqual } from 'node:util';

import type { StatefulSet, StatefulSetStatus } from '@keelson/api';
import type { ReconcileResult } from '@keelson/informers';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import { claimDependents } from '../dependents/claim-dependents.ts';
import { msUntilAvailable, type CachedPod } from '../dependents/pod-facts.ts';
import { readSelector } from '../dependents/read-selector.ts';
import { ConflictingWrite, lagMs } from '../frame/unseen-writes.ts';
import { findSetRevisions, trimSetRevisions } from './revisions-of-set.ts';
import { ordinalOf, type CachedStatefulSet, type StatefulParts } from './stateful-parts.ts';
import { openRun, type StatefulRun } from './stateful-run.ts';
import { updateStatefulSet } from './update-stateful-set.ts';

export async function syncStatefulSet(
  parts: StatefulParts,
  key: string,
  set: CachedStatefulSet,
): Promise<ReconcileResult | undefined> {
  const { context, expectations } = parts;
  const isCurrent = expectations.showsOwner(key, set.version.revision) && expectations.areMet(key, set.namespace);
  if (!isCurrent) return { requeueAfterMs: lagMs };
  try {
    const pods = await claimStatefulPods(parts, set);
    const revisions = await findSetRevisions(parts, set);
    const run = openRun(parts, set, { revisions, pods });
    const failure = await updateStatefulSet(parts, run).then(
      () => undefined,
      (error: unknown) => error as Error,
    );
    if (failure instanceof ConflictingWrite) throw failure;
    await writeStatus(parts, key, run);
    if (failure !== undefined) throw failure;
    await trimSetRevisions(parts, set, { revisions, pods });
    const waitMs = msUntilAvailable(pods, set.object.spec.minReadySeconds ?? 0, context.clock.wallMs());
    return waitMs === undefined ? undefined : { requeueAfterMs: waitMs };
  } catch (error) {
    if (error instanceof ConflictingWrite) return { waits: true };
    throw error;
  }
}

/** Pods with other names are not this set's, whatever their labels. */
function claimStatefulPods({ context, podIndex: index }: StatefulParts, set: CachedStatefulSet): Promise<CachedPod[]> {
  return claimDependents({
    client: context.client,
    owners: context.kinds.statefulSets,
    owner: set,
    dependents: context.kinds.pods,
    index,
    selector: readSelector(set.object.spec.selector),
    concerns: ({ decoded }) => decoded.ok,
    accepts: (pod) => ordinalOf(set, pod) !== undefined,
  });
}

async function writeStatus({ context, expectations }: StatefulParts, key: string, run: StatefulRun): Promise<void> {
  const { set } = run;
  const { namespace, name, object } = set;
  const status = statusOf(run);
  if (isDeepStrictEqual(status, { ...object.status })) return;
  const target = { resource: context.kinds.statefulSets, namespace, name, subresource: 'status' };
  const written = await context.client.update<StatefulSet>(target, { ...object, status });
  if (written.ok) expectations.wroteOwner(key, written.object.version.revision);
  else if (isConflict(written)) throw new ConflictingWrite();
  else if (!isNotFound(written)) throw refusedError(written);
}

function statusOf(run: StatefulRun): StatefulSetStatus {
  const { set, revisions } = run;
  const { replicas, availableReplicas, ...counts } = completed(run);
  const { conditions, observedGeneration = 0 } = set.object.status;
  const shown = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  const isOver = isUpdateOver(run);
  return {
    observedGeneration: Math.max(set.head.generation, Number(observedGeneration)),
    replicas,
    availableReplicas,
    ...shown,
    currentRevision: isOver ? revisions.update.name : revisions.current.name,
    updateRevision: revisions.update.name,
    collisionCount: revisions.collisionCount,
    ...(conditions !== undefined && { conditions }),
  };
}

/** Once all pods are updated and ready, the update revision is the current one. */
function isUpdateOver({ set, counts }: StatefulRun): boolean {
  const isRolling = set.object.spec.updateStrategy.type === 'RollingUpdate';
  return isRolling && counts.updatedReplicas === counts.replicas && counts.readyReplicas === counts.replicas;
}

function completed(run: StatefulRun): StatefulRun['counts'] {
  const { counts } = run;
  return isUpdateOver(run) ? { ...counts, currentReplicas: counts.updatedReplicas } : counts;
}
