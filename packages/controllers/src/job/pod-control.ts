/** Creates and deletes pods of a Job; takes its finalizer off those that are not to be counted. */
import { trackingName, type Pod } from '@keelson/api';
import { objectKey } from '@keelson/informers';

import type { ClientRefusal } from '../client/controller-client.ts';
import { createPods, deletePods, type Effect } from '../dependents/pod-control.ts';
import { isTracked, type CachedPod } from '../dependents/pod-facts.ts';
import type { CachedJob } from './job-pod.ts';
import { jobPodControl, podTarget, type JobParts } from './job-parts.ts';
import { makePod, type PodWish } from './make-pod.ts';

export function createJobPods(parts: JobParts, job: CachedJob, wishes: readonly PodWish[]): Promise<Effect> {
  const { jobs } = parts.context.kinds;
  const pods = wishes.map((wish) => makePod(jobs, job, wish));
  return createPods(jobPodControl(parts, job), pods);
}

/** `releases`: the pods are not to be counted, so that their finalizer goes first. */
export function deleteJobPods(
  parts: JobParts,
  job: CachedJob,
  pods: readonly CachedPod[],
  { releases }: { readonly releases: boolean },
): Promise<Effect> {
  const release = (pod: CachedPod) => releasePod(parts, job, pod);
  return deletePods(jobPodControl(parts, job), pods, releases ? release : undefined);
}

/** Takes the finalizer off, if the pod has it. */
export async function releasePod(parts: JobParts, job: CachedJob, pod: CachedPod): Promise<ClientRefusal | undefined> {
  if (!isTracked(pod)) return undefined;
  const reply = await removeTracking(parts, pod);
  if (!reply.ok) return reply;
  parts.expectations.releasedPod(objectKey(job), pod);
  return undefined;
}

export function removeTracking(parts: JobParts, pod: CachedPod) {
  const metadata = { uid: pod.head.uid, '$deleteFromPrimitiveList/finalizers': [trackingName] };
  return parts.context.client.patch<Pod>(podTarget(parts, pod), 'strategic', { metadata });
}
