/** Brings the status of a CronJob in step with its Jobs: which are active, and when one last succeeded. */
import type { CronJob, Job } from '@keelson/api';

import { isNotFound, refusedError } from '../client/controller-client.ts';
import { childEnd, type CachedChild } from './child-jobs.ts';
import { recordOfCron, type CronParts, type CronSync } from './cron-parts.ts';

/** Changes the status of the sync. */
export async function followJobs(parts: CronParts, sync: CronSync): Promise<void> {
  for (const child of sync.children) await followJob(parts, sync, child);
  const known = new Set(sync.children.map(({ head }) => head.uid));
  for (const reference of sync.active) {
    if (known.has(reference.uid ?? '')) continue;
    await checkIsGone(parts, sync, reference);
  }
}

async function followJob(parts: CronParts, sync: CronSync, child: CachedChild): Promise<void> {
  const { uid } = child.head;
  const isListed = sync.active.some((reference) => reference.uid === uid);
  const end = childEnd(child);
  const record = recordOfCron(parts, sync.cronJob);
  if (!isListed && end === undefined) {
    if (await isListedMeanwhile(parts, sync, uid)) return;
    record('Warning', 'UnexpectedJob', `Saw a job that the controller did not create or forgot: ${child.name}`);
    return;
  }
  if (isListed && end !== undefined) {
    sync.active = sync.active.filter((reference) => reference.uid !== uid);
    record('Normal', 'SawCompletedJob', `Saw completed job: ${child.name}, status: ${end}`);
  }
  if (end === 'Complete') noteSuccess(sync, child);
}

function noteSuccess({ status }: CronSync, { object }: CachedChild): void {
  const { completionTime } = object.status;
  if (completionTime === undefined || completionTime === null) return;
  const { lastSuccessfulTime: last } = status;
  if (last === undefined || last === null || Date.parse(last) < Date.parse(completionTime)) {
    status.lastSuccessfulTime = completionTime;
  }
}

/** The informer may be behind this controller's own write of the status. */
async function isListedMeanwhile({ context }: CronParts, { cronJob }: CronSync, uid: string): Promise<boolean> {
  const { namespace, name } = cronJob;
  const found = await context.client.get<CronJob>({ resource: context.kinds.cronJobs, namespace, name });
  if (!found.ok) throw refusedError(found);
  return found.object.object.status.active?.some((reference) => reference.uid === uid) === true;
}

async function checkIsGone(parts: CronParts, sync: CronSync, { name, uid }: CronSync['active'][number]): Promise<void> {
  const { context } = parts;
  const { namespace } = sync.cronJob;
  const found = await context.client.get<Job>({ resource: context.kinds.jobs, namespace, name });
  if (found.ok) return;
  if (!isNotFound(found)) throw refusedError(found);
  recordOfCron(parts, sync.cronJob)('Normal', 'MissingJob', `Active job went missing: ${name ?? ''}`);
  sync.active = sync.active.filter((reference) => reference.uid !== uid);
}
