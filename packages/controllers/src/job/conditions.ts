/** The conditions of Jobs, with the reasons and messages that clients know. */
import type { JobCondition } from '@keelson/api';

export interface ConditionChange {
  readonly type: 'Complete' | 'Failed' | 'Suspended';
  readonly status: 'True' | 'False';
  readonly reason?: string;
  readonly message?: string;
}

export const backoffExceeded: ConditionChange = {
  type: 'Failed',
  status: 'True',
  reason: 'BackoffLimitExceeded',
  message: 'Job has reached the specified backoff limit',
};

export const activeDeadlineExceeded: ConditionChange = {
  type: 'Failed',
  status: 'True',
  reason: 'DeadlineExceeded',
  message: 'Job was active longer than specified deadline',
};

export const completed: ConditionChange = { type: 'Complete', status: 'True' };

export const suspended: ConditionChange = {
  type: 'Suspended',
  status: 'True',
  reason: 'JobSuspended',
  message: 'Job suspended',
};

export const resumed: ConditionChange = {
  type: 'Suspended',
  status: 'False',
  reason: 'JobResumed',
  message: 'Job resumed',
};

type Conditions = readonly JobCondition[];

/** Undefined where the conditions say so already. A condition that does not hold is not added. */
export function changeCondition(
  conditions: Conditions | undefined,
  change: ConditionChange,
  now: string,
): JobCondition[] | undefined {
  const known = conditions ?? [];
  const index = known.findIndex(({ type }) => type === change.type);
  const before = known[index];
  const isSame = before === undefined ? change.status === 'False' : saysSo(before, change);
  if (isSame) return undefined;
  const { type, status, ...words } = change;
  const changed: JobCondition = { type, status, lastProbeTime: now, lastTransitionTime: now, ...words };
  return before === undefined
    ? [...known, changed]
    : known.map((condition, at) => (at === index ? changed : condition));
}

function saysSo(condition: JobCondition, { status, reason = '', message = '' }: ConditionChange): boolean {
  return condition.status === status && (condition.reason ?? '') === reason && (condition.message ?? '') === message;
}

/** The conditions of a Job that ends now. */
export function endWith(conditions: Conditions | undefined, finish: ConditionChange, now: string): JobCondition[] {
  return changeCondition(conditions, finish, now) ?? [...(conditions ?? [])];
}
