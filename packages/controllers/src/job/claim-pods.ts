/**
 * The pods of a Job: those that it controls and selects. Others that it selects and that nobody controls are adopted;
 * those that it controls and selects no more are let go.
 */
import { trackingName, type Job, type Pod } from '@keelson/api';
import { matchesLabels, selectorFromLabelSelector, type LabelSelector } from '@keelson/meta';

import { isNotFound, refusedError, type ClientRefusal } from '../client/controller-client.ts';
import { isBeingDeleted, type CachedJob, type CachedPod } from './job-pod.ts';
import { orphansOf, podTarget, type JobParts } from './job-parts.ts';
import { ownerReferenceTo } from './make-pod.ts';

/** Rejects where a pod could not be adopted or let go. `isTracked`: pods of this Job carry the finalizer. */
export async function claimPods(parts: JobParts, job: CachedJob, isTracked: boolean): Promise<CachedPod[]> {
  const { podIndex } = parts;
  const selector = selectorOf(job);
  const claimed: CachedPod[] = [];
  const released: CachedPod[] = [];
  for (const pod of podIndex.get(job.head.uid)) {
    if (pod.namespace !== job.namespace) continue;
    if (matchesLabels(selector, pod.head.labels)) claimed.push(pod);
    else if (!isBeingDeleted(job)) released.push(pod);
  }
  const orphans = [...podIndex.get(orphansOf(job.namespace))].filter(
    (pod) => !isBeingDeleted(pod) && matchesLabels(selector, pod.head.labels),
  );
  for (const pod of released) await releasePod(parts, job, pod);
  if (orphans.length > 0 && !isBeingDeleted(job)) {
    await checkIsThere(parts, job);
    for (const pod of orphans) {
      const adopted = await adoptPod(parts, job, pod, isTracked);
      if (adopted !== undefined) claimed.push(adopted);
    }
  }
  return claimed;
}

/** A selector that cannot be read selects nothing. */
function selectorOf({ object }: CachedJob): LabelSelector | null {
  const selected = selectorFromLabelSelector(object.spec.selector);
  return selected.ok ? selected.selector : null;
}

/** The informer may be behind: a Job that is gone, or going, adopts nothing. */
async function checkIsThere({ context }: JobParts, { namespace, name, head }: CachedJob): Promise<void> {
  const found = await context.client.get<Job>({ resource: context.kinds.jobs, namespace, name });
  if (!found.ok) throw refusedError(found);
  if (found.object.head.uid !== head.uid) throw new Error(`original Job ${namespace}/${name} is gone`);
  if (isBeingDeleted(found.object)) throw new Error(`${namespace}/${name} has just been deleted`);
}

/** `undefined` where the pod is gone. */
async function adoptPod(
  parts: JobParts,
  job: CachedJob,
  pod: CachedPod,
  isTracked: boolean,
): Promise<CachedPod | undefined> {
  const owner = ownerReferenceTo(parts.context.kinds.jobs, job.object);
  const finalizers = isTracked ? { finalizers: [trackingName] } : {};
  const patch = { metadata: { uid: pod.head.uid, ownerReferences: [owner], ...finalizers } };
  const adopted = await parts.context.client.patch<Pod>(podTarget(parts, pod), 'strategic', patch);
  if (adopted.ok) return adopted.object;
  if (isNotFound(adopted)) return undefined;
  throw refusedError(adopted);
}

async function releasePod(parts: JobParts, job: CachedJob, pod: CachedPod): Promise<void> {
  const metadata = {
    uid: pod.head.uid,
    ownerReferences: [{ $patch: 'delete', uid: job.head.uid }],
    '$deleteFromPrimitiveList/finalizers': [trackingName],
  };
  const released = await parts.context.client.patch<Pod>(podTarget(parts, pod), 'strategic', { metadata });
  if (!released.ok && !isGone(released)) throw refusedError(released);
}

/** Gone, or another pod of that name: the patch names its uid. */
function isGone(refusal: ClientRefusal): boolean {
  return isNotFound(refusal) || refusal.status.code === 422 || refusal.status.reason === 'Conflict';
}
