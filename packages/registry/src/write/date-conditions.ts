/** Fills in the times of conditions whose writer leaves them to the server. */
import type { ApiObject } from '../objects/api-object.ts';

interface Condition {
  readonly type: string;
  readonly status: string;
  lastUpdateTime?: string | null;
  lastTransitionTime?: string | null;
}

/** A condition whose status stays keeps the time of its last transition. `now` in the API's notation. */
export function dateConditions(object: ApiObject, old: ApiObject, now: string): void {
  const before = conditionsOf(old);
  for (const condition of conditionsOf(object)) {
    condition.lastUpdateTime ??= now;
    if ((condition.lastTransitionTime ?? undefined) !== undefined) continue;
    const same = before.find(({ type, status }) => type === condition.type && status === condition.status);
    condition.lastTransitionTime = same?.lastTransitionTime ?? now;
  }
}

function conditionsOf(object: ApiObject): readonly Condition[] {
  const { conditions } = (object['status'] ?? {}) as { readonly conditions?: readonly Condition[] | null };
  return conditions ?? [];
}
