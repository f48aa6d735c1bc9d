/** The status of a SelfSubjectRulesReview. */
import type { RulesAnswer } from '../authorization/authorizer.ts';
import type { PolicyRule } from '../authorization/rbac/access-objects.ts';

export interface RulesStatus {
  readonly resourceRules: readonly PolicyRule[] | null;
  readonly nonResourceRules: readonly PolicyRule[] | null;
  readonly incomplete: boolean;
  readonly evaluationError?: string;
}

export function statusOfRules({ rules, isIncomplete, errors }: RulesAnswer): RulesStatus {
  return {
    resourceRules: orNull(rules.filter(({ resources = [] }) => resources.length > 0).map(onlyResources)),
    nonResourceRules: orNull(rules.filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0).map(onlyUrls)),
    incomplete: isIncomplete,
    ...(errors.length > 0 && { evaluationError: errors.length === 1 ? errors[0] : `[${errors.join(', ')}]` }),
  };
}

function onlyResources({ verbs, apiGroups, resources, resourceNames }: PolicyRule): PolicyRule {
  return {
    verbs,
    ...(apiGroups !== undefined && { apiGroups }),
    ...(resources !== undefined && { resources }),
    ...(resourceNames !== undefined && { resourceNames }),
  };
}

function onlyUrls({ verbs, nonResourceURLs }: PolicyRule): PolicyRule {
  return { verbs, ...(nonResourceURLs !== undefined && { nonResourceURLs }) };
}

/** Nothing is written as null. */
function orNull<T>(items: readonly T[]): readonly T[] | null {
  return items.length === 0 ? null : items;
}
