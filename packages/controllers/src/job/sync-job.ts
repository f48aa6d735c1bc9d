/** One sync of a Job: looks at its pods, ends it or gives it what it lacks, and brings its status up to date. */
import { trackingName, type Job, type JobStatus } from '@keelson/api';
import type { ReconcileResult } from '@keelson/informers';

import { isNotFound, refusedError } from '../client/controller-client.ts';
import { secondsText } from '../controller-clock.ts';
import { type CachedPod, isActive, isBeingDeleted, isReady } from '../dependents/pod-facts.ts';
import { account, type NextStatus } from './account.ts';
import { claimPods } from './claim-pods.ts';
import { changeCondition, completed, resumed, suspended, type ConditionChange } from './conditions.ts';
import { countPods, type Counted, type Tracking } from './count-pods.ts';
import { expectationMs } from '../dependents/pod-expectations.ts';
import { isFinished, isSuspended } from './job-pod.ts';
import type { CachedJob } from './job-pod.ts';
import { recordOf, type JobParts } from './job-parts.ts';
import { findFailure, remainingMs } from './limits.ts';
import { managePods } from './manage-pods.ts';
import { deleteJobPods } from './pod-control.ts';
import { writeUntracked } from './write-untracked.ts';

export async function syncJob(parts: JobParts, key: string, job: CachedJob): Promise<ReconcileResult | undefined> {
  const { context, expectations } = parts;
  if (!expectations.showsOwner(key, job.version.revision)) return { waits: true };
  if (isFinished(job.object)) return undefined;
  const mode = job.object.spec.completionMode ?? 'NonIndexed';
  if (mode !== 'NonIndexed' && mode !== 'Indexed') {
    recordOf(parts, job)('Warning', 'UnknownCompletionMode', 'Skipped Job sync because completion mode is unknown');
    return { waits: true };
  }
  const tracking = trackingOf(parts, key, job);
  if (tracking === undefined && isMarked(job)) await unmark(parts, job);
  const isSettled = expectations.areMet(key, job.namespace);
  const pods = await claimPods(parts, job, tracking !== undefined);
  const state = await decide(parts, { job, pods, tracking, isSettled });
  const result = await write(parts, state);
  if (result === 'conflict') return { waits: true };
  if (state.error !== undefined) throw state.error;
  if (result === 'finished') return undefined;
  if (state.hasNewFailure) return { backsOff: true };
  return nextVisit({ ...job.object, status: state.status }, context.clock.wallMs(), isSettled);
}

/** A timer of Node has a limit, and clocks may be set meanwhile. */
const longestWaitMs = 24 * 60 * 60_000;

function nextVisit(job: Job, nowMs: number, isSettled: boolean): ReconcileResult | undefined {
  const waits = [remainingMs(job, nowMs), isSettled ? undefined : expectationMs].filter((ms) => ms !== undefined);
  return waits.length === 0 ? undefined : { requeueAfterMs: Math.max(1, Math.min(...waits, longestWaitMs)) };
}

function isMarked({ head }: CachedJob): boolean {
  return head.annotations[trackingName] !== undefined;
}

function trackingOf({ context, expectations }: JobParts, key: string, job: CachedJob): Tracking | undefined {
  if (context.gatesOff.has('JobTrackingWithFinalizers') || !isMarked(job)) return undefined;
  const { succeeded = [], failed = [] } = job.object.status.uncountedTerminatedPods ?? {};
  return {
    succeeded: new Set(succeeded),
    failed: new Set(failed),
    released: expectations.released(key, job.namespace),
  };
}

async function unmark({ context }: JobParts, { namespace, name }: CachedJob): Promise<void> {
  const target = { resource: context.kinds.jobs, namespace, name };
  const patch = { metadata: { annotations: { [trackingName]: null } } };
  const unmarked = await context.client.patch(target, 'strategic', patch);
  if (!unmarked.ok && !isNotFound(unmarked)) throw refusedError(unmarked);
}

interface Seen {
  readonly job: CachedJob;
  readonly pods: readonly CachedPod[];
  readonly tracking: Tracking | undefined;
  /** The informers show all that this controller has done. */
  readonly isSettled: boolean;
}

interface State extends Seen {
  readonly status: NextStatus;
  readonly counted: Counted;
  readonly finish: ConditionChange | undefined;
  readonly isChanged: boolean;
  readonly hasNewFailure: boolean;
  readonly error: Error | undefined;
}

/** Creates and deletes pods; the status is written afterwards. */
async function decide(parts: JobParts, seen: Seen): Promise<State> {
  const { job, pods, tracking } = seen;
  const { context } = parts;
  const nowMs = context.clock.wallMs();
  const activePods = pods.filter(isActive);
  const counted = countPods(job.object, pods, tracking);
  const { status: before } = job.object;
  const status: NextStatus = { ...before };
  if (tracking !== undefined) status.uncountedTerminatedPods ??= {};
  if (!isSuspended(job.object)) status.startTime ??= secondsText(nowMs);
  const failure = findFailure(job.object, pods, { active: activePods.length, failed: counted.failed, nowMs });
  const facts = { ...seen, status, counted, activePods };
  const outcome = failure === undefined ? await goOn(parts, facts) : await fail(parts, facts, failure);
  status.active = outcome.active;
  if (!context.gatesOff.has('JobReadyPods')) {
    status.ready = outcome.active === 0 ? 0 : activePods.filter(isReady).length;
  }
  const isChanged = outcome.isSuspensionChanged || isNews(status, before);
  const hasNewFailure = counted.failed > (before.failed ?? 0);
  const { finish, error, failed } = outcome;
  return { ...seen, status, counted: { ...counted, failed }, finish, isChanged, hasNewFailure, error };
}

function isNews(status: JobStatus, before: JobStatus): boolean {
  const { active = 0, ready, startTime, uncountedTerminatedPods } = status;
  const isStarted = startTime !== before.startTime;
  const isTracked = (uncountedTerminatedPods === undefined) !== (before.uncountedTerminatedPods === undefined);
  return active !== (before.active ?? 0) || ready !== before.ready || isStarted || isTracked;
}

interface Facts extends Seen {
  readonly status: NextStatus;
  readonly counted: Counted;
  readonly activePods: readonly CachedPod[];
}

interface Outcome {
  readonly active: number;
  readonly failed: number;
  readonly finish: ConditionChange | undefined;
  readonly isSuspensionChanged: boolean;
  readonly error: Error | undefined;
}

/** The active pods go; the Job ends once they are known to be all, and are counted. */
async function fail(parts: JobParts, facts: Facts, failure: ConditionChange): Promise<Outcome> {
  const { job, activePods, tracking, counted, isSettled } = facts;
  const { done, error } = await deleteJobPods(parts, job, activePods, { releases: false });
  const areAllGone = done === activePods.length && isSettled;
  const finish = tracking === undefined || areAllGone ? failure : undefined;
  const deleted = tracking === undefined ? activePods.length : done;
  return {
    active: activePods.length - deleted,
    failed: counted.failed + deleted,
    finish,
    isSuspensionChanged: false,
    error,
  };
}

async function goOn(parts: JobParts, facts: Facts): Promise<Outcome> {
  const { job, activePods, counted, isSettled, tracking } = facts;
  const isManaged = isSettled && !isBeingDeleted(job);
  const managing = { activePods, ...counted, isTracked: tracking !== undefined };
  const managed = isManaged ? await managePods(parts, job, managing) : { active: activePods.length, error: undefined };
  const { active, error } = managed;
  const isComplete = active === 0 && hasEnough(job.object, counted.succeeded);
  const finish = isComplete ? completed : undefined;
  const isSuspensionChanged = !isComplete && isManaged && noteSuspension(parts, facts);
  return { active, failed: counted.failed, finish, isSuspensionChanged, error };
}

function hasEnough({ spec }: Job, succeeded: number): boolean {
  return spec.completions === undefined ? succeeded > 0 : succeeded >= spec.completions;
}

/** A Job that goes on gets a new start: the time of its deadline is that of being active without a break. */
function noteSuspension(parts: JobParts, { job, status }: Facts): boolean {
  const now = secondsText(parts.context.clock.wallMs());
  const isNow = isSuspended(job.object);
  const changed = changeCondition(status.conditions, isNow ? suspended : resumed, now);
  if (changed === undefined) return false;
  status.conditions = changed;
  if (!isNow) status.startTime = now;
  recordOf(parts, job)('Normal', isNow ? 'Suspended' : 'Resumed', isNow ? 'Job suspended' : 'Job resumed');
  return true;
}

async function write(parts: JobParts, state: State) {
  const { job, status, pods, tracking, counted, finish, isChanged } = state;
  if (tracking === undefined) return writeUntracked(parts, state);
  const { countedIndexes } = counted;
  const isNew =
    job.object.status.uncountedTerminatedPods === undefined || status.startTime !== job.object.status.startTime;
  return account(parts, { job, status, pods, tracking, countedIndexes, finish, isChanged: isChanged || isNew });
}
