/** Rules as people write them into a role. */
import type { RequestAttributes } from '@keelson/meta';

import type { PolicyRule } from '../authorization/rbac/access-objects.ts';

/** In the flow style of YAML, to be pasted. */
export function printPlainRule(rule: PolicyRule): string {
  const fields = ['apiGroups', 'resources', 'resourceNames', 'nonResourceURLs', 'verbs'] as const;
  const given = fields.flatMap((field) => {
    const values = rule[field] ?? [];
    return values.length === 0 ? [] : [`${field}: [${values.map((value) => JSON.stringify(value)).join(', ')}]`];
  });
  return `{${given.join(', ')}}`;
}

/** The rule that allows this request and nothing else. */
export function smallestRule(attributes: RequestAttributes): PolicyRule {
  const { verb } = attributes;
  if (attributes.kind === 'path') return { verbs: [verb], nonResourceURLs: [attributes.path] };
  const { group, resource, subresource, name } = attributes;
  return {
    verbs: [verb],
    apiGroups: [group],
    resources: [subresource === '' ? resource : `${resource}/${subresource}`],
    ...(name !== '' && { resourceNames: [name] }),
  };
}
