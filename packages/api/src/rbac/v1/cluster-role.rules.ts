/** The rules for ClusterRoles. The rules of aggregated roles are filled in by a controller. */
import { selectorFromLabelSelector, validateLabelSelector } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import type { ClusterRole } from './cluster-role.ts';
import { policyRuleRules, validatePolicyRules } from './policy-rule.rules.ts';

export const clusterRoleRules = [
  ...policyRuleRules,
  'An aggregation rule has at least one selector, and all of them are valid.',
];

export const clusterRoleHooks: ResourceHooks<ClusterRole> = {
  validateCreate: validateClusterRole,
  validateUpdate(role, _old, report) {
    // Twice, as clients of the API see it.
    validateClusterRole(role, report);
    validateClusterRole(role, report);
  },
};

function validateClusterRole({ rules, aggregationRule }: ClusterRole, report: Report): void {
  validatePolicyRules(rules, false, report);
  if (aggregationRule === undefined) return;
  const { clusterRoleSelectors: selectors = [] } = aggregationRule;
  const path = 'aggregationRule.clusterRoleSelectors';
  if (selectors.length === 0) {
    report.required(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil');
  }
  eachItem(report, path, selectors, (selector) => {
    validateLabelSelector(selector, report);
    // The selector that could not be made is the value.
    if (!selectorFromLabelSelector(selector).ok) report.invalid('', null, 'invalid label selector.');
  });
}
