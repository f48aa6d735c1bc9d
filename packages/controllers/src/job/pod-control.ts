/** Creates and deletes pods of a Job, tells of it in events, and notes what the informers have to show. */
import { trackingName, type Pod } from '@keelson/api';
import { objectKey } from '@keelson/informers';

import { isNotFound, refusedError, type ClientRefusal } from '../client/controller-client.ts';
import { runAtOnce } from '../run-at-once.ts';
import { isTracked, type CachedJob, type CachedPod } from './job-pod.ts';
import { podTarget, recordOf, type JobParts } from './job-parts.ts';
import { makePod, type PodWish } from './make-pod.ts';

/** Requests of one Job that are under way at a time. */
const requestsAtOnce = 16;

export interface Effect {
  /** The number of pods that it was done to. */
  readonly done: number;
  /** The first failure. */
  readonly error: Error | undefined;
}

/** In batches that double, so that a quota that is full costs a few requests and not all of them. */
export async function createPods(parts: JobParts, job: CachedJob, wishes: readonly PodWish[]): Promise<Effect> {
  const errors: Error[] = [];
  let done = 0;
  for (let at = 0, size = 1; at < wishes.length && errors.length === 0; at += size, size *= 2) {
    await runAtOnce(wishes.slice(at, at + size), requestsAtOnce, async (wish) => {
      const failure = await createPod(parts, job, wish);
      if (failure === undefined) done += 1;
      else errors.push(failure);
    });
  }
  return { done, error: errors[0] };
}

async function createPod(parts: JobParts, job: CachedJob, wish: PodWish): Promise<Error | undefined> {
  const { context, expectations } = parts;
  const key = objectKey(job);
  const { jobs, pods: resource } = context.kinds;
  const record = recordOf(parts, job);
  let created: CachedPod | undefined;
  expectations.beginCreate(key);
  try {
    const pod = makePod(jobs, job, wish);
    const reply = await context.client.create<Pod>({ resource, namespace: job.namespace }, pod);
    if (reply.ok) {
      created = reply.object;
      record('Normal', 'SuccessfulCreate', `Created pod: ${created.name}`);
      return undefined;
    }
    if (!isOfEndingNamespace(reply)) record('Warning', 'FailedCreate', `Error creating: ${reply.status.message ?? ''}`);
    return refusedError(reply);
  } finally {
    expectations.endCreate(key, created);
  }
}

function isOfEndingNamespace({ status }: ClientRefusal): boolean {
  return status.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true;
}

/** `releases`: the pods are not to be counted, so that their finalizer goes first. */
export async function deletePods(
  parts: JobParts,
  job: CachedJob,
  pods: readonly CachedPod[],
  { releases }: { readonly releases: boolean },
): Promise<Effect> {
  let [done, error]: [number, Error | undefined] = [0, undefined];
  await runAtOnce(pods, requestsAtOnce, async (pod) => {
    const failure = (releases ? await releasePod(parts, job, pod) : undefined) ?? (await deletePod(parts, job, pod));
    if (failure === undefined || isNotFound(failure)) done += 1;
    else error ??= refusedError(failure);
  });
  return { done, error };
}

async function deletePod(parts: JobParts, job: CachedJob, pod: CachedPod): Promise<ClientRefusal | undefined> {
  const { context, expectations } = parts;
  const record = recordOf(parts, job);
  const reply = await context.client.delete(podTarget(parts, pod), { uid: pod.head.uid });
  if (reply.ok) {
    expectations.deleted(objectKey(job), pod);
    record('Normal', 'SuccessfulDelete', `Deleted pod: ${pod.name}`);
    return undefined;
  }
  if (!isNotFound(reply)) record('Warning', 'FailedDelete', `Error deleting: ${reply.status.message ?? ''}`);
  return reply;
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
