/** The parts that the steps of a sync of a CronJob share. */
import type { CronJob, Job, ObjectReference } from '@keelson/api';
import type { CachedObject, Informer, ObjectIndex } from '@keelson/informers';

import { isNotFound } from '../client/controller-client.ts';
import { recordAbout, type RecordOfObject } from '../events/event-recorder.ts';
import type { ControllerContext } from '../frame/definition.ts';
import type { CachedChild } from './child-jobs.ts';

export type CachedCronJob = CachedObject<CronJob>;

export interface CronParts {
  readonly context: ControllerContext;
  readonly cronJobs: Informer<CronJob>;
  readonly jobs: Informer<Job>;
  /** By the uid of the controlling owner. */
  readonly jobIndex: ObjectIndex<Job>;
}

/** A sync under way: its changes of the status are written at its end. */
export interface CronSync {
  readonly cronJob: CachedCronJob;
  readonly children: readonly CachedChild[];
  readonly status: { -readonly [Field in keyof CronJob['status']]: CronJob['status'][Field] };
  active: readonly ObjectReference[];
}

export function recordOfCron({ context }: CronParts, cronJob: CachedCronJob): RecordOfObject {
  return recordAbout(context.events, context.kinds.cronJobs, cronJob);
}

/** Returns false where it has to be tried again. */
export async function deleteChild(
  parts: CronParts,
  sync: CronSync,
  { name, uid = '' }: Pick<ObjectReference, 'name' | 'uid'>,
): Promise<boolean> {
  const { context } = parts;
  const { cronJob } = sync;
  const record = recordOfCron(parts, cronJob);
  const target = { resource: context.kinds.jobs, namespace: cronJob.namespace, name };
  const deleted = await context.client.delete(target, { uid, propagationPolicy: 'Background' });
  if (!deleted.ok && !isNotFound(deleted)) {
    record('Warning', 'FailedDelete', `Deleted job: ${deleted.status.message ?? ''}`);
    return false;
  }
  sync.active = sync.active.filter((reference) => reference.uid !== uid);
  record('Normal', 'SuccessfulDelete', `Deleted job ${name ?? ''}`);
  return true;
}
