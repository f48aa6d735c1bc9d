/** Counts the pods of a Job: those that the status holds already, those that wait to be counted, and the others. */
import type { Job } from '@keelson/api';

import { type CachedPod, hasFailed, hasSucceeded, isBeingDeleted, isTracked } from '../dependents/pod-facts.ts';
import { addIndexes, countIndexes, parseIndexes, type IndexRanges } from './completion-indexes.ts';
import { isIndexed, usefulIndexOf } from './job-pod.ts';

/** The accounting of pods. Absent for Jobs without tracking, whose counts are those of the pods that exist. */
export interface Tracking {
  /** The uids that the status names: their pods count, whether or not they are there. */
  readonly succeeded: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
  /** Pods whose finalizer was removed, though the informer does not show it yet. */
  readonly released: ReadonlySet<string>;
}

export interface Counted {
  readonly succeeded: number;
  readonly failed: number;
  /** Of Indexed Jobs: as the status has them, and with those of pods that succeeded meanwhile. */
  readonly countedIndexes: IndexRanges;
  readonly succeededIndexes: IndexRanges;
}

export function countPods(job: Job, pods: readonly CachedPod[], tracking: Tracking | undefined): Counted {
  const failed = countFailed(job, pods, tracking);
  if (!isIndexed(job)) {
    const succeeded = countSucceeded(job, pods, tracking);
    return { succeeded, failed, countedIndexes: [], succeededIndexes: [] };
  }
  const completions = job.spec.completions ?? 0;
  const countedIndexes = tracking === undefined ? [] : parseIndexes(job.status.completedIndexes, completions);
  const fresh = pods.flatMap((pod) => {
    const index = usefulIndexOf(job, pod);
    const counts = hasSucceeded(pod) && (tracking === undefined || isTracked(pod));
    return counts && index !== undefined ? [index] : [];
  });
  const succeededIndexes = addIndexes(countedIndexes, fresh);
  return { succeeded: countIndexes(succeededIndexes), failed, countedIndexes, succeededIndexes };
}

function countSucceeded(job: Job, pods: readonly CachedPod[], tracking: Tracking | undefined): number {
  const uncounted = countUncounted(job, pods, tracking, { named: tracking?.succeeded, is: hasSucceeded });
  return (tracking === undefined ? 0 : (job.status.succeeded ?? 0)) + uncounted;
}

/** A pod that is deleted while it runs has failed: an orphan never gets further. */
function countFailed(job: Job, pods: readonly CachedPod[], tracking: Tracking | undefined): number {
  const is = (pod: CachedPod): boolean =>
    hasFailed(pod) || (tracking !== undefined && isBeingDeleted(pod) && !hasSucceeded(pod));
  const uncounted = countUncounted(job, pods, tracking, { named: tracking?.failed, is });
  return (tracking === undefined ? 0 : (job.status.failed ?? 0)) + uncounted;
}

interface Which {
  readonly named: ReadonlySet<string> | undefined;
  readonly is: (pod: CachedPod) => boolean;
}

function countUncounted(job: Job, pods: readonly CachedPod[], tracking: Tracking | undefined, { named, is }: Which) {
  const others = pods.filter((pod) => {
    if (tracking !== undefined && (!isTracked(pod) || tracking.released.has(pod.head.uid))) return false;
    if (named?.has(pod.head.uid) === true) return false;
    return (!isIndexed(job) || usefulIndexOf(job, pod) !== undefined) && is(pod);
  });
  return (named?.size ?? 0) + others.length;
}
