/** Prepares and validates writes of disruption budgets of all versions. */
import { validateLabelSelector } from '@keelson/meta';
import type { Message, Report, ResourceHooks, TypeOf } from '@keelson/schema';

import type { Condition } from '../meta/v1/condition.ts';
import type { LabelSelector } from '../meta/v1/label-selector.ts';
import { checkAtMostAll, checkIntOrPercent, type IntOrPercent } from '../rules/int-or-percent.ts';
import { validateStatusConditions } from '../rules/status-conditions.ts';
import { statusHooks } from '../rules/status-hooks.ts';

export const disruptionBudgetRules = [
  'Only one of minAvailable and maxUnavailable is set, to a number of at least 0 or to a percentage of at most 100 %.',
  'The selector is well formed.',
  'Conditions of the status are well formed, each of another type.',
];

export const disruptionCountRules = ['Numbers of the status are not negative.'];

interface Spec {
  readonly minAvailable?: IntOrPercent;
  readonly maxUnavailable?: IntOrPercent;
  readonly selector?: LabelSelector;
}

interface Counts {
  readonly disruptionsAllowed: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly expectedPods: number;
}

interface Status extends Counts {
  readonly conditions?: readonly Condition[];
}

type Hooks<M extends Message> = ResourceHooks<{ spec: Spec; status: TypeOf<M> & Status }>;

/** `checksCounts`: v1beta1 takes any number in its status. */
export function disruptionBudgetHooks<M extends Message>(status: M, checksCounts: boolean): Hooks<M> {
  return {
    ...statusHooks(status),
    validateCreate: ({ spec }, report) => report.within('spec', () => validateSpec(spec, report)),
    validateUpdate: ({ spec }, _old, report) => report.within('spec', () => validateSpec(spec, report)),
    validateStatusUpdate({ status: written }, _old, report) {
      validateStatusConditions(written.conditions, 'status.conditions', report);
      if (checksCounts) validateCounts(written, report);
    },
  };
}

function validateSpec(spec: Spec, report: Report): void {
  if (spec.minAvailable !== undefined && spec.maxUnavailable !== undefined) {
    report.invalid('', spec, 'minAvailable and maxUnavailable cannot be both set');
  }
  for (const key of ['minAvailable', 'maxUnavailable'] as const) {
    const limit = spec[key];
    if (limit === undefined) continue;
    checkIntOrPercent(report, key, limit);
    checkAtMostAll(report, key, limit);
  }
  report.within('selector', () => validateLabelSelector(spec.selector, report));
}

const counts = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const;

function validateCounts(status: Counts, report: Report): void {
  for (const key of counts) {
    if (status[key] < 0) report.invalid(`status.${key}`, status[key], 'must be greater than or equal to 0');
  }
}
