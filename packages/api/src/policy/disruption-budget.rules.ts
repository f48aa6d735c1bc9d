/** Prepares and validates writes of disruption budgets of all versions. The form of percentages is not checked. */
import type { Message, Report, ResourceHooks, TypeOf } from '@keelson/schema';

import { statusHooks } from '../rules/status-hooks.ts';

export const disruptionBudgetRules = ['Only one of minAvailable and maxUnavailable is set.'];

interface Spec {
  readonly minAvailable?: number | string;
  readonly maxUnavailable?: number | string;
}

export function disruptionBudgetHooks<M extends Message>(status: M): ResourceHooks<{ spec: Spec; status: TypeOf<M> }> {
  return {
    ...statusHooks(status),
    validateCreate: ({ spec }, report) => validateSpec(spec, report),
    validateUpdate: ({ spec }, _old, report) => validateSpec(spec, report),
  };
}

function validateSpec(spec: Spec, report: Report): void {
  if (spec.minAvailable === undefined || spec.maxUnavailable === undefined) return;
  report.invalid('spec', spec, 'minAvailable and maxUnavailable cannot be both set');
}
