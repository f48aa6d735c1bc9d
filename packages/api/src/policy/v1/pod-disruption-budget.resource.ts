/** Resource declaration of PodDisruptionBudget in policy/v1. */
import { pathSegmentNameRule } from '@keelson/meta';
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { disruptionBudgetColumns } from '../disruption-budget.columns.ts';
import { disruptionBudgetHooks, disruptionBudgetRules, disruptionCountRules } from '../disruption-budget.rules.ts';
import { podDisruptionBudgetConversion } from './pod-disruption-budget.conversion.ts';
import { PodDisruptionBudget, PodDisruptionBudgetList, PodDisruptionBudgetStatus } from './pod-disruption-budget.ts';

export const podDisruptionBudgets = resource({
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  singular: 'poddisruptionbudget',
  shortNames: ['pdb'],
  scope: 'Namespaced',
  hasOpenFinalizers: true,
  verbs: allVerbs,
  message: PodDisruptionBudget,
  list: PodDisruptionBudgetList,
  subresources: {
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: 'policy', version: 'v1beta1', prefix: 'poddisruptionbudgets' },
  conversion: podDisruptionBudgetConversion,
  hasGeneration: true,
  canCreateOnUpdate: true,
  columns: disruptionBudgetColumns,
  metadataChecks: { isLast: true, ofUpdate: [], ofPart: [] },
  nameRule: pathSegmentNameRule,
  hooks: disruptionBudgetHooks(PodDisruptionBudgetStatus, true),
  hooksOfRequests: disruptionBudgetHooks(PodDisruptionBudgetStatus, true),
  rules: [...disruptionBudgetRules, ...disruptionCountRules],
  about: 'Limits how many pods of a group may be evicted at once.',
});
