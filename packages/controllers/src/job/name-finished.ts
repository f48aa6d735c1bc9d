/** Step 1 of accounting: the finished pods of a Job that are to be named in its status, and let go afterwards. */
import { type CachedPod, hasFailed, hasSucceeded, isBeingDeleted } from '../dependents/pod-facts.ts';
import type { CachedJob } from './job-pod.ts';
import { isIndexed, usefulIndexOf } from './job-pod.ts';
import { completionIndexOf, hasIndex, type IndexRanges } from './completion-indexes.ts';

/** Uids in the status, so that it stays below 20 KB; the Job comes again for the others. */
const mostUncounted = 500;

export interface Finishing {
  readonly job: CachedJob;
  /** Pods that still have the Job's finalizer. */
  readonly held: readonly CachedPod[];
  /** The Job ends: pods that are still active count as failures. */
  readonly isEnding: boolean;
  readonly countedIndexes: IndexRanges;
  /** The uids that the status names already. */
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
}

export interface Named {
  readonly toRelease: readonly CachedPod[];
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
  /** Of an Indexed Job, a completed index is named by itself and needs no uid. */
  readonly freshIndexes: ReadonlySet<number>;
  /** There are more than one sync takes. */
  readonly isFull: boolean;
}

export function nameFinished(finishing: Finishing): Named {
  const names = {
    succeeded: [...finishing.succeeded],
    failed: [...finishing.failed],
    known: new Set([...finishing.succeeded, ...finishing.failed]),
    freshIndexes: new Set<number>(),
  };
  const toRelease: CachedPod[] = [];
  for (const pod of inIndexOrder(finishing)) {
    const isEnded = hasEnded(finishing, pod);
    if (isEnded || hasSucceeded(pod) || isBeingDeleted(finishing.job)) toRelease.push(pod);
    name(finishing, pod, isEnded, names);
    if (names.freshIndexes.size + names.succeeded.length + names.failed.length >= mostUncounted) {
      return { ...names, toRelease, isFull: true };
    }
  }
  return { ...names, toRelease, isFull: false };
}

interface Names {
  readonly succeeded: string[];
  readonly failed: string[];
  readonly known: ReadonlySet<string>;
  readonly freshIndexes: Set<number>;
}

/** A pod that ends before its own end, with its Job or alone, counts as a failure. */
function hasEnded({ isEnding }: Finishing, pod: CachedPod): boolean {
  return hasFailed(pod) || isBeingDeleted(pod) || isEnding;
}

function name({ job, countedIndexes }: Finishing, pod: CachedPod, isEnded: boolean, names: Names): void {
  const { uid } = pod.head;
  const index = isIndexed(job.object) ? usefulIndexOf(job.object, pod) : undefined;
  if (isIndexed(job.object) && index === undefined) return;
  if (hasSucceeded(pod)) {
    if (index === undefined) {
      if (!names.known.has(uid)) names.succeeded.push(uid);
    } else if (!hasIndex(countedIndexes, index)) names.freshIndexes.add(index);
  } else if (isEnded && !names.known.has(uid)) names.failed.push(uid);
}

/** Of an Indexed Job, completed indexes appear in order. */
function inIndexOrder({ job, held }: Finishing): readonly CachedPod[] {
  if (!isIndexed(job.object)) return held;
  const indexOf = ({ head }: CachedPod): number => completionIndexOf(head.annotations) ?? -1;
  return [...held].sort((a, b) => indexOf(a) - indexOf(b));
}
