/** The status of a PodDisruptionBudget: how many of its pods may be evicted now. */
import type { PodDisruptionBudgetStatus } from '@keelson/api';

import { secondsText } from '../controller-clock.ts';
import { isBeingDeleted, isReady, type CachedPod } from '../dependents/pod-facts.ts';
import type { CachedBudget } from './budget-parts.ts';
import type { ExpectedPods } from './expected-pods.ts';

/** A pod whose eviction was granted, and that is not deleted after so long, counts again. */
const deletionMs = 120_000;

export interface DisruptedPods {
  /** The times of evictions that have been granted, by the names of pods. */
  readonly granted: Readonly<Record<string, string | null>>;
  /** Granted long ago, and still there. */
  readonly late: readonly CachedPod[];
  /** The time until the next one is late. */
  readonly waitMs: number | undefined;
}

export function findDisrupted({ object }: CachedBudget, pods: readonly CachedPod[], nowMs: number): DisruptedPods {
  const { disruptedPods = {} } = object.status;
  const granted: Record<string, string | null> = {};
  const late: CachedPod[] = [];
  const waits: number[] = [];
  for (const pod of pods) {
    const time = Object.hasOwn(disruptedPods, pod.name) ? disruptedPods[pod.name] : undefined;
    if (time === undefined || time === null || isBeingDeleted(pod)) continue;
    const waitMs = Date.parse(time) + deletionMs - nowMs;
    if (waitMs < 0) late.push(pod);
    else {
      granted[pod.name] = time;
      waits.push(waitMs + 1);
    }
  }
  return { granted, late, waitMs: waits.length === 0 ? undefined : Math.min(...waits) };
}

export interface BudgetFacts extends ExpectedPods {
  readonly pods: readonly CachedPod[];
  readonly disrupted: DisruptedPods;
  readonly nowMs: number;
}

export function countBudget(budget: CachedBudget, facts: BudgetFacts): PodDisruptionBudgetStatus {
  const { pods, disrupted, expected, desired, nowMs } = facts;
  const { granted } = disrupted;
  const healthy = pods.filter(
    (pod) => !isBeingDeleted(pod) && !Object.hasOwn(granted, pod.name) && isReady(pod),
  ).length;
  const allowed = expected > 0 ? Math.max(0, healthy - desired) : 0;
  const { conditions } = budget.object.status;
  const status: PodDisruptionBudgetStatus = {
    observedGeneration: budget.head.generation,
    ...(Object.keys(granted).length > 0 && { disruptedPods: granted }),
    disruptionsAllowed: allowed,
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    ...(conditions !== undefined && { conditions }),
  };
  const words = allowed > 0 ? { reason: 'SufficientPods', holds: true } : { reason: 'InsufficientPods', holds: false };
  return withAllowance(status, { ...words, message: '', nowMs });
}

/** Nothing may be evicted where it cannot be told how many pods there should be. */
export function failBudget({ object }: CachedBudget, message: string, nowMs: number): PodDisruptionBudgetStatus {
  const status = { ...object.status, disruptionsAllowed: 0 };
  return withAllowance(status, { holds: false, reason: 'SyncFailed', message, nowMs });
}

interface Allowance {
  readonly holds: boolean;
  readonly reason: string;
  readonly message: string;
  readonly nowMs: number;
}

const conditionType = 'DisruptionAllowed';

function withAllowance(
  status: PodDisruptionBudgetStatus,
  { holds, reason, message, nowMs }: Allowance,
): PodDisruptionBudgetStatus {
  const { conditions = [], observedGeneration } = status;
  const known = conditions.find(({ type }) => type === conditionType);
  const value = holds ? 'True' : 'False';
  const lastTransitionTime = known?.status === value ? known.lastTransitionTime : secondsText(nowMs);
  const observed = observedGeneration !== undefined && { observedGeneration };
  const condition = { type: conditionType, status: value, ...observed, lastTransitionTime, reason, message };
  const next =
    known === undefined ? [...conditions, condition] : conditions.map((each) => (each === known ? condition : each));
  return { ...status, conditions: next };
}
