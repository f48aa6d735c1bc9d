/** How policy/v1 serves PodDisruptionBudget objects. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources.ts';
import { PodDisruptionBudget, PodDisruptionBudgetList } from './pod-disruption-budget.ts';

export const podDisruptionBudgets = resource({
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  singular: 'poddisruptionbudget',
  shortNames: ['pdb'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: PodDisruptionBudget,
  list: PodDisruptionBudgetList,
  subresources: {
    status: statusSubresource,
  },
  storage: { group: 'policy', version: 'v1beta1' },
  storagePrefix: 'poddisruptionbudgets',
  hasGeneration: true,
  canCreateOnUpdate: true,
  about: 'Limits how many pods of a group may be evicted at once.',
});
