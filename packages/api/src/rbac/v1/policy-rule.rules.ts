/** Validates policy rules. Privilege escalation is prevented by the authorizer, not here. */
import { stringsValue, type Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import type { PolicyRule } from './policy-rule.ts';

export const policyRuleRules = [
  'A rule has at least one verb.',
  'A rule is for non-resource URLs, or has at least one API group and at least one resource; never both.',
];

export function validatePolicyRules(
  rules: readonly PolicyRule[] | null | undefined,
  isNamespaced: boolean,
  report: Report,
): void {
  eachItem(report, 'rules', rules, (rule) => {
    if (isEmpty(rule.verbs)) report.required('verbs', 'verbs must contain at least one value');
    if (isEmpty(rule.nonResourceURLs)) validateResourceRule(rule, report);
    else validateUrlRule(rule, isNamespaced, report);
  });
}

function validateUrlRule(rule: PolicyRule, isNamespaced: boolean, report: Report): void {
  const value = stringsValue(rule.nonResourceURLs);
  if (isNamespaced) {
    report.invalid('nonResourceURLs', value, 'namespaced rules cannot apply to non-resource URLs');
  }
  if (!isEmpty(rule.apiGroups) || !isEmpty(rule.resources) || !isEmpty(rule.resourceNames)) {
    report.invalid('nonResourceURLs', value, 'rules cannot apply to both regular resources and non-resource URLs');
  }
}

function validateResourceRule(rule: PolicyRule, report: Report): void {
  if (isEmpty(rule.apiGroups)) report.required('apiGroups', 'resource rules must supply at least one api group');
  if (isEmpty(rule.resources)) report.required('resources', 'resource rules must supply at least one resource');
}

function isEmpty(list: readonly string[] | null | undefined): boolean {
  return list === null || list === undefined || list.length === 0;
}
