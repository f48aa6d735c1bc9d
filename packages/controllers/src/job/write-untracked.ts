/** The status of Jobs from before tracking, or while it is off: it counts the pods that exist. */
import { isNotFound, refusedError } from '../client/controller-client.ts';
import { secondsText } from '../controller-clock.ts';
import { type CachedPod, isTracked } from '../dependents/pod-facts.ts';
import { statusWriter, tellEnd, type AccountResult, type NextStatus } from './account.ts';
import { printIndexes } from './completion-indexes.ts';
import { endWith, type ConditionChange } from './conditions.ts';
import type { Counted } from './count-pods.ts';
import { isIndexed, type CachedJob } from './job-pod.ts';
import type { JobParts } from './job-parts.ts';
import { removeTracking } from './pod-control.ts';

export interface Untracked {
  readonly job: CachedJob;
  readonly status: NextStatus;
  readonly pods: readonly CachedPod[];
  readonly counted: Counted;
  readonly finish: ConditionChange | undefined;
  readonly isChanged: boolean;
}

export async function writeUntracked(parts: JobParts, untracked: Untracked): Promise<AccountResult> {
  const { job, status, pods, counted, finish } = untracked;
  for (const pod of pods) await removeLeftover(parts, pod);
  const hasCounted = takeCounts(untracked);
  if (finish !== undefined) {
    const now = secondsText(parts.context.clock.wallMs());
    status.conditions = endWith(status.conditions, finish, now);
    if (finish.type === 'Complete') status.completionTime = now;
  }
  if (isIndexed(job.object)) status.completedIndexes = printIndexes(counted.succeededIndexes);
  if (!untracked.isChanged && !hasCounted && finish === undefined) return 'done';
  const writer = statusWriter(parts, job);
  if (!(await writer.write(status))) return 'conflict';
  if (finish === undefined) return 'done';
  tellEnd(parts, writer.current(), finish);
  return 'finished';
}

/** Returns true if they have changed. */
function takeCounts({ job, status, counted }: Untracked): boolean {
  const { succeeded = 0, failed = 0 } = job.object.status;
  status.succeeded = counted.succeeded;
  status.failed = counted.failed;
  delete status.uncountedTerminatedPods;
  return counted.succeeded !== succeeded || counted.failed !== failed;
}

/** Nothing takes the finalizer off later. */
async function removeLeftover(parts: JobParts, pod: CachedPod): Promise<void> {
  if (!isTracked(pod)) return;
  const removed = await removeTracking(parts, pod);
  if (!removed.ok && !isNotFound(removed)) throw refusedError(removed);
}
