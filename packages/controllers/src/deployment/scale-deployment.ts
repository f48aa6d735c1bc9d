/**
 * Scales the ReplicaSets of a Deployment that is scaled while it rolls out, or paused: each in proportion to its size,
 * so that a rollout that goes wrong has no more pods of its template than before.
 */
import { isRolling, maxSurge } from './limits-of-rollout.ts';
import {
  activeSets,
  allSets,
  availableIn,
  byAge,
  setSize,
  sumOf,
  wantedSize,
  type CachedReplicaSet,
  type DeploymentParts,
  type Rollout,
} from './rollout.ts';
import { desiredReplicasOf, maxReplicasOf } from './set-annotations.ts';
import { scaleSet } from './write-set.ts';

/** The size of the Deployment has changed since its ReplicaSets were scaled last. */
export function isScaled(rollout: Rollout): boolean {
  const wanted = wantedSize(rollout);
  return activeSets(allSets(rollout)).some((set) => (desiredReplicasOf(set) ?? wanted) !== wanted);
}

export async function scaleDeployment(parts: DeploymentParts, rollout: Rollout): Promise<void> {
  const wanted = wantedSize(rollout);
  const only = findOnlySet(rollout);
  if (only !== undefined) {
    await scaleSet(parts, rollout, only, wanted);
  } else if (isSaturated(rollout)) {
    for (const set of activeSets(rollout.oldSets)) await scaleSet(parts, rollout, set, 0);
  } else if (isRolling(rollout.deployment.object)) {
    for (const [set, size] of shareOut(rollout)) await scaleSet(parts, rollout, set, size);
  }
}

/** The only one with pods; where none has any, the latest. */
function findOnlySet({ newSet, oldSets }: Rollout): CachedReplicaSet | undefined {
  const [first, ...others] = activeSets(newSet === undefined ? oldSets : [...oldSets, newSet]);
  if (others.length > 0) return undefined;
  return first ?? newSet ?? [...oldSets].sort(byAge).at(-1);
}

/** The new ReplicaSet has all pods that the Deployment wants. */
function isSaturated(rollout: Rollout): boolean {
  const { newSet } = rollout;
  const wanted = wantedSize(rollout);
  if (newSet === undefined || desiredReplicasOf(newSet) !== wanted) return false;
  return setSize(newSet) === wanted && availableIn(newSet) === wanted;
}

/** The largest takes what rounding leaves over. */
function shareOut(rollout: Rollout): (readonly [CachedReplicaSet, number])[] {
  const active = activeSets(allSets(rollout));
  const wanted = wantedSize(rollout);
  const allowed = wanted > 0 ? wanted + maxSurge(rollout.deployment.object) : 0;
  const toAdd = allowed - sumOf(active, setSize);
  const byTime = toAdd > 0 ? (a: CachedReplicaSet, b: CachedReplicaSet) => byAge(b, a) : byAge;
  const sets = active.sort((a, b) => setSize(b) - setSize(a) || byTime(a, b));
  let added = 0;
  const shares = sets.map((set) => {
    const share = toAdd === 0 ? 0 : shareOf(rollout, set, toAdd - added);
    added += share;
    return [set, setSize(set) + share] as const;
  });
  return shares.map(([set, size], index) => [set, index === 0 ? Math.max(0, size + toAdd - added) : size] as const);
}

function shareOf(rollout: Rollout, set: CachedReplicaSet, left: number): number {
  const fraction = fractionOf(rollout, set);
  if (left === 0) return 0;
  return left > 0 ? Math.min(fraction, left) : Math.max(fraction, left);
}

/** By how much a ReplicaSet changes where all keep their part of the whole. */
function fractionOf(rollout: Rollout, set: CachedReplicaSet): number {
  const wanted = wantedSize(rollout);
  const size = setSize(set);
  if (wanted === 0) return -size;
  const { object } = rollout.deployment;
  const before = maxReplicasOf(set) ?? object.status.replicas ?? 0;
  if (before === 0) return 0;
  return Math.round((size * (wanted + maxSurge(object))) / before) - size;
}
