/** Recreation: all pods of earlier templates go before the first of the new one comes. */
import { phaseOf } from '../dependents/pod-facts.ts';
import { createNewSet, type NewSetResult } from './new-set.ts';
import { activeSets, sumOf, wantedSize, type DeploymentParts, type Rollout } from './rollout.ts';
import { scaleSet } from './write-set.ts';

export async function stepRecreation(parts: DeploymentParts, rollout: Rollout): Promise<NewSetResult> {
  const active = activeSets(rollout.oldSets);
  for (const set of active) await scaleSet(parts, rollout, set, 0);
  if (active.length > 0 || hasOldPods(parts, rollout)) return 'done';
  const result = rollout.newSet === undefined ? await createNewSet(parts, rollout) : 'done';
  if (result === 'done' && rollout.newSet !== undefined) {
    await scaleSet(parts, rollout, rollout.newSet, wantedSize(rollout));
  }
  return result;
}

/** Also such as are being deleted: they run until their node says otherwise. */
function hasOldPods({ podIndex }: DeploymentParts, { oldSets }: Rollout): boolean {
  if (sumOf(oldSets, ({ object }) => object.status.replicas) > 0) return true;
  return oldSets.some(({ head }) =>
    [...podIndex.get(head.uid)].some((pod) => !pod.decoded.ok || !hasEnded(phaseOf(pod))),
  );
}

function hasEnded(phase: string): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}
