/**
 * Rolling updates: the new ReplicaSet grows within the surge, and the old ones shrink, pods that are not available
 * first, as long as enough others are. One step a sync: the next one follows when pods have come or gone.
 */
import { maxUnavailable } from './limits-of-rollout.ts';
import { newSetSize } from './new-set.ts';
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
import { scaleSet } from './write-set.ts';

export async function stepRollingUpdate(parts: DeploymentParts, rollout: Rollout): Promise<void> {
  const { newSet, deployment } = rollout;
  if (newSet === undefined) return;
  const size = setSize(newSet);
  const wanted = wantedSize(rollout);
  if (size !== wanted) {
    const next = size > wanted ? wanted : newSetSize(rollout, deployment, size);
    if (await scaleSet(parts, rollout, newSet, next)) return;
  }
  await shrinkOldSets(parts, rollout, newSet);
}

async function shrinkOldSets(parts: DeploymentParts, rollout: Rollout, newSet: CachedReplicaSet): Promise<void> {
  if (activeSets(rollout.oldSets).length === 0) return;
  const least = wantedSize(rollout) - maxUnavailable(rollout.deployment.object);
  const unavailableOfNew = setSize(newSet) - availableIn(newSet);
  const most = sumOf(allSets(rollout), setSize) - least - unavailableOfNew;
  if (most <= 0) return;
  await shrink(parts, rollout, { most, of: (set) => setSize(set) - availableIn(set) });
  const spare = sumOf(allSets(rollout), availableIn) - least;
  await shrink(parts, rollout, { most: spare, of: setSize });
}

interface Shrinking {
  readonly most: number;
  /** The number of pods that a ReplicaSet may lose. */
  readonly of: (set: CachedReplicaSet) => number;
}

/** The oldest first. */
async function shrink(parts: DeploymentParts, rollout: Rollout, { most, of }: Shrinking): Promise<void> {
  let left = most;
  for (const set of activeSets(rollout.oldSets).sort(byAge)) {
    if (left <= 0) return;
    const fewer = Math.max(0, Math.min(left, of(set)));
    if (fewer === 0) continue;
    await scaleSet(parts, rollout, set, setSize(set) - fewer);
    left -= fewer;
  }
}
