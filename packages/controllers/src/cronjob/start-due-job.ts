/** Starts the Job of a CronJob that is due, as its policies say. */
import type { Job } from '@keelson/api';
import type { ReconcileResult } from '@keelson/informers';

import { isAlreadyExists, isNamespaceEnding, isNotFound, refusedError } from '../client/controller-client.ts';
import { secondsText } from '../controller-clock.ts';
import { referenceTo } from '../events/event-recorder.ts';
import { childName, makeChild } from './child-jobs.ts';
import { compileSchedule, type CompiledSchedule } from './compile-schedule.ts';
import { deleteChild, recordOfCron, type CronParts, type CronSync } from './cron-parts.ts';
import { lastMissedTime, nextTime, zoneOf } from './next-time.ts';
import type { TimeZone } from './time-zone.ts';

interface Timetable {
  readonly schedule: CompiledSchedule;
  readonly zone: TimeZone;
}

/** Changes the status of the sync. The result says when the next Job is due; there is none for what cannot be read. */
export async function startDueJob(parts: CronParts, sync: CronSync): Promise<ReconcileResult | undefined> {
  const { object } = sync.cronJob;
  if (sync.cronJob.head.deletionTimestamp !== undefined || object.spec.suspend === true) return undefined;
  const timetable = timetableOf(parts, sync);
  if (timetable === undefined) return undefined;
  const nowMs = parts.context.clock.wallMs();
  const dueMs = findDue(parts, sync, timetable, nowMs);
  if (dueMs !== undefined) await startAt(parts, sync, dueMs);
  return nextVisit(timetable, parts.context.clock.wallMs());
}

/** A little after the moment, which clocks do not agree on. */
const lateMs = 100;
/** A timer of Node has a limit, and clocks may be set meanwhile. */
const longestWaitMs = 24 * 60 * 60_000;

function nextVisit({ schedule, zone }: Timetable, nowMs: number): ReconcileResult | undefined {
  const next = nextTime(schedule, zone, nowMs);
  return next === undefined ? undefined : { requeueAfterMs: Math.min(next + lateMs - nowMs, longestWaitMs) };
}

function timetableOf(parts: CronParts, { cronJob }: CronSync): Timetable | undefined {
  const { schedule: text, timeZone: named } = cronJob.object.spec;
  const record = recordOfCron(parts, cronJob);
  const timeZone = parts.context.gatesOff.has('CronJobTimeZone') ? undefined : named;
  if (timeZone !== undefined && zoneOf(timeZone) === undefined) {
    record(
      'Warning',
      'UnknownTimeZone',
      `invalid timeZone: ${JSON.stringify(timeZone)}: unknown time zone ${timeZone}`,
    );
    return undefined;
  }
  const schedule = compileSchedule(text);
  const zone = zoneOf(timeZone ?? schedule?.timeZone);
  if (schedule === undefined || zone === undefined) {
    record('Warning', 'UnparseableSchedule', `unparseable schedule: ${JSON.stringify(text)}`);
    return undefined;
  }
  if (text.includes('TZ')) record('Warning', 'UnsupportedSchedule', wordUnsupported(text));
  return { schedule, zone };
}

function wordUnsupported(text: string): string {
  const page = 'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/';
  return `CRON_TZ or TZ used in schedule ${JSON.stringify(text)} is not officially supported, see ${page} for more details`;
}

/** More than so many missed moments are told of. */
const manyMissed = 100;

function findDue(parts: CronParts, { cronJob, status }: CronSync, { schedule, zone }: Timetable, nowMs: number) {
  const { spec, metadata } = cronJob.object;
  const record = recordOfCron(parts, cronJob);
  const deadlineMs =
    spec.startingDeadlineSeconds === undefined ? undefined : Number(spec.startingDeadlineSeconds) * 1_000;
  const since = status.lastScheduleTime ?? metadata.creationTimestamp ?? secondsText(nowMs);
  const earliest = Math.max(Date.parse(since), deadlineMs === undefined ? 0 : nowMs - deadlineMs);
  if (earliest > nowMs) return undefined;
  const missed = lastMissedTime(schedule, zone, earliest, nowMs);
  if (missed === undefined) return undefined;
  if (missed.count > manyMissed) {
    const advice = 'Set or decrease .spec.startingDeadlineSeconds or check clock skew';
    record('Warning', 'TooManyMissedTimes', `too many missed start times: ${missed.count}. ${advice}`);
  }
  if (deadlineMs === undefined || missed.atMs + deadlineMs >= nowMs) return missed.atMs;
  record('Warning', 'MissSchedule', `Missed scheduled time to start a job: ${rfc1123(missed.atMs)}`);
  return undefined;
}

/** `Mon, 02 Jan 2006 15:04:05 UTC`. */
function rfc1123(ms: number): string {
  return new Date(ms).toUTCString().replace('GMT', 'UTC');
}

async function startAt(parts: CronParts, sync: CronSync, dueMs: number): Promise<void> {
  const { cronJob, status } = sync;
  const { concurrencyPolicy } = cronJob.object.spec;
  const isStarted = sync.active.some(({ name }) => name === childName(cronJob.name, dueMs));
  const { lastScheduleTime: last } = status;
  if (isStarted || (last !== undefined && last !== null && Date.parse(last) === dueMs)) return;
  const record = recordOfCron(parts, cronJob);
  if (concurrencyPolicy === 'Forbid' && sync.active.length > 0) {
    const why = 'Not starting job because prior execution is running and concurrency policy is Forbid';
    record('Normal', 'JobAlreadyActive', why);
    return;
  }
  if (concurrencyPolicy === 'Replace') await replace(parts, sync);
  await create(parts, sync, dueMs);
}

async function replace(parts: CronParts, sync: CronSync): Promise<void> {
  for (const reference of sync.active) {
    if (!(await deleteChild(parts, sync, reference))) throw new Error(`could not replace job ${reference.name ?? ''}`);
  }
}

async function create(parts: CronParts, sync: CronSync, dueMs: number): Promise<void> {
  const { context } = parts;
  const { cronJob } = sync;
  const { jobs: resource, cronJobs } = context.kinds;
  const { namespace } = cronJob;
  const record = recordOfCron(parts, cronJob);
  const created = await context.client.create<Job>({ resource, namespace }, makeChild(cronJobs, cronJob.object, dueMs));
  if (!created.ok) {
    // Made before, by a leader that did not get to write the status.
    if (isAlreadyExists(created)) return takeOver(parts, sync, dueMs);
    if (!isNamespaceEnding(created))
      record('Warning', 'FailedCreate', `Error creating job: ${created.status.message ?? ''}`);
    throw refusedError(created);
  }
  record('Normal', 'SuccessfulCreate', `Created job ${created.object.name}`);
  const reference = { ...referenceTo(resource, created.object), namespace };
  sync.active = [...sync.active, reference];
  sync.status.lastScheduleTime = secondsText(dueMs);
}

/** A Job of that name that another one owns is left alone, and tried again when its place is free. */
async function takeOver({ context }: CronParts, sync: CronSync, dueMs: number): Promise<void> {
  const { namespace, name, head } = sync.cronJob;
  const resource = context.kinds.jobs;
  const found = await context.client.get<Job>({ resource, namespace, name: childName(name, dueMs) });
  if (!found.ok) {
    if (isNotFound(found)) return;
    throw refusedError(found);
  }
  if (!found.object.head.ownerReferences.some(({ uid, controller }) => controller && uid === head.uid)) return;
  sync.active = [...sync.active, { ...referenceTo(resource, found.object), namespace }];
  sync.status.lastScheduleTime = secondsText(dueMs);
}
