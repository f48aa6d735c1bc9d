/** Compiles the rules of a flow schema. Subjects are not looked at here: the index finds rules by them. */
import type { PolicyRulesWithSubjects } from '@keelson/api';
import type { PathRequestAttributes, RequestAttributes, ResourceRequestAttributes } from '@keelson/meta';

export type MatchesAttributes = (attributes: RequestAttributes) => boolean;

type ResourceRule = NonNullable<PolicyRulesWithSubjects['resourceRules']>[number];
type PathRule = NonNullable<PolicyRulesWithSubjects['nonResourceRules']>[number];
type Strings = readonly string[] | null | undefined;

export function compileFlowRules({
  resourceRules = [],
  nonResourceRules = [],
}: PolicyRulesWithSubjects): MatchesAttributes {
  const isOfResources = anyOf(resourceRules.map(compileResourceRule));
  const isOfPaths = anyOf(nonResourceRules.map(compilePathRule));
  return (attributes) => (attributes.kind === 'resource' ? isOfResources(attributes) : isOfPaths(attributes));
}

/** Each request is asked of some rules: neither closures nor iterators are made for that. */
function anyOf<Value>(rules: readonly ((value: Value) => boolean)[]): (value: Value) => boolean {
  return (value) => {
    let index = 0;
    while (index < rules.length) {
      if (rules[index]?.(value) === true) return true;
      index += 1;
    }
    return false;
  };
}

function compileResourceRule(rule: ResourceRule): (attributes: ResourceRequestAttributes) => boolean {
  const [isVerb, isGroup, isNamespace] = [oneOf(rule.verbs), oneOf(rule.apiGroups), oneOf(rule.namespaces)];
  const isResource = oneOfResources(rule.resources);
  const { clusterScope: isForCluster = false } = rule;
  return ({ verb, group, resource, subresource, namespace }) =>
    isVerb(verb) &&
    isResource(resource, subresource) &&
    isGroup(group) &&
    (namespace === '' ? isForCluster : isNamespace(namespace));
}

function compilePathRule({ verbs, nonResourceURLs }: PathRule): (attributes: PathRequestAttributes) => boolean {
  const isVerb = oneOf(verbs);
  const isPath = anyOf((nonResourceURLs ?? []).map(compilePath));
  return ({ verb, path }) => isVerb(verb) && isPath(path);
}

/** A path without a wildcard stands for all below it, too. */
function compilePath(pattern: string): (path: string) => boolean {
  if (pattern === '*') return () => true;
  const stem = pattern.endsWith('*') ? pattern.slice(0, -1) : pattern;
  const prefix = stem.endsWith('/') ? stem : `${stem}/`;
  return (path) => path === pattern || path.startsWith(prefix);
}

function oneOf(values: Strings): (value: string) => boolean {
  if (values?.includes('*') === true) return () => true;
  const set = new Set(values);
  return (value) => set.has(value);
}

/** `pods` is not `pods/status`. */
function oneOfResources(values: Strings): (resource: string, subresource: string) => boolean {
  if (values?.includes('*') === true) return () => true;
  const subresources = new Map<string, Set<string>>();
  for (const value of values ?? []) {
    const slash = value.indexOf('/');
    const [resource, subresource] = slash < 0 ? [value, ''] : [value.slice(0, slash), value.slice(slash + 1)];
    // Nothing is below an empty name.
    if (slash >= 0 && subresource === '') continue;
    subresources.set(resource, (subresources.get(resource) ?? new Set()).add(subresource));
  }
  return (resource, subresource) => subresources.get(resource)?.has(subresource) === true;
}
