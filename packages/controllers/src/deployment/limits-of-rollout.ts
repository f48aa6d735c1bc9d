/** The pods that a rollout may have too many or too few, and its deadline. */
import type { Deployment } from '@keelson/api';

import { scaledValue } from '../dependents/scaled-value.ts';

const largest = 2 ** 31 - 1;

export function isRolling({ spec }: Deployment): boolean {
  return spec.strategy.type === 'RollingUpdate';
}

/** Surge is rounded up, unavailability down; where both come to none, one pod may be unavailable, or nothing moves. */
function limitsOf({ spec }: Deployment) {
  const { maxSurge = 0, maxUnavailable = 0 } = spec.strategy.rollingUpdate ?? {};
  const replicas = spec.replicas ?? 1;
  const surge = scaledValue(maxSurge, replicas, 'up');
  const unavailable = scaledValue(maxUnavailable, replicas, 'down');
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

export function maxSurge(deployment: Deployment): number {
  return isRolling(deployment) ? limitsOf(deployment).surge : 0;
}

export function maxUnavailable(deployment: Deployment): number {
  const replicas = deployment.spec.replicas ?? 1;
  return isRolling(deployment) && replicas > 0 ? Math.min(limitsOf(deployment).unavailable, replicas) : 0;
}

/** `undefined` where a rollout may take any time. */
export function progressDeadlineMs({ spec }: Deployment): number | undefined {
  const { progressDeadlineSeconds: seconds } = spec;
  return seconds === undefined || seconds === largest ? undefined : seconds * 1_000;
}

/** `undefined` where all old ReplicaSets stay. */
export function historyLimit({ spec }: Deployment): number | undefined {
  return spec.revisionHistoryLimit === largest ? undefined : spec.revisionHistoryLimit;
}
