/** Puts small rules together again where that reads better: the verbs on one resource, or on one object of it. */
import type { PolicyRule } from '../authorization/rbac/access-objects.ts';
import { joinParts } from '../authorization/rbac/join-parts.ts';

export function compactRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const others: PolicyRule[] = [];
  const bySubject = new Map<string, { rule: PolicyRule; verbs: string[] }>();
  for (const rule of rules) {
    const key = keyOf(rule);
    const found = key === undefined ? undefined : bySubject.get(key);
    if (key === undefined) others.push(rule);
    else if (found === undefined) bySubject.set(key, { rule, verbs: [...rule.verbs] });
    else for (const verb of rule.verbs) found.verbs.push(verb);
  }
  return [...others, ...[...bySubject.values()].map(({ rule, verbs }) => ({ ...rule, verbs }))];
}

/** The resource or object of a rule; `undefined` if it has several, or none. */
function keyOf({ apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule) {
  const isSimple = apiGroups.length === 1 && resources.length === 1 && resourceNames.length <= 1;
  return isSimple && nonResourceURLs.length === 0
    ? joinParts([...apiGroups, ...resources, ...resourceNames])
    : undefined;
}
