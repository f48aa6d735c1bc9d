/** Writes of the ReplicaSets of a Deployment. */
import type { ReplicaSet } from '@keelson/api';

import { isConflict, refusedError } from '../client/controller-client.ts';
import { ConflictingWrite } from '../frame/unseen-writes.ts';
import {
  rolloutKey,
  recordOfDeployment,
  setSize,
  type CachedReplicaSet,
  type DeploymentParts,
  type Rollout,
} from './rollout.ts';
import { isSameAnnotations, withSizes, type SetAnnotations } from './set-annotations.ts';

export interface SetChange {
  readonly annotations?: SetAnnotations;
  readonly replicas?: number;
  readonly minReadySeconds?: number;
}

/** Returns the ReplicaSet as it is now, and has the rollout know it. */
export async function writeSet(
  parts: DeploymentParts,
  rollout: Rollout,
  { set, change }: { readonly set: CachedReplicaSet; readonly change: SetChange },
): Promise<CachedReplicaSet> {
  const { context, writtenSets } = parts;
  const { namespace, name, object } = set;
  const { annotations, replicas, minReadySeconds } = change;
  const next = {
    ...object,
    ...(annotations !== undefined && { metadata: { ...object.metadata, annotations } }),
    spec: {
      ...object.spec,
      ...(replicas !== undefined && { replicas }),
      ...(minReadySeconds !== undefined && { minReadySeconds }),
    },
  };
  const written = await context.client.update<ReplicaSet>(
    { resource: context.kinds.replicaSets, namespace, name },
    next,
  );
  if (!written.ok) throw isConflict(written) ? new ConflictingWrite() : refusedError(written);
  writtenSets.wrote(rolloutKey(rollout), written.object);
  replaceSet(rollout, written.object);
  return written.object;
}

function replaceSet(rollout: Rollout, set: CachedReplicaSet): void {
  if (rollout.newSet?.name === set.name) rollout.newSet = set;
  else rollout.oldSets = rollout.oldSets.map((old) => (old.name === set.name ? set : old));
}

/** Also brings the sizes in its annotations up to date. Returns true where the number of replicas has changed. */
export async function scaleSet(
  parts: DeploymentParts,
  rollout: Rollout,
  set: CachedReplicaSet,
  replicas: number,
): Promise<boolean> {
  const isResized = setSize(set) !== replicas;
  const annotations = withSizes(set.head.annotations, rollout.deployment);
  if (!isResized && isSameAnnotations(annotations, set.head.annotations)) return false;
  await writeSet(parts, rollout, { set, change: { annotations, replicas } });
  if (!isResized) return false;
  const direction = setSize(set) < replicas ? 'up' : 'down';
  const message = `Scaled ${direction} replica set ${set.name} to ${replicas}`;
  recordOfDeployment(parts, rollout)('Normal', 'ScalingReplicaSet', message);
  return true;
}
