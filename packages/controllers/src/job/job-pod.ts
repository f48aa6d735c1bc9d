/** Facts of Jobs and their pods, as accounting and management ask for them. */
import type { Job } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';

import type { CachedPod } from '../dependents/pod-facts.ts';
import { completionIndexOf } from './completion-indexes.ts';

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

/** Undefined also for an index that the Job has no use for. */
export function usefulIndexOf({ spec }: Job, { head }: CachedPod): number | undefined {
  const index = completionIndexOf(head.annotations);
  return index !== undefined && index < (spec.completions ?? 0) ? index : undefined;
}
