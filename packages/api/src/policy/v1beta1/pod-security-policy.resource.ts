/** Resource declaration of PodSecurityPolicy in policy/v1beta1. */
import { allVerbs, resource } from '@keelson/schema';

import { podSecurityPolicyColumns } from './pod-security-policy.columns.ts';
import { podSecurityPolicyHooks, podSecurityPolicyRules } from './pod-security-policy.rules.ts';
import { PodSecurityPolicy, PodSecurityPolicyList } from './pod-security-policy.ts';

export const podSecurityPolicies = resource({
  group: 'policy',
  version: 'v1beta1',
  kind: 'PodSecurityPolicy',
  plural: 'podsecuritypolicies',
  singular: 'podsecuritypolicy',
  shortNames: ['psp'],
  scope: 'Cluster',
  verbs: allVerbs,
  message: PodSecurityPolicy,
  list: PodSecurityPolicyList,
  storage: { kind: 'stored', group: 'policy', version: 'v1beta1', prefix: 'podsecuritypolicy' },
  allowsUnconditionalUpdate: true,
  returnsDeletedObject: true,
  columns: podSecurityPolicyColumns,
  groupOfRefusals: 'extensions',
  hooks: podSecurityPolicyHooks,
  rules: podSecurityPolicyRules,
  about: 'Security limits pods must meet to be admitted; deprecated.',
});
