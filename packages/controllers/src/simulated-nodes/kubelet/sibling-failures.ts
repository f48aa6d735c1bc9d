/** Counts the runs that have failed among pods that are not restarted and take each other's place, as those of a Job do. */
import { completionIndexName, type Pod } from '@keelson/api';
import type { ObjectIndex } from '@keelson/informers';

import type { CachedPod } from '../../dependents/pod-facts.ts';

export interface SiblingFailures {
  /** The failures before this run. The run counts as one if there are fewer than `limit`. */
  next(pod: CachedPod, limit: number): number;
}

/** Of owners: the oldest are forgotten. */
const ownerLimit = 20_000;

export function createSiblingFailures(byOwner: ObjectIndex<Pod>): SiblingFailures {
  const failures = new Map<string, number>();
  return {
    next: (pod, limit) => {
      const owner = pod.head.ownerReferences.find(({ controller }) => controller)?.uid;
      if (owner === undefined) return 0;
      const index = indexOf(pod);
      const key = `${owner}/${index}`;
      const before = failures.get(key) ?? countFailed(byOwner, owner, index);
      failures.delete(key);
      failures.set(key, before < limit ? before + 1 : before);
      const [oldest] = failures.keys();
      if (failures.size > ownerLimit && oldest !== undefined) failures.delete(oldest);
      return before;
    },
  };
}

function indexOf({ head }: CachedPod): string {
  return head.annotations[completionIndexName] ?? '';
}

/** Those that another leader let fail. */
function countFailed(byOwner: ObjectIndex<Pod>, owner: string, index: string): number {
  let count = 0;
  for (const pod of byOwner.get(owner)) {
    if (pod.decoded.ok && pod.decoded.object.status.phase === 'Failed' && indexOf(pod) === index) count += 1;
  }
  return count;
}
