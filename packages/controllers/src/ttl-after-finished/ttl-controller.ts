/** Controller of Jobs with a time to live: deletes them once it has passed since they finished. */
import type { Job } from '@keelson/api';
import { objectKey, splitObjectKey, type CachedObject, type Informer, type ReconcileResult } from '@keelson/informers';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';

const name = 'ttl-after-finished';

export const ttlController: ControllerDefinition = {
  name,
  account: 'ttl-after-finished-controller',
  workers: 5,
  start: startTtlController,
};

function startTtlController(context: ControllerContext): LedController {
  const jobs = context.informers.informer<Job>(context.kinds.jobs);
  const reconciler = startReconciler(context, {
    queue: 'ttl_jobs_to_delete',
    name,
    informers: [jobs],
    reconcile: (key) => deleteExpired(context, jobs, key),
  });
  const enqueue = (job: CachedObject<Job>): void => {
    if (expiryMs(job) !== undefined) reconciler.queue.add(objectKey(job));
  };
  reconciler.onStop(jobs.addHandler({ onAdd: enqueue, onUpdate: (_, job) => enqueue(job) }));
  return reconciler;
}

/** A timer of Node has a limit, and clocks may be set meanwhile. */
const longestWaitMs = 24 * 60 * 60_000;

async function deleteExpired(
  context: ControllerContext,
  jobs: Informer<Job>,
  key: string,
): Promise<ReconcileResult | undefined> {
  const known = jobs.get(splitObjectKey(key));
  const wait = known && remainingMs(context, known);
  if (known === undefined || wait === undefined) return undefined;
  if (wait > 0) return { requeueAfterMs: Math.min(wait, longestWaitMs) };
  // The informer may be behind: somebody may have given the Job more time.
  const target = { resource: context.kinds.jobs, namespace: known.namespace, name: known.name };
  const fresh = await context.client.get<Job>(target);
  if (!fresh.ok) {
    if (isNotFound(fresh)) return undefined;
    throw refusedError(fresh);
  }
  const left = remainingMs(context, fresh.object);
  if (left === undefined) return undefined;
  if (left > 0) return { requeueAfterMs: Math.min(left, longestWaitMs) };
  const { uid } = fresh.object.head;
  const deleted = await context.client.delete(target, { uid, propagationPolicy: 'Foreground' });
  if (!deleted.ok && !isNotFound(deleted) && !isConflict(deleted)) throw refusedError(deleted);
  return undefined;
}

/** A Job that finished in the future, by another clock, waits for that moment too. */
function remainingMs({ clock }: ControllerContext, job: CachedObject<Job>): number | undefined {
  const expires = expiryMs(job);
  return expires === undefined ? undefined : expires - clock.wallMs();
}

/** Undefined for a Job that does not expire, or goes already. */
function expiryMs({ decoded, head }: CachedObject<Job>): number | undefined {
  if (!decoded.ok || head.deletionTimestamp !== undefined) return undefined;
  const { spec, status } = decoded.object;
  const { ttlSecondsAfterFinished } = spec;
  const end = status.conditions?.find(
    ({ type, status: holds }) => (type === 'Complete' || type === 'Failed') && holds === 'True',
  );
  if (ttlSecondsAfterFinished === undefined || end === undefined || end.lastTransitionTime === null) return undefined;
  return Date.parse(end.lastTransitionTime) + ttlSecondsAfterFinished * 1_000;
}
