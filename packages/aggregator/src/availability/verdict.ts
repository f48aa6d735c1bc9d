/** The state of the condition `Available` of an APIService, and its place among the conditions. */
import type { APIService } from '@keelson/api';

export interface Verdict {
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

export const passed: Verdict = { status: 'True', reason: 'Passed', message: 'all checks passed' };

type Conditions = NonNullable<APIService['status']['conditions']>;
type Condition = Conditions[number];

export const available = 'Available';

export function findAvailable({ status }: APIService): Condition | undefined {
  return status.conditions?.find(({ type }) => type === available);
}

/** The conditions with the verdict in its place; undefined if it stands there already. */
export function withVerdict(service: APIService, verdict: Verdict, nowText: string): Conditions | undefined {
  const { conditions = [] } = service.status;
  const known = findAvailable(service);
  if (known === undefined) return [...conditions, { type: available, lastTransitionTime: nowText, ...verdict }];
  const { status, reason = '', message = '' } = known;
  const isSameStatus = status === verdict.status;
  if (isSameStatus && reason === verdict.reason && message === verdict.message) return undefined;
  const { lastTransitionTime } = known;
  const changed = { ...known, ...verdict, lastTransitionTime: isSameStatus ? lastTransitionTime : nowText };
  return conditions.map((each) => (each === known ? changed : each));
}
