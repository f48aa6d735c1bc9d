/** The pods of a Job: those that it controls and selects. Pods that are adopted get its finalizer, others lose it. */
import { trackingName } from '@keelson/api';

import { claimDependents } from '../dependents/claim-dependents.ts';
import type { CachedPod } from '../dependents/pod-facts.ts';
import { readSelector } from '../dependents/read-selector.ts';
import type { CachedJob } from './job-pod.ts';
import type { JobParts } from './job-parts.ts';

/** Rejects where a pod could not be adopted or released. `isTracked`: pods of this Job carry the finalizer. */
export function claimPods({ context, podIndex }: JobParts, job: CachedJob, isTracked: boolean): Promise<CachedPod[]> {
  return claimDependents({
    client: context.client,
    owners: context.kinds.jobs,
    owner: job,
    dependents: context.kinds.pods,
    index: podIndex,
    selector: readSelector(job.object.spec.selector),
    ...(isTracked && { adopting: { finalizers: [trackingName] } }),
    releasing: { '$deleteFromPrimitiveList/finalizers': [trackingName] },
  });
}
