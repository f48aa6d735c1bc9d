/** The Jobs of a CronJob: how it makes them, and which of the finished ones it keeps. */
import type { CronJob, Job } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';
import { groupVersion, type Resource } from '@keelson/schema';

export type CachedChild = CachedObject<Job>;

export function childEnd({ object }: CachedChild): 'Complete' | 'Failed' | undefined {
  const end = object.status.conditions?.find(
    ({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True',
  );
  return end && (end.type as 'Complete' | 'Failed');
}

/** One name for one moment, so that a Job that was made already is found. */
export function childName(cronJob: string, scheduledMs: number): string {
  return `${cronJob}-${Math.floor(scheduledMs / 60_000)}`;
}

export function makeChild(cronJobs: Resource, { metadata, spec }: CronJob, scheduledMs: number): object {
  const { labels, annotations } = spec.jobTemplate.metadata;
  const { name = '', uid } = metadata;
  const owner = {
    apiVersion: groupVersion(cronJobs),
    kind: cronJobs.kind,
    name,
    uid,
    controller: true,
    blockOwnerDeletion: true,
  };
  return {
    metadata: {
      name: childName(name, scheduledMs),
      ...(labels !== undefined && { labels }),
      ...(annotations !== undefined && { annotations }),
      ownerReferences: [owner],
    },
    spec: spec.jobTemplate.spec,
  };
}

/** The finished Jobs beyond the limits, the oldest first. */
export function findSurplus({ spec }: CronJob, children: readonly CachedChild[]): CachedChild[] {
  const beyond = (end: 'Complete' | 'Failed', limit: number | undefined): CachedChild[] => {
    if (limit === undefined) return [];
    const ended = children.filter((child) => childEnd(child) === end).sort(compareStarts);
    return ended.slice(0, Math.max(0, ended.length - limit));
  };
  return [...beyond('Complete', spec.successfulJobsHistoryLimit), ...beyond('Failed', spec.failedJobsHistoryLimit)];
}

/** One that never started comes last. */
function compareStarts(a: CachedChild, b: CachedChild): number {
  const [left, right] = [startMs(a), startMs(b)];
  if (left !== right) return left - right;
  return a.name < b.name ? -1 : 1;
}

function startMs({ object }: CachedChild): number {
  const { startTime } = object.status;
  return startTime === undefined || startTime === null ? Number.MAX_SAFE_INTEGER : Date.parse(startTime);
}
