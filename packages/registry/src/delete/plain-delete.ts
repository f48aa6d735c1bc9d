/** The options of a delete that the server itself makes: those of a request that states none. */
import type { DeletePlan } from '../options/delete-plan.ts';

export const plainDelete: DeletePlan = {
  isDryRun: false,
  gracePeriodSeconds: undefined,
  uid: undefined,
  resourceVersion: undefined,
  orphanDependents: undefined,
  propagationPolicy: undefined,
};
