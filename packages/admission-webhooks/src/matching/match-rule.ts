/** Rules of webhooks: operations, groups, versions, resources and scope, with wildcards. */
import type { ReviewOperation } from '../contract.ts';
import type { DeclaredRule } from './compiled-hook.ts';

/** The resource of a request, or one that stands for it. */
export interface RuledRequest {
  readonly operation: ReviewOperation;
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly subresource: string;
  /** Namespaces count as cluster-scoped. */
  readonly isNamespaced: boolean;
}

export function matchesRule(rule: DeclaredRule, request: RuledRequest): boolean {
  const { operations = [], apiGroups = [], apiVersions = [], resources = [], scope = '*' } = rule;
  return (
    matchesScope(scope, request.isNamespaced) &&
    includes(operations, request.operation) &&
    includes(apiGroups, request.group) &&
    includes(apiVersions, request.version) &&
    resources.some((resource) => matchesResource(resource, request))
  );
}

function matchesScope(scope: string, isNamespaced: boolean): boolean {
  return scope === '*' || (scope === 'Namespaced' && isNamespaced) || (scope === 'Cluster' && !isNamespaced);
}

function includes(values: readonly string[], value: string): boolean {
  return values.some((each) => each === '*' || each === value);
}

/** `pods` is the resource alone, `pods/*` it and all its subresources. */
function matchesResource(declared: string, { plural, subresource }: RuledRequest): boolean {
  const slash = declared.indexOf('/');
  const resource = slash < 0 ? declared : declared.slice(0, slash);
  const below = slash < 0 ? '' : declared.slice(slash + 1);
  return (resource === '*' || resource === plural) && (below === '*' || below === subresource);
}
