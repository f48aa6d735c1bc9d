/** The status of a Deployment, out of the status of its ReplicaSets. */
import type { DeploymentCondition, DeploymentStatus, ReplicaSetCondition } from '@keelson/api';

import {
  deploymentCondition,
  makeCondition,
  progressing,
  putCondition,
  removeCondition,
  type ConditionWords,
} from './deployment-conditions.ts';
import { maxUnavailable, progressDeadlineMs } from './limits-of-rollout.ts';
import { allSets, availableIn, setSize, sumOf, wantedSize, type CachedReplicaSet, type Rollout } from './rollout.ts';

const enough: ConditionWords = {
  reason: 'MinimumReplicasAvailable',
  message: 'Deployment has minimum availability.',
};
const tooFew: ConditionWords = {
  reason: 'MinimumReplicasUnavailable',
  message: 'Deployment does not have minimum availability.',
};

/** The counts, and whether enough pods are available. */
export function countDeployment(rollout: Rollout, nowMs: number): DeploymentStatus {
  const { deployment, newSet, status } = rollout;
  const sets = allSets(rollout);
  const available = sumOf(sets, availableIn);
  const counted: DeploymentStatus = {
    ...counts({
      observedGeneration: deployment.head.generation,
      replicas: sumOf(sets, podsIn),
      updatedReplicas: newSet === undefined ? 0 : podsIn(newSet),
      readyReplicas: sumOf(sets, ({ object }) => object.status.readyReplicas ?? 0),
      availableReplicas: available,
      unavailableReplicas: Math.max(0, sumOf(sets, setSize) - available),
    }),
    ...(status.collisionCount !== undefined && { collisionCount: status.collisionCount }),
    ...(status.conditions !== undefined && { conditions: status.conditions }),
  };
  const isEnough = available >= wantedSize(rollout) - maxUnavailable(deployment.object);
  putCondition(counted, makeCondition('Available', isEnough ? 'True' : 'False', isEnough ? enough : tooFew, nowMs));
  return counted;
}

function podsIn({ object }: CachedReplicaSet): number {
  return object.status.replicas;
}

/** Numbers that are 0 are not written. */
function counts(numbers: Readonly<Record<string, number>>): DeploymentStatus {
  return Object.fromEntries(Object.entries(numbers).filter(([, number]) => number !== 0));
}

/** The same, with how the rollout gets on. */
export function judgeRollout(rollout: Rollout, nowMs: number): DeploymentStatus {
  const { deployment, newSet, status: before } = rollout;
  const status = countDeployment(rollout, nowMs);
  const current = deploymentCondition(before, 'Progressing');
  const { replicas = 0, updatedReplicas = 0 } = status;
  const isOver = replicas === updatedReplicas && current?.reason === completeReason;
  const deadlineMs = progressDeadlineMs(deployment.object);
  if (deadlineMs === undefined) removeCondition(status, 'Progressing');
  else if (!isOver) {
    const subject = newSet === undefined ? `Deployment "${deployment.name}"` : `ReplicaSet "${newSet.name}"`;
    noteProgress(status, { rollout, subject, deadlineMs, nowMs });
  }
  const failure = findFailure(rollout);
  if (failure === undefined) removeCondition(status, 'ReplicaFailure');
  else putCondition(status, failure);
  return status;
}

const completeReason = 'NewReplicaSetAvailable';
const timedOutReason = 'ProgressDeadlineExceeded';

interface ProgressFacts {
  readonly rollout: Rollout;
  readonly subject: string;
  readonly deadlineMs: number;
  readonly nowMs: number;
}

function noteProgress(status: DeploymentStatus, { rollout, subject, deadlineMs, nowMs }: ProgressFacts): void {
  const put = (holds: 'True' | 'False', reason: string, end: string): void =>
    putCondition(status, progressing(holds, { reason, message: `${subject} ${end}` }, nowMs));
  if (isComplete(rollout, status)) put('True', completeReason, 'has successfully progressed.');
  else if (hasProgressed(rollout.deployment.object.status, status)) {
    // The time of the update is that of the last progress: the deadline counts from there.
    const known = deploymentCondition(rollout.status, 'Progressing');
    removeCondition(status, 'Progressing');
    put('True', 'ReplicaSetUpdated', 'is progressing.');
    if (known?.status === 'True') keepTransition(status, known);
  } else if (isTimedOut(status, deadlineMs, nowMs)) put('False', timedOutReason, 'has timed out progressing.');
}

function keepTransition(status: DeploymentStatus, { lastTransitionTime }: DeploymentCondition): void {
  status.conditions = (status.conditions ?? []).map((condition) =>
    condition.type === 'Progressing' ? { ...condition, lastTransitionTime } : condition,
  );
}

export function isComplete(rollout: Rollout, status: DeploymentStatus): boolean {
  const wanted = wantedSize(rollout);
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0, observedGeneration = 0 } = status;
  const isFull = [replicas, updatedReplicas, availableReplicas].every((count) => count === wanted);
  return isFull && Number(observedGeneration) >= rollout.deployment.head.generation;
}

function hasProgressed(before: DeploymentStatus, now: DeploymentStatus): boolean {
  const { replicas = 0, updatedReplicas = 0, readyReplicas = 0, availableReplicas = 0 } = now;
  const old = before.updatedReplicas ?? 0;
  return (
    updatedReplicas > old ||
    replicas - updatedReplicas < (before.replicas ?? 0) - old ||
    readyReplicas > (before.readyReplicas ?? 0) ||
    availableReplicas > (before.availableReplicas ?? 0)
  );
}

function isTimedOut(status: DeploymentStatus, deadlineMs: number, nowMs: number): boolean {
  const condition = deploymentCondition(status, 'Progressing');
  if (condition === undefined || condition.reason === completeReason) return false;
  return condition.reason === timedOutReason || updatedMs(condition) + deadlineMs < nowMs;
}

function updatedMs({ lastUpdateTime }: DeploymentCondition): number {
  return lastUpdateTime === null ? 0 : Date.parse(lastUpdateTime);
}

/** The time until the deadline has to be looked at; `undefined` where it need not be. */
export function msUntilDeadline(rollout: Rollout, status: DeploymentStatus, nowMs: number): number | undefined {
  const deadlineMs = progressDeadlineMs(rollout.deployment.object);
  const condition = deploymentCondition(status, 'Progressing');
  if (deadlineMs === undefined || condition === undefined) return undefined;
  if (isComplete(rollout, status) || condition.reason === timedOutReason || condition.reason === completeReason) {
    return undefined;
  }
  return Math.max(1_000, updatedMs(condition) + deadlineMs + 1_000 - nowMs);
}

/** That of the new ReplicaSet, else of an old one. */
function findFailure(rollout: Rollout): DeploymentCondition | undefined {
  const { newSet, oldSets } = rollout;
  const sets = newSet === undefined ? oldSets : [newSet, ...oldSets];
  const failures = sets.flatMap(({ object }) => object.status.conditions ?? []);
  const failure = failures.find(({ type }) => type === 'ReplicaFailure');
  return failure && ofDeployment(failure);
}

function ofDeployment(failure: ReplicaSetCondition): DeploymentCondition {
  return { ...failure, lastUpdateTime: failure.lastTransitionTime };
}
