/** The pods of a Job: those that it controls and selects. Pods that are adopted get its finalizer, others lose it. */
import { trackingName } from '@keelson/api';
import { selectorFromLabelSelector } from '@keelson/meta';

import { claimDependents } from '../dependents/claim-dependents.ts';
import type { CachedPod } from '../dependents/pod-facts.ts';
import type { CachedJob } from './job-pod.ts';
import type { JobParts } from './job-parts.ts';

/** Rejects where a pod could not be adopted or released. `isTracked`: pods of this Job carry the finalizer. */
export function claimPods({ context, podIndex }: JobParts, job: CachedJob, isTracked: boolean): Promise<CachedPod[]> {
  // A selector that cannot be read selects nothing.
  const selected = selectorFromLabelSelector(job.object.spec.selector);
  return claimDependents({
    client: context.client,
    owners: context.kinds.jobs,
    owner: job,
    dependents: context.kinds.pods,
    index: podIndex,
    selector: selected.ok ? selected.selector : null,
    ...(isTracked && { adopting: { finalizers: [trackingName] } }),
    releasing: { '$deleteFromPrimitiveList/finalizers': [trackingName] },
  });
}
