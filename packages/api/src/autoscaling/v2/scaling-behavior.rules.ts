/** Rules for how fast an autoscaler may scale. */
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import type { HorizontalPodAutoscalerBehavior, HPAScalingPolicy, HPAScalingRules } from './scaling-behavior.ts';

const maxWindowSeconds = 3600;
const maxPeriodSeconds = 1800;
const selectPolicies = ['Disabled', 'Max', 'Min'];
const policyTypes = ['Percent', 'Pods'];

export function validateBehavior(behavior: HorizontalPodAutoscalerBehavior | undefined, report: Report): void {
  for (const direction of ['scaleUp', 'scaleDown'] as const) {
    const rules = behavior?.[direction];
    if (rules !== undefined) report.within(direction, () => validateScalingRules(rules, report));
  }
}

function validateScalingRules(rules: HPAScalingRules, report: Report): void {
  const { stabilizationWindowSeconds: seconds = 0, selectPolicy, policies = [] } = rules;
  const path = 'stabilizationWindowSeconds';
  if (seconds < 0) report.invalid(path, seconds, 'must be greater than or equal to zero');
  if (seconds > maxWindowSeconds) report.invalid(path, seconds, `must be less than or equal to ${maxWindowSeconds}`);
  if (selectPolicy !== undefined && !selectPolicies.includes(selectPolicy)) {
    report.notSupported('selectPolicy', selectPolicy, selectPolicies);
  }
  if (policies.length === 0) report.required('policies', 'must specify at least one Policy');
  eachItem(report, 'policies', policies, (policy) => validatePolicy(policy, report));
}

function validatePolicy({ type, value, periodSeconds: seconds }: HPAScalingPolicy, report: Report): void {
  if (!policyTypes.includes(type)) report.notSupported('type', type, policyTypes);
  if (value <= 0) report.invalid('value', value, 'must be greater than zero');
  if (seconds <= 0) report.invalid('periodSeconds', seconds, 'must be greater than zero');
  if (seconds > maxPeriodSeconds) {
    report.invalid('periodSeconds', seconds, `must be less than or equal to ${maxPeriodSeconds}`);
  }
}
