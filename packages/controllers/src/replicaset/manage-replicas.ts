/** Brings the number of active pods of a set to the one that is wanted: by creating some, or by deleting some. */
import { objectKey } from '@keelson/informers';

import { createPods, deletePods } from '../dependents/pod-control.ts';
import { controllerOf, ownerReferenceTo } from '../dependents/owner-index.ts';
import { isActive, type CachedPod } from '../dependents/pod-facts.ts';
import { podFromTemplate } from '../dependents/pod-template.ts';
import { inOrderOfRemoval } from './rank-pods.ts';
import type { CachedReplicated } from './replica-kind.ts';
import { replicaPodControl, replicasOf, type ReplicaParts } from './replica-parts.ts';

/** In one sync, so that a large set does not keep the others waiting. */
const mostPerSync = 500;

/** Returns the first failure. */
export async function manageReplicas(
  parts: ReplicaParts,
  set: CachedReplicated,
  active: readonly CachedPod[],
): Promise<Error | undefined> {
  const missing = replicasOf(set) - active.length;
  const control = replicaPodControl(parts, set);
  if (missing > 0) {
    const pod = podOf(parts, set);
    if (pod === undefined) return undefined;
    const { error } = await createPods(control, Array<object>(Math.min(missing, mostPerSync)).fill(pod));
    return error;
  }
  const { clock, gatesOff } = parts.context;
  const order = { related: relatedPods(parts, set), nowMs: clock.wallMs(), gatesOff };
  const surplus = missing === 0 ? [] : inOrderOfRemoval(active, order).slice(0, Math.min(-missing, mostPerSync));
  return (await deletePods(control, surplus)).error;
}

function podOf({ resource }: ReplicaParts, set: CachedReplicated): object | undefined {
  const { template } = set.object.spec;
  const ownerReference = ownerReferenceTo(resource, set);
  return template === undefined ? undefined : podFromTemplate({ template, name: set.name, ownerReference });
}

/** The active pods of all sets that the owner of this one controls: during a rollout they share nodes. */
function relatedPods({ setIndex, podIndex }: ReplicaParts, set: CachedReplicated): CachedPod[] {
  const owner = controllerOf(set.head);
  if (owner === undefined) return [];
  const sets = [...setIndex.get(owner.uid)].filter(({ namespace }) => namespace === set.namespace);
  const uids = new Map(sets.map((each) => [each.head.uid, objectKey(each)]));
  return [...uids.keys()].flatMap((uid) => [...podIndex.get(uid)]).filter((pod) => pod.decoded.ok && isActive(pod));
}
