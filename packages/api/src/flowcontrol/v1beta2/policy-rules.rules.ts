/** The rules for what a flow schema matches. */
import { dns1123Label } from '@keelson/meta';
import { stringsValue, type Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { nonResourceUrl } from './non-resource-url.ts';
import type { NonResourcePolicyRule, PolicyRulesWithSubjects, ResourcePolicyRule } from './policy-rules.ts';
import { validateSubject } from './subject.rules.ts';

type Strings = readonly string[] | null;

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

export function validatePolicyRules(rules: PolicyRulesWithSubjects, report: Report): void {
  const { subjects, resourceRules = [], nonResourceRules = [] } = rules;
  if (isEmpty(subjects)) report.required('subjects', 'subjects must contain at least one value');
  eachItem(report, 'subjects', subjects, (subject) => validateSubject(subject, report));
  if (resourceRules.length === 0 && nonResourceRules.length === 0) {
    report.required('', 'at least one of resourceRules and nonResourceRules has to be non-empty');
  }
  eachItem(report, 'resourceRules', resourceRules, (rule) => validateResourceRule(rule, report));
  eachItem(report, 'nonResourceRules', nonResourceRules, (rule) => validateNonResourceRule(rule, report));
}

function validateResourceRule(rule: ResourcePolicyRule, report: Report): void {
  validateVerbs(rule.verbs, report);
  if (isEmpty(rule.apiGroups)) report.required('apiGroups', 'resource rules must supply at least one api group');
  validateWildcard('apiGroups', rule.apiGroups, 'api groups', report);
  if (isEmpty(rule.resources)) report.required('resources', 'resource rules must supply at least one resource');
  validateWildcard('resources', rule.resources, 'resources', report);
  validateNamespaces(rule, report);
}

function validateNamespaces({ namespaces, clusterScope = false }: ResourcePolicyRule, report: Report): void {
  if (isEmpty(namespaces) && !clusterScope) {
    report.required('namespaces', 'resource rules that are not cluster scoped must supply at least one namespace');
  }
  if (validateWildcard('namespaces', namespaces, 'namespaces', report)) return;
  namespaces?.forEach((namespace, index) => {
    for (const problem of dns1123Label.check(namespace)) {
      const detail = `each member of this list must be '*' or a DNS-1123 label; ${problem}`;
      report.invalid(`namespaces[${index}]`, namespace, detail);
    }
  });
}

function validateNonResourceRule(rule: NonResourcePolicyRule, report: Report): void {
  validateVerbs(rule.verbs, report);
  const { nonResourceURLs: urls } = rule;
  if (isEmpty(urls)) report.required('nonResourceURLs', 'nonResourceURLs must contain at least one value');
  if (validateWildcard('nonResourceURLs', urls, 'non-resource URLs', report)) return;
  urls?.forEach((url, index) => {
    for (const problem of nonResourceUrl.check(url)) report.invalid(`nonResourceURLs[${index}]`, url, problem);
  });
}

function validateVerbs(given: Strings, report: Report): void {
  if (isEmpty(given)) report.required('verbs', 'verbs must contain at least one value');
  if (validateWildcard('verbs', given, 'verbs', report)) return;
  if (given?.some((verb) => !verbs.includes(verb))) report.notSupported('verbs', stringsValue(given), verbs);
}

/** Returns true if `values` has the wildcard; reports it unless it is the only value. */
function validateWildcard(path: string, values: Strings, others: string, report: Report): boolean {
  if (values?.includes('*') !== true) return false;
  if (values.length > 1) {
    report.invalid(path, stringsValue(values), `if '*' is present, must not specify other ${others}`);
  }
  return true;
}

function isEmpty(values: readonly unknown[] | null): boolean {
  return values === null || values.length === 0;
}
