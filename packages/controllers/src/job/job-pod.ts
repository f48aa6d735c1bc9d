/** Facts of Jobs and their pods, as accounting and management ask for them. */
import { trackingName, type Job, type Pod } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';

import { completionIndexOf } from './completion-indexes.ts';

export type CachedPod = CachedObject<Pod>;
export type CachedJob = CachedObject<Job>;

export function isIndexed({ spec }: Job): boolean {
  return spec.completionMode === 'Indexed';
}

export function isSuspended({ spec }: Job): boolean {
  return spec.suspend === true;
}

export function isFinished({ status }: Job): boolean {
  return (
    status.conditions?.some(
      ({ type, status: holds }) => (type === 'Complete' || type === 'Failed') && holds === 'True',
    ) === true
  );
}

export function phaseOf(pod: CachedPod): string {
  return pod.object.status.phase ?? '';
}

export function hasSucceeded(pod: CachedPod): boolean {
  return phaseOf(pod) === 'Succeeded';
}

export function hasFailed(pod: CachedPod): boolean {
  return phaseOf(pod) === 'Failed';
}

export function isBeingDeleted({ head }: CachedPod | CachedJob): boolean {
  return head.deletionTimestamp !== undefined;
}

/** Neither finished nor going. */
export function isActive(pod: CachedPod): boolean {
  return !hasSucceeded(pod) && !hasFailed(pod) && !isBeingDeleted(pod);
}

export function isReady({ object }: CachedPod): boolean {
  return object.status.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;
}

export function isTracked({ head }: CachedPod): boolean {
  return head.finalizers.includes(trackingName);
}

/** Undefined also for an index that the Job has no use for. */
export function usefulIndexOf({ spec }: Job, { head }: CachedPod): number | undefined {
  const index = completionIndexOf(head.annotations);
  return index !== undefined && index < (spec.completions ?? 0) ? index : undefined;
}
