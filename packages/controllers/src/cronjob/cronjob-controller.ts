/** Controller of CronJobs: makes Jobs at their moments, follows them, and keeps as many finished ones as is asked for. */
import { isDeepStrictEqual } from 'node:util';

import type { CronJob, Job } from '@keelson/api';
import { objectKey, splitObjectKey, type CachedObject, type ReconcileResult } from '@keelson/informers';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';
import { sharedIndex } from '../frame/shared-index.ts';
import { findSurplus } from './child-jobs.ts';
import { deleteChild, type CachedCronJob, type CronParts, type CronSync } from './cron-parts.ts';
import { followJobs } from './follow-jobs.ts';
import { startDueJob } from './start-due-job.ts';

const name = 'cronjob';

export const cronJobController: ControllerDefinition = {
  name,
  account: 'cronjob-controller',
  workers: 5,
  reads: ['jobs', 'cronJobs'],
  start: startCronJobController,
};

function startCronJobController(context: ControllerContext): LedController {
  const { informers, kinds } = context;
  const cronJobs = informers.informer<CronJob>(kinds.cronJobs);
  const jobs = informers.informer<Job>(kinds.jobs);
  const parts: CronParts = { context, cronJobs, jobs, jobIndex: sharedIndex(jobs, ownerUids) };
  const reconciler = startReconciler(context, {
    queue: name,
    name,
    informers: [cronJobs, jobs],
    reconcile: async (key) => {
      const cronJob = cronJobs.get(splitObjectKey(key));
      return cronJob === undefined ? undefined : syncCronJob(parts, cronJob);
    },
  });
  const enqueue = (cronJob: CachedCronJob): void => reconciler.queue.add(objectKey(cronJob));
  const enqueueOwner = ({ namespace, head }: CachedObject<Job>): void => {
    const owner = head.ownerReferences.find(({ controller }) => controller);
    if (owner?.kind !== kinds.cronJobs.kind) return;
    const cronJob = cronJobs.get({ namespace, name: owner.name });
    if (cronJob?.head.uid === owner.uid) enqueue(cronJob);
  };
  reconciler.onStop(cronJobs.addHandler({ onAdd: enqueue, onUpdate: (_, cronJob) => enqueue(cronJob) }));
  const onUpdate = (old: CachedObject<Job>, job: CachedObject<Job>): void => {
    enqueueOwner(old);
    enqueueOwner(job);
  };
  reconciler.onStop(jobs.addHandler({ onAdd: enqueueOwner, onUpdate, onDelete: enqueueOwner }));
  return reconciler;
}

function ownerUids({ head }: CachedObject<Job>): readonly string[] {
  return head.ownerReferences.filter(({ controller }) => controller).map(({ uid }) => uid);
}

async function syncCronJob(parts: CronParts, cronJob: CachedCronJob): Promise<ReconcileResult | undefined> {
  const { status } = cronJob.object;
  const children = [...parts.jobIndex.get(cronJob.head.uid)].filter(({ namespace }) => namespace === cronJob.namespace);
  const sync: CronSync = { cronJob, children, status: { ...status }, active: status.active ?? [] };
  await followJobs(parts, sync);
  let result: ReconcileResult | undefined;
  try {
    result = await startDueJob(parts, sync);
    for (const child of findSurplus(cronJob.object, children)) {
      await deleteChild(parts, sync, { name: child.name, uid: child.head.uid });
    }
  } finally {
    // Also after a failure: what was done until then is not done again.
    await writeStatus(parts, sync);
  }
  return result;
}

/** Another write that came first brings the CronJob again, with its own change. */
async function writeStatus({ context }: CronParts, { cronJob, status, active }: CronSync): Promise<void> {
  const before = cronJob.object.status;
  const next = { ...status, active: [...active] };
  if (isDeepStrictEqual(next, { ...before, active: [...(before.active ?? [])] })) return;
  const { namespace, name: called } = cronJob;
  const target = { resource: context.kinds.cronJobs, namespace, name: called, subresource: 'status' };
  const written = await context.client.update<CronJob>(target, { ...cronJob.object, status: next });
  if (!written.ok && !isConflict(written) && !isNotFound(written)) throw refusedError(written);
}
