/** One sync of a Deployment: one step of its rollout, and its status. */
import { isDeepStrictEqual } from 'node:util';

import type { Deployment, DeploymentStatus } from '@keelson/api';
import type { ReconcileResult } from '@keelson/informers';
import { selectorFromLabelSelector, type LabelSelector } from '@keelson/meta';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import { claimDependents } from '../dependents/claim-dependents.ts';
import { isBeingDeleted } from '../dependents/pod-facts.ts';
import { ConflictingWrite, lagMs } from '../frame/unseen-writes.ts';
import { cleanUpSets } from './clean-up-sets.ts';
import { deploymentCondition, progressing, putCondition } from './deployment-conditions.ts';
import { countDeployment, isComplete, judgeRollout, msUntilDeadline } from './deployment-status.ts';
import { isRolling, progressDeadlineMs } from './limits-of-rollout.ts';
import { createNewSet, findNewSet, refreshNewSet, type NewSetResult } from './new-set.ts';
import { stepRecreation } from './recreate.ts';
import { rollBack } from './roll-back.ts';
import { stepRollingUpdate } from './rolling-update.ts';
import { recordOfDeployment, type CachedDeployment, type DeploymentParts, type Rollout } from './rollout.ts';
import { isScaled, scaleDeployment } from './scale-deployment.ts';
import { revisionName, rollbackRevision } from './set-annotations.ts';

export async function syncDeployment(
  parts: DeploymentParts,
  key: string,
  deployment: CachedDeployment,
): Promise<ReconcileResult | undefined> {
  if (!parts.written.areShown(key) || !parts.writtenSets.areShown(key)) return { requeueAfterMs: lagMs };
  const selected = selectorFromLabelSelector(deployment.object.spec.selector);
  if (!selected.ok || selected.selector === null) return undefined;
  try {
    const rollout = await openRollout(parts, deployment, selected.selector);
    if (selected.selector.length === 0) {
      await refuseAll(parts, rollout);
      return undefined;
    }
    if (isBeingDeleted(deployment)) return await write(parts, key, { rollout, status: count(parts, rollout) });
    return await step(parts, key, rollout);
  } catch (error) {
    if (error instanceof ConflictingWrite) return { waits: true };
    throw error;
  }
}

async function openRollout(
  { context, setIndex: index }: DeploymentParts,
  deployment: CachedDeployment,
  selector: LabelSelector,
): Promise<Rollout> {
  const { client, kinds } = context;
  const claim = { client, owners: kinds.deployments, owner: deployment, dependents: kinds.replicaSets, index };
  const isEverything = selector.length === 0;
  const sets = isEverything ? [] : await claimDependents({ ...claim, selector, concerns: ({ decoded }) => decoded.ok });
  const newSet = findNewSet(deployment, sets);
  const { status } = deployment.object;
  return {
    deployment,
    newSet,
    oldSets: sets.filter((set) => set !== newSet),
    status: { ...status },
    revision: deployment.head.annotations[revisionName],
  };
}

async function refuseAll(parts: DeploymentParts, rollout: Rollout): Promise<void> {
  const { deployment } = rollout;
  const message = 'This deployment is selecting all pods. A non-empty selector is required.';
  recordOfDeployment(parts, rollout)('Warning', 'SelectingAll', message);
  const { generation } = deployment.head;
  if (Number(deployment.object.status.observedGeneration ?? 0) >= generation) return;
  const status = { ...deployment.object.status, observedGeneration: generation };
  await write(parts, `${deployment.namespace}/${deployment.name}`, { rollout, status });
}

function count({ context }: DeploymentParts, rollout: Rollout): DeploymentStatus {
  return countDeployment(rollout, context.clock.wallMs());
}

/** A failure is told of in the status, too. */
async function step(parts: DeploymentParts, key: string, rollout: Rollout): Promise<ReconcileResult | undefined> {
  const { context } = parts;
  const isPaused = rollout.deployment.object.spec.paused === true;
  notePause(rollout, isPaused, context.clock.wallMs());
  await refreshNewSet(parts, rollout);
  if (isPaused || (rollbackRevision(rollout.deployment) === undefined && isScaled(rollout))) {
    await scaleDeployment(parts, rollout);
    if (isPaused) await cleanUpSets(parts, rollout);
    return write(parts, key, { rollout, status: count(parts, rollout) });
  }
  let failure: unknown;
  const result = await roll(parts, rollout).catch((error: unknown) => {
    if (error instanceof ConflictingWrite) throw error;
    failure = error;
    return 'failed' as const;
  });
  if (result === 'ending' || result === 'rolledBack') return undefined;
  if (result === 'done') return finish(parts, key, rollout);
  const written = await write(parts, key, { rollout, status: rollout.status });
  if (failure instanceof Error) throw failure;
  return written ?? { backsOff: true };
}

/** After a rollback nothing else: ReplicaSets follow the template that the next sync sees. */
async function roll(parts: DeploymentParts, rollout: Rollout): Promise<NewSetResult | 'rolledBack'> {
  const wanted = rollbackRevision(rollout.deployment);
  if (wanted === undefined && !isRolling(rollout.deployment.object)) return stepRecreation(parts, rollout);
  const result = rollout.newSet === undefined ? await createNewSet(parts, rollout) : 'done';
  if (result !== 'done') return result;
  if (wanted !== undefined) return rollBack(parts, rollout, wanted);
  await stepRollingUpdate(parts, rollout);
  return 'done';
}

async function finish(parts: DeploymentParts, key: string, rollout: Rollout): Promise<ReconcileResult | undefined> {
  if (isComplete(rollout, rollout.deployment.object.status)) await cleanUpSets(parts, rollout);
  const nowMs = parts.context.clock.wallMs();
  const status = judgeRollout(rollout, nowMs);
  const result = await write(parts, key, { rollout, status });
  const untilMs = msUntilDeadline(rollout, status, nowMs);
  return result ?? (untilMs === undefined ? undefined : { requeueAfterMs: untilMs });
}

/** The time of a pause does not count against the deadline: what follows it is news. */
function notePause({ deployment, status }: Rollout, isPaused: boolean, nowMs: number): void {
  const condition = deploymentCondition(status, 'Progressing');
  if (progressDeadlineMs(deployment.object) === undefined || condition?.reason === 'ProgressDeadlineExceeded') return;
  if (isPaused === (condition?.reason === 'DeploymentPaused')) return;
  const words = isPaused
    ? { reason: 'DeploymentPaused', message: 'Deployment is paused' }
    : { reason: 'DeploymentResumed', message: 'Deployment is resumed' };
  putCondition(status, progressing('Unknown', words, nowMs));
}

interface Writing {
  readonly rollout: Rollout;
  readonly status: DeploymentStatus;
}

/** A conflict is not retried: the event of the write that came first enqueues the Deployment again. */
async function write(
  { context, written }: DeploymentParts,
  key: string,
  { rollout, status }: Writing,
): Promise<ReconcileResult | undefined> {
  const { deployment, revision } = rollout;
  const { namespace, name, object, head } = deployment;
  const isSameRevision = revision === head.annotations[revisionName];
  if (isSameRevision && isDeepStrictEqual({ ...status }, { ...object.status })) return undefined;
  const annotations = revision === undefined ? head.annotations : { ...head.annotations, [revisionName]: revision };
  const next = { ...object, metadata: { ...object.metadata, annotations }, status };
  const target = { resource: context.kinds.deployments, namespace, name, subresource: 'status' };
  const reply = await context.client.update<Deployment>(target, next);
  if (reply.ok) written.wrote(key, reply.object);
  else if (isConflict(reply)) return { waits: true };
  else if (!isNotFound(reply)) throw refusedError(reply);
  return undefined;
}
