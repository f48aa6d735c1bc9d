/** The options of a delete as admission plugins see them: with what the kind fills in. */
import type { DeletePlan } from '../options/delete-plan.ts';
import type { Store } from '../resources/stores.ts';
import type { Current } from '../write/current.ts';

/**
 * A kind with a grace period states the one that it grants, and a kind that is emptied first the uid of the object, so
 * that no namesake is deleted in its place. Nothing is filled in for an object that cannot be read.
 */
export function reviewedPlan({ deletion }: Store['stored'], plan: DeletePlan, { object, fault }: Current): DeletePlan {
  const { deletionTimestamp, uid } = object.metadata;
  if (fault !== undefined || deletionTimestamp !== undefined) return plan;
  const { gracePeriodSeconds: asked } = plan;
  switch (deletion.kind) {
    case 'graceful': {
      const requested = asked !== undefined && asked < 0 ? 1 : asked;
      return { ...plan, gracePeriodSeconds: deletion.secondsOf(object as never, requested) };
    }
    case 'twoPhase':
      return plan.uid === undefined ? { ...plan, uid } : plan;
    case 'immediate':
      return plan;
  }
}
