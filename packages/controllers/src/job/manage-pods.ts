/** Brings the number of active pods of a Job to the one that it should be: by creating some, or by deleting some. */
import type { CachedPod } from '../dependents/pod-facts.ts';
import { addIndexes, pendingIndexes, type IndexRanges } from './completion-indexes.ts';
import { isIndexed, isSuspended, usefulIndexOf, type CachedJob } from './job-pod.ts';
import type { JobParts } from './job-parts.ts';
import { createJobPods, deleteJobPods } from './pod-control.ts';
import { choosePodsToRemove } from './removal-order.ts';

/** In one sync, so that a large Job does not keep the others waiting. */
const mostPerSync = 500;

export interface ManageFacts {
  readonly activePods: readonly CachedPod[];
  readonly succeeded: number;
  readonly succeededIndexes: IndexRanges;
  readonly isTracked: boolean;
}

export interface Managed {
  /** The active pods that there are now. */
  readonly active: number;
  readonly error: Error | undefined;
}

export async function managePods(parts: JobParts, job: CachedJob, facts: ManageFacts): Promise<Managed> {
  const { activePods } = facts;
  const active = activePods.length;
  const wanted = isSuspended(job.object) ? 0 : wantedPods(job, facts);
  const surplus = choosePodsToRemove(job.object, activePods, Math.max(0, active - wanted)).slice(0, mostPerSync);
  if (surplus.length > 0) {
    // Doubles of an index may have to go while others are missing: these come with the next sync.
    const { done, error } = await deleteJobPods(parts, job, surplus, { releases: true });
    return { active: active - done, error };
  }
  const missing = Math.min(wanted - active, mostPerSync);
  if (missing <= 0) return { active, error: undefined };
  const { done, error } = await createJobPods(parts, job, wishesOf(job, facts, missing));
  return { active: active + done, error };
}

function wantedPods({ object: { spec } }: CachedJob, { activePods, succeeded }: ManageFacts): number {
  const { parallelism = 1, completions } = spec;
  // A work queue: once one pod has succeeded, the others come to their own end.
  if (completions === undefined) return succeeded > 0 ? activePods.length : parallelism;
  return Math.max(0, Math.min(completions - succeeded, parallelism));
}

function wishesOf(job: CachedJob, { activePods, succeededIndexes, isTracked }: ManageFacts, missing: number) {
  if (!isIndexed(job.object)) return Array.from({ length: missing }, () => ({ isTracked, index: undefined }));
  const inWork = activePods.flatMap((pod) => usefulIndexOf(job.object, pod) ?? []);
  const taken = addIndexes(succeededIndexes, inWork);
  return pendingIndexes(taken, missing, job.object.spec.completions ?? 0).map((index) => ({ isTracked, index }));
}
