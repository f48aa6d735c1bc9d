/**
 * Budgets of v1 and the stored v1beta1: an empty selector means all pods in v1 and
 * none in v1beta1. What the other version cannot say is said about a label that no
 * pod has.
 */
import type { Conversion } from '@keelson/schema';

import type { LabelSelector } from '../../meta/v1/label-selector.ts';
import type { PodDisruptionBudget as StoredBudget } from '../v1beta1/pod-disruption-budget.ts';
import type { PodDisruptionBudget } from './pod-disruption-budget.ts';

const unusedLabel = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match';

export const podDisruptionBudgetConversion: Conversion<PodDisruptionBudget> = {
  toHub: (budget): StoredBudget => withSelector(budget, 'Exists', 'DoesNotExist'),
  fromHub: (budget: StoredBudget): PodDisruptionBudget => withSelector(budget, 'DoesNotExist', 'Exists'),
};

/** `asEmpty` is what the empty selector of the target stands for, `forEmpty` says what that of the source does. */
function withSelector<B extends PodDisruptionBudget | StoredBudget>(budget: B, asEmpty: string, forEmpty: string): B {
  const { selector } = budget.spec;
  if (selector === undefined) return budget;
  if (isEmpty(selector)) return { ...budget, spec: { ...budget.spec, selector: onUnusedLabel(forEmpty) } };
  if (isOnUnusedLabel(selector, asEmpty)) return { ...budget, spec: { ...budget.spec, selector: {} } };
  return budget;
}

function onUnusedLabel(operator: string): LabelSelector {
  return { matchExpressions: [{ key: unusedLabel, operator }] };
}

function isOnUnusedLabel({ matchLabels = {}, matchExpressions = [] }: LabelSelector, operator: string): boolean {
  const [only, ...others] = matchExpressions;
  const isAlone = others.length === 0 && Object.keys(matchLabels).length === 0;
  return isAlone && only?.key === unusedLabel && only.operator === operator;
}

function isEmpty({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean {
  return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
}
