/** The limits that end a Job: failures, and time. */
import type { Job } from '@keelson/api';

import { type CachedPod, phaseOf } from '../dependents/pod-facts.ts';
import { activeDeadlineExceeded, backoffExceeded, type ConditionChange } from './conditions.ts';
import { isSuspended } from './job-pod.ts';

export interface LimitFacts {
  readonly active: number;
  readonly failed: number;
  readonly nowMs: number;
}

/** The condition with which the Job fails now; undefined if it goes on. */
export function findFailure(job: Job, pods: readonly CachedPod[], facts: LimitFacts): ConditionChange | undefined {
  if (exceedsBackoffLimit(job, facts) || exceedsRestarts(job, pods)) return backoffExceeded;
  const remaining = remainingMs(job, facts.nowMs);
  return remaining !== undefined && remaining <= 0 ? activeDeadlineExceeded : undefined;
}

/**
 * A failure that the status does not hold yet. With as many active pods as wanted, it was seen before, and only the
 * write of the status has failed.
 */
function exceedsBackoffLimit({ spec, status }: Job, { active, failed }: LimitFacts): boolean {
  const isNew = failed > (status.failed ?? 0);
  return isNew && active !== (spec.parallelism ?? 1) && failed > (spec.backoffLimit ?? 6);
}

/** Containers that are restarted in their pod fail as often as that. */
function exceedsRestarts({ spec }: Job, pods: readonly CachedPod[]): boolean {
  if (spec.template.spec.restartPolicy !== 'OnFailure') return false;
  const limit = spec.backoffLimit ?? 6;
  const restarts = pods.reduce((total, pod) => total + restartsOf(pod), 0);
  return limit === 0 ? restarts > 0 : restarts >= limit;
}

function restartsOf(pod: CachedPod): number {
  const phase = phaseOf(pod);
  if (phase !== 'Running' && phase !== 'Pending') return 0;
  const { initContainerStatuses = [], containerStatuses = [] } = pod.object.status;
  return [...initContainerStatuses, ...containerStatuses].reduce((sum, { restartCount }) => sum + restartCount, 0);
}

/**
 * The time until the deadline; undefined where there is none. The time of a suspension does not count: a Job that is
 * resumed in this moment gets a new start.
 */
export function remainingMs(job: Job, nowMs: number): number | undefined {
  const { spec, status } = job;
  const { activeDeadlineSeconds } = spec;
  const isResuming = status.conditions?.some(({ type, status: holds }) => type === 'Suspended' && holds === 'True');
  if (activeDeadlineSeconds === undefined || isSuspended(job) || isResuming === true) return undefined;
  const startMs = status.startTime === undefined || status.startTime === null ? nowMs : Date.parse(status.startTime);
  return startMs + Number(activeDeadlineSeconds) * 1_000 - nowMs;
}
