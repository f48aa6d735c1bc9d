/** The conditions of Deployments. */
import type { DeploymentCondition, DeploymentStatus } from '@keelson/api';

import { secondsText } from '../controller-clock.ts';

export interface ConditionWords {
  readonly reason: string;
  readonly message: string;
}

type Holds = 'True' | 'False' | 'Unknown';

export function makeCondition(
  type: 'Available' | 'Progressing',
  status: Holds,
  { reason, message }: ConditionWords,
  nowMs: number,
): DeploymentCondition {
  const now = secondsText(nowMs);
  return { type, status, lastUpdateTime: now, lastTransitionTime: now, reason, message };
}

export function progressing(status: Holds, words: ConditionWords, nowMs: number): DeploymentCondition {
  return makeCondition('Progressing', status, words, nowMs);
}

export function deploymentCondition({ conditions }: DeploymentStatus, type: string): DeploymentCondition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** One that says the same, by status and reason, stays. The time of the transition is that of the status. */
export function putCondition(status: DeploymentStatus, condition: DeploymentCondition): void {
  const known = deploymentCondition(status, condition.type);
  if (known?.status === condition.status && known.reason === condition.reason) return;
  const next =
    known?.status === condition.status ? { ...condition, lastTransitionTime: known.lastTransitionTime } : condition;
  removeCondition(status, condition.type);
  status.conditions = [...(status.conditions ?? []), next];
}

export function removeCondition(status: DeploymentStatus, type: string): void {
  const others = status.conditions?.filter((condition) => condition.type !== type) ?? [];
  if (others.length > 0) status.conditions = others;
  else delete status.conditions;
}
