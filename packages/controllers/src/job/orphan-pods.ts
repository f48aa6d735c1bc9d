/** Takes the finalizer off pods that no Job counts any more: theirs is gone, or has finished, or never was. */
import type { Job } from '@keelson/api';
import { splitObjectKey, type ReconcileResult } from '@keelson/informers';

import { isNotFound, refusedError } from '../client/controller-client.ts';
import { controllerOf } from '../dependents/owner-index.ts';
import { type CachedPod, isTracked } from '../dependents/pod-facts.ts';
import { isFinished } from './job-pod.ts';
import { type JobParts } from './job-parts.ts';
import { removeTracking } from './pod-control.ts';

export async function syncOrphanPod(parts: JobParts, key: string): Promise<ReconcileResult | undefined> {
  const pod = parts.pods.get(splitObjectKey(key));
  if (pod === undefined || !isTracked(pod) || (await isCounted(parts, pod))) return undefined;
  const removed = await removeTracking(parts, pod);
  if (!removed.ok && !isNotFound(removed)) throw refusedError(removed);
  return undefined;
}

/** Asked of the API, not of the informer: that one may be behind, and a pod that is let go is not counted. */
async function isCounted({ context }: JobParts, pod: CachedPod): Promise<boolean> {
  const owner = controllerOf(pod.head);
  if (owner === undefined || owner.kind !== context.kinds.jobs.kind) return false;
  const target = { resource: context.kinds.jobs, namespace: pod.namespace, name: owner.name };
  const found = await context.client.get<Job>(target);
  if (!found.ok && !isNotFound(found)) throw refusedError(found);
  return found.ok && found.object.head.uid === owner.uid && !isFinished(found.object.object);
}
