/** API version policy/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { Eviction } from '../../subresources/eviction.ts';
import { podDisruptionBudgets } from './pod-disruption-budget.resource.ts';

export const policyV1: ApiVersion = {
  group: 'policy',
  version: 'v1',
  resources: [podDisruptionBudgets],
  kinds: [Eviction],
};
