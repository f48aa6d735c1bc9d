/** Deletes the oldest ReplicaSets of earlier templates, beyond those that are kept to go back to. */
import { isNotFound, refusedError } from '../client/controller-client.ts';
import { isBeingDeleted } from '../dependents/pod-facts.ts';
import { historyLimit } from './limits-of-rollout.ts';
import { byAge, setSize, type CachedReplicaSet, type DeploymentParts, type Rollout } from './rollout.ts';
import { revisionOf } from './set-annotations.ts';

export async function cleanUpSets({ context }: DeploymentParts, { deployment, oldSets }: Rollout): Promise<void> {
  const limit = historyLimit(deployment.object);
  if (limit === undefined) return;
  const sets = oldSets.filter((set) => !isBeingDeleted(set));
  const surplus = sets
    .sort((a, b) => Number(revisionOf(a) - revisionOf(b)) || byAge(a, b))
    .slice(0, Math.max(0, sets.length - limit));
  for (const set of surplus) {
    if (!isEmpty(set)) continue;
    const { namespace, name, head } = set;
    const target = { resource: context.kinds.replicaSets, namespace, name };
    const deleted = await context.client.delete(target, { uid: head.uid });
    if (!deleted.ok && !isNotFound(deleted)) throw refusedError(deleted);
  }
}

/** Its status is up to date, and neither has nor wants pods. */
function isEmpty(set: CachedReplicaSet): boolean {
  const { status } = set.object;
  return setSize(set) === 0 && status.replicas === 0 && Number(status.observedGeneration ?? 0) >= set.head.generation;
}
