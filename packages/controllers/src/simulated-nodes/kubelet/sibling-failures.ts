/** Counts failed runs over pods that replace each other instead of restarting, such as those of a Job. */
import { completionIndexName, type Pod } from '@keelson/api';
import type { ObjectIndex } from '@keelson/informers';

import type { CachedPod } from '../../dependents/pod-facts.ts';

export interface SiblingFailures {
  /** The number of failures before this run. With fewer than `limit`, this run is counted as a failure, too. */
  next(pod: CachedPod, limit: number): number;
}

/** The limit of counters, one for each owner and completion index. The oldest are dropped, and recounted at need. */
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

/** Failures before this replica led, from the phases of pods. */
function countFailed(byOwner: ObjectIndex<Pod>, owner: string, index: string): number {
  let count = 0;
  for (const pod of byOwner.get(owner)) {
    if (pod.decoded.ok && pod.decoded.object.status.phase === 'Failed' && indexOf(pod) === index) count += 1;
  }
  return count;
}
