/**
 * Accounts for the finished pods of a tracked Job, so that a crash at any point neither loses one nor counts it twice:
 *
 *     1. the status names their uids         a pod that disappears now is counted all the same
 *     2. their finalizers are removed        they may go
 *     3. the status counts them              their uids go in the same write
 *
 * Of an Indexed Job, an index that is completed is named by itself and needs no uid.
 */
import type { Job, JobStatus } from '@keelson/api';
import { objectKey } from '@keelson/informers';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import { secondsText } from '../controller-clock.ts';
import { runAtOnce } from '../run-at-once.ts';
import { type CachedPod, isTracked } from '../dependents/pod-facts.ts';
import { addIndexes, countIndexes, printIndexes } from './completion-indexes.ts';
import { endWith, type ConditionChange } from './conditions.ts';
import type { Counted, Tracking } from './count-pods.ts';
import { isIndexed } from './job-pod.ts';
import type { CachedJob } from './job-pod.ts';
import { recordOf, type JobParts } from './job-parts.ts';
import { nameFinished, type Finishing, type Named } from './name-finished.ts';
import { releasePod } from './pod-control.ts';

const requestsAtOnce = 16;

/** The status of the next write. */
export type NextStatus = { -readonly [Field in keyof JobStatus]: JobStatus[Field] };

export interface Accounting {
  readonly job: CachedJob;
  readonly status: NextStatus;
  readonly pods: readonly CachedPod[];
  readonly tracking: Tracking;
  readonly countedIndexes: Counted['countedIndexes'];
  /** The condition with which the Job ends, once all of its pods are accounted for. */
  readonly finish: ConditionChange | undefined;
  /** Something else in the status has changed. */
  readonly isChanged: boolean;
}

export type AccountResult =
  /** Another write of the Job came first. */
  'conflict' | 'finished' | 'done';

/** Rejects where something has to be tried again; what was written until then stands. */
export async function account(parts: JobParts, accounting: Accounting): Promise<AccountResult> {
  const { job, status } = accounting;
  const writer = statusWriter(parts, job);
  const heldPods = accounting.pods.filter((pod) => isHeld(accounting, pod));
  const held = new Set(heldPods.map(({ head }) => head.uid));
  const hasCounted = countReleased(status, held);
  const named = nameFinished(finishingOf(accounting, heldPods));
  const isChanged = takeNames(accounting, named) || hasCounted || accounting.isChanged;
  if (isChanged && !(await writer.write(status))) return 'conflict';
  return release(parts, { accounting, named, held, writer });
}

function finishingOf({ job, status, finish, countedIndexes }: Accounting, held: readonly CachedPod[]): Finishing {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  return { job, held, isEnding: finish !== undefined, countedIndexes, succeeded, failed };
}

interface Releasing {
  readonly accounting: Accounting;
  readonly named: Named;
  readonly held: Set<string>;
  readonly writer: ReturnType<typeof statusWriter>;
}

/** Steps 2 and 3, and the end of the Job. */
async function release(parts: JobParts, { accounting, named, held, writer }: Releasing): Promise<AccountResult> {
  const { job, status } = accounting;
  const error = await releaseAll(parts, job, named.toRelease, held);
  const isCounted = countReleased(status, held);
  if (error !== undefined) {
    if (isCounted) await writer.write(status);
    throw error;
  }
  const finish = named.isFull ? undefined : accounting.finish;
  const isFinished = finish !== undefined && finishJob(parts, accounting, finish);
  if ((isCounted || isFinished) && !(await writer.write(status))) return 'conflict';
  if (!isFinished) return 'done';
  tellEnd(parts, writer.current(), finish);
  return 'finished';
}

/** Writes one status after the other. False: another write came first, or the Job is gone. */
export function statusWriter(parts: JobParts, job: CachedJob) {
  const { context, expectations } = parts;
  const { namespace, name } = job;
  const target = { resource: context.kinds.jobs, namespace, name, subresource: 'status' };
  let current = job;
  return {
    current: () => current,
    write: async (status: JobStatus): Promise<boolean> => {
      const written = await context.client.update<Job>(target, { ...current.object, status });
      if (!written.ok) {
        if (isConflict(written) || isNotFound(written)) return false;
        throw refusedError(written);
      }
      current = written.object;
      expectations.wroteOwner(objectKey(job), current.version.revision);
      return true;
    },
  };
}

function isHeld({ tracking }: Accounting, pod: CachedPod): boolean {
  return isTracked(pod) && !tracking.released.has(pod.head.uid);
}

/** Step 3: counts the pods that are named and no longer held. Returns true if there was one. */
function countReleased(status: NextStatus, held: ReadonlySet<string>): boolean {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  const isLeft = (uid: string): boolean => held.has(uid);
  const left = { succeeded: succeeded.filter(isLeft), failed: failed.filter(isLeft) };
  const counted = { succeeded: succeeded.length - left.succeeded.length, failed: failed.length - left.failed.length };
  if (counted.succeeded + counted.failed === 0) return false;
  status.succeeded = (status.succeeded ?? 0) + counted.succeeded;
  status.failed = (status.failed ?? 0) + counted.failed;
  status.uncountedTerminatedPods = withoutEmpty(left);
  return true;
}

function withoutEmpty({ succeeded, failed }: Pick<Named, 'succeeded' | 'failed'>) {
  return {
    ...(succeeded.length > 0 && { succeeded: [...succeeded] }),
    ...(failed.length > 0 && { failed: [...failed] }),
  };
}

/** Step 1. Returns true if the status has changed. */
function takeNames({ job, status, countedIndexes }: Accounting, named: Named): boolean {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  const isNamed = named.succeeded.length + named.failed.length > succeeded.length + failed.length;
  if (isNamed) status.uncountedTerminatedPods = withoutEmpty(named);
  if (!isIndexed(job.object)) return isNamed;
  const ranges = addIndexes(countedIndexes, named.freshIndexes);
  const text = printIndexes(ranges);
  const areIndexesChanged = text !== (status.completedIndexes ?? '');
  status.succeeded = countIndexes(ranges);
  if (text !== '') status.completedIndexes = text;
  else delete status.completedIndexes;
  return isNamed || areIndexesChanged;
}

/** Step 2. Takes the pods out of `held` whose finalizer is gone. Returns the first failure. */
async function releaseAll(
  parts: JobParts,
  job: CachedJob,
  pods: readonly CachedPod[],
  held: Set<string>,
): Promise<Error | undefined> {
  let error: Error | undefined;
  await runAtOnce(pods, requestsAtOnce, async (pod) => {
    const failure = await releasePod(parts, job, pod);
    if (failure === undefined || isNotFound(failure)) held.delete(pod.head.uid);
    else error ??= refusedError(failure);
  });
  return error;
}

/** False while a pod is still to be counted. */
function finishJob({ context }: JobParts, { status }: Accounting, finish: ConditionChange): boolean {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  if (succeeded.length + failed.length > 0) return false;
  const now = secondsText(context.clock.wallMs());
  status.conditions = endWith(status.conditions, finish, now);
  if (finish.type === 'Complete') status.completionTime = now;
  return true;
}

export function tellEnd(parts: JobParts, job: CachedJob, { type, reason = '', message = '' }: ConditionChange): void {
  const record = recordOf(parts, job);
  if (type === 'Failed') {
    record('Warning', reason, message);
    return;
  }
  const { spec, status } = job.object;
  if (spec.completions !== undefined && (status.succeeded ?? 0) > spec.completions) {
    record('Warning', 'TooManySucceededPods', 'Too many succeeded pods running after completion count reached');
  }
  record('Normal', 'Completed', 'Job completed');
}
