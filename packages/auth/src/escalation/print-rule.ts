/** A rule as refusals of a grant print it. */
import { quote } from '@keelson/schema';

import type { PolicyRule } from '../authorization/rbac/access-objects.ts';

export function printRule(rule: PolicyRule): string {
  const parts = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ] as const;
  const given = parts.filter(([, values = []]) => values.length > 0);
  return `{${given.map(([name, values = []]) => `${name}:${printList(values)}`).join(', ')}}`;
}

export function printList(values: readonly string[]): string {
  return `[${values.map(quote).join(' ')}]`;
}
