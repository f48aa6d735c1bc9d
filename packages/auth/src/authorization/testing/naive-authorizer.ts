/**
 * A reference implementation: every binding, every rule, one after the other. Tests
 * compare the indexed authorizer with it.
 */
import type { UserInfo, RequestAttributes } from '@keelson/meta';

import type { Binding, PolicyRule, Role, Subject } from '../rbac/access-objects.ts';

export interface World {
  readonly roles: readonly Role[];
  readonly bindings: readonly Binding[];
}

export function naivelyAllows({ roles, bindings }: World, user: UserInfo, attributes: RequestAttributes): boolean {
  const requested = attributes.kind === 'resource' ? attributes.namespace : '';
  return bindings.some((binding) => {
    if (binding.namespace !== '' && binding.namespace !== requested) return false;
    if (!binding.subjects.some((subject) => isNamed(subject, binding, user))) return false;
    const role = roles.find(
      ({ kind, namespace, name }) =>
        kind === binding.roleRef.kind &&
        name === binding.roleRef.name &&
        namespace === (kind === 'Role' ? binding.namespace : ''),
    );
    return role?.rules.some((rule) => ruleAllows(rule, attributes)) ?? false;
  });
}

function isNamed(subject: Subject, binding: Binding, user: UserInfo): boolean {
  if (subject.kind === 'User') return subject.name === user.name;
  if (subject.kind === 'Group') return user.groups.includes(subject.name);
  if (subject.kind !== 'ServiceAccount') return false;
  const home = subject.namespace || binding.namespace;
  return home !== '' && user.name === ['system', 'serviceaccount', home, subject.name].join(':');
}

export function ruleAllows(rule: PolicyRule, attributes: RequestAttributes): boolean {
  if (!rule.verbs.includes('*') && !rule.verbs.includes(attributes.verb)) return false;
  if (attributes.kind === 'path') {
    return (rule.nonResourceURLs ?? []).some(
      (url) => url === attributes.path || (url.endsWith('*') && attributes.path.startsWith(url.slice(0, -1))),
    );
  }
  const { group, resource, subresource, name } = attributes;
  const groups = rule.apiGroups ?? [];
  if (!groups.includes('*') && !groups.includes(group)) return false;
  const names = rule.resourceNames ?? [];
  if (names.length > 0 && !names.includes(name)) return false;
  return (rule.resources ?? []).some((pattern) => {
    if (pattern === '*') return true;
    if (subresource === '') return pattern === resource;
    return pattern === `${resource}/${subresource}` || pattern === `*/${subresource}`;
  });
}
