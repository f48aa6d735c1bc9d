/** API version policy/v1beta1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { Eviction } from './eviction.ts';
import { podDisruptionBudgets } from './pod-disruption-budget.resource.ts';
import { podSecurityPolicies } from './pod-security-policy.resource.ts';

export const policyV1beta1: ApiVersion = {
  group: 'policy',
  version: 'v1beta1',
  resources: [podDisruptionBudgets, podSecurityPolicies],
  kinds: [Eviction],
};
