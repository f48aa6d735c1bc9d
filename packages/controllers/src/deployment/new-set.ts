/** The ReplicaSet of the present template: found, kept up to date, or created. */
import type { Deployment, ReplicaSet } from '@keelson/api';

import {
  isAlreadyExists,
  isNamespaceEnding,
  isNotFound,
  refusedError,
  type ClientRefusal,
} from '../client/controller-client.ts';
import { controllerOf, ownerReferenceTo } from '../dependents/owner-index.ts';
import { hashTemplate, isSameTemplate, podTemplateHashLabel } from '../revisions/template-hash.ts';
import { putCondition, progressing } from './deployment-conditions.ts';
import { isRolling, maxSurge, progressDeadlineMs } from './limits-of-rollout.ts';
import {
  allSets,
  byAge,
  rolloutKey,
  recordOfDeployment,
  setSize,
  sumOf,
  wantedSize,
  type CachedDeployment,
  type CachedReplicaSet,
  type DeploymentParts,
  type Rollout,
} from './rollout.ts';
import { isSameAnnotations, revisionName, revisionOf, withRevision, withSizes } from './set-annotations.ts';
import { writeSet } from './write-set.ts';

/** Of several with the same template, as upgrades may leave behind, the oldest. */
export function findNewSet(
  { object }: CachedDeployment,
  sets: readonly CachedReplicaSet[],
): CachedReplicaSet | undefined {
  return [...sets].sort(byAge).find((set) => isSameTemplate(set.object.spec.template, object.spec.template));
}

/** A ReplicaSet that is used again gets a new revision. */
export async function refreshNewSet(parts: DeploymentParts, rollout: Rollout): Promise<void> {
  const { newSet, deployment } = rollout;
  if (newSet === undefined) return;
  const { minReadySeconds = 0 } = deployment.object.spec;
  const annotations = withRevision(newSet.head.annotations, deployment, nextRevision(rollout));
  const isCurrent = isSameAnnotations(annotations, newSet.head.annotations);
  if (!isCurrent || (newSet.object.spec.minReadySeconds ?? 0) !== minReadySeconds) {
    await writeSet(parts, rollout, { set: newSet, change: { annotations, minReadySeconds } });
  }
  rollout.revision = annotations[revisionName];
  const { conditions } = rollout.status;
  const isTold = conditions?.some(({ type }) => type === 'Progressing') === true;
  if (isTold || progressDeadlineMs(deployment.object) === undefined) return;
  const words = { reason: 'FoundNewReplicaSet', message: `Found new replica set "${newSet.name}"` };
  putCondition(rollout.status, progressing('True', words, parts.context.clock.wallMs()));
}

function nextRevision({ oldSets }: Rollout): bigint {
  return oldSets.map(revisionOf).reduce((largest, each) => (each > largest ? each : largest), 0n) + 1n;
}

/** The size that the new ReplicaSet may have now: the pods of the old ones take their part of the surge. */
export function newSetSize(rollout: Rollout, { object }: CachedDeployment, current: number): number {
  const wanted = wantedSize(rollout);
  if (!isRolling(object)) return wanted;
  const room = wanted + maxSurge(object) - sumOf(allSets(rollout), setSize);
  return room <= 0 ? current : current + Math.min(room, wanted - current);
}

export type NewSetResult =
  | 'done'
  /** Another ReplicaSet has its name: the status counts it, and the next sync takes another name. */
  | 'collision'
  /** The namespace is being deleted. */
  | 'ending';

/** Rejects where it cannot be created; the status then says why. */
export async function createNewSet(parts: DeploymentParts, rollout: Rollout): Promise<NewSetResult> {
  const { context, writtenSets } = parts;
  const { deployment } = rollout;
  const revision = nextRevision(rollout);
  const set = makeSet(parts, rollout, revision);
  const target = { resource: context.kinds.replicaSets, namespace: deployment.namespace };
  const created = await context.client.create<ReplicaSet>(target, set);
  if (!created.ok && isNamespaceEnding(created)) return 'ending';
  if (created.ok) tellOfCreation(parts, rollout, created.object);
  else if (!isAlreadyExists(created)) {
    throw failToCreate(parts, rollout, { name: set.metadata.name, created });
  }
  const newSet = created.ok ? created.object : await findSame(parts, rollout, set.metadata.name);
  if (newSet === undefined) {
    rollout.status.collisionCount = (rollout.status.collisionCount ?? 0) + 1;
    return 'collision';
  }
  writtenSets.wrote(rolloutKey(rollout), newSet);
  rollout.newSet = newSet;
  rollout.revision = String(revision);
  return 'done';
}

function makeSet({ context }: DeploymentParts, rollout: Rollout, revision: bigint) {
  const { deployment, status } = rollout;
  const { spec } = deployment.object;
  const hash = hashTemplate(spec.template, status.collisionCount);
  const labels = { ...spec.template.metadata.labels, [podTemplateHashLabel]: hash };
  const { selector } = spec;
  return {
    metadata: {
      name: `${deployment.name}-${hash}`,
      labels,
      annotations: withSizes(withRevision({}, deployment, revision), deployment),
      ownerReferences: [ownerReferenceTo(context.kinds.deployments, deployment)],
    },
    spec: {
      replicas: newSetSize(rollout, deployment, 0),
      ...(spec.minReadySeconds !== undefined && { minReadySeconds: spec.minReadySeconds }),
      selector: { ...selector, matchLabels: { ...selector?.matchLabels, [podTemplateHashLabel]: hash } },
      template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
    },
  };
}

/** The one of that name, if it is this Deployment's with this template: it was made before, and is not shown yet. */
async function findSame({ context }: DeploymentParts, { deployment }: Rollout, name: string) {
  const { namespace, head, object } = deployment;
  const found = await context.client.get<ReplicaSet>({ resource: context.kinds.replicaSets, namespace, name });
  if (!found.ok) {
    if (isNotFound(found)) return undefined;
    throw refusedError(found);
  }
  const isOwn = controllerOf(found.object.head)?.uid === head.uid;
  return isOwn && isSameTemplate(found.object.object.spec.template, object.spec.template) ? found.object : undefined;
}

function failToCreate(
  parts: DeploymentParts,
  rollout: Rollout,
  { name, created }: { readonly name: string; readonly created: ClientRefusal },
): Error {
  const message = `Failed to create new replica set "${name}": ${created.status.message ?? ''}`;
  const words = { reason: 'ReplicaSetCreateError', message };
  if (hasDeadline(rollout.deployment.object)) {
    putCondition(rollout.status, progressing('False', words, parts.context.clock.wallMs()));
  }
  recordOfDeployment(parts, rollout)('Warning', words.reason, message);
  return refusedError(created);
}

function tellOfCreation(parts: DeploymentParts, rollout: Rollout, set: CachedReplicaSet): void {
  if (setSize(set) > 0) {
    const message = `Scaled up replica set ${set.name} to ${setSize(set)}`;
    recordOfDeployment(parts, rollout)('Normal', 'ScalingReplicaSet', message);
  }
  if (!hasDeadline(rollout.deployment.object)) return;
  const words = { reason: 'NewReplicaSetCreated', message: `Created new replica set "${set.name}"` };
  putCondition(rollout.status, progressing('True', words, parts.context.clock.wallMs()));
}

function hasDeadline(deployment: Deployment): boolean {
  return progressDeadlineMs(deployment) !== undefined;
}
