/**
 * The rules of a role, compiled for many requests: indexed by resource. A star matches
 * anything; before a slash it matches any resource with this subresource; at the end of
 * a URL it matches any suffix.
 */
import type { RequestAttributes, PathRequestAttributes, ResourceRequestAttributes } from '@keelson/meta';
import { stripTrailing } from '@keelson/schema';

import type { PolicyRule } from './access-objects.ts';

/** Said once of a request, and asked of many roles. */
export interface Question {
  readonly attributes: RequestAttributes;
  /** Where rules that may allow it are found. */
  readonly places: readonly string[];
}

export interface CompiledRules {
  readonly allows: (question: Question) => boolean;
  /** True if any rule has `resourceNames`. */
  readonly hasNames: boolean;
}

const anything = '*';

export function questionOf(attributes: RequestAttributes): Question {
  if (attributes.kind === 'path') return { attributes, places: [] };
  const { resource, subresource } = attributes;
  if (subresource === '') return { attributes, places: [resource, anything] };
  return { attributes, places: [`${resource}/${subresource}`, anything, `${anything}/${subresource}`] };
}

export function compileRules(rules: readonly PolicyRule[]): CompiledRules {
  const byResource = new Map<string, ResourceRule[]>();
  const paths: PathRule[] = [];
  for (const rule of rules) {
    const { resources = [] } = rule;
    const compiled = resources.length === 0 ? undefined : compileResourceRule(rule);
    for (const resource of resources) {
      const found = byResource.get(resource);
      if (compiled === undefined) break;
      if (found === undefined) byResource.set(resource, [compiled]);
      else found.push(compiled);
    }
    if ((rule.nonResourceURLs ?? []).length > 0) paths.push(compilePathRule(rule));
  }
  return {
    hasNames: rules.some(({ resourceNames = [] }) => resourceNames.length > 0),
    allows: ({ attributes, places }) => {
      if (attributes.kind === 'path') return paths.some((rule) => rule(attributes));
      for (const place of places) {
        for (const rule of byResource.get(place) ?? none) if (rule(attributes)) return true;
      }
      return false;
    },
  };
}

type ResourceRule = (attributes: ResourceRequestAttributes) => boolean;
type PathRule = (attributes: PathRequestAttributes) => boolean;

const none: readonly ResourceRule[] = [];

/** That the resource is the rule's is known already. */
function compileResourceRule({ verbs, apiGroups = [], resourceNames = [] }: PolicyRule): ResourceRule {
  const isVerb = matcherOf(verbs);
  const isGroup = matcherOf(apiGroups);
  if (resourceNames.length === 0) return ({ verb, group }) => isVerb(verb) && isGroup(group);
  const names = new Set(resourceNames);
  return ({ verb, group, name }) => isVerb(verb) && isGroup(group) && names.has(name);
}

function compilePathRule({ verbs, nonResourceURLs = [] }: PolicyRule): PathRule {
  const isVerb = matcherOf(verbs);
  const exact = new Set(nonResourceURLs);
  const prefixes = nonResourceURLs.flatMap((url) => prefixOf(url) ?? []);
  return ({ verb, path }) => isVerb(verb) && (exact.has(path) || prefixes.some((prefix) => path.startsWith(prefix)));
}

/** The prefix of a URL pattern that ends in a star; otherwise undefined. */
export function prefixOf(pattern: string): string | undefined {
  return pattern.endsWith(anything) ? stripTrailing(pattern, anything) : undefined;
}

function matcherOf(allowed: readonly string[]): (text: string) => boolean {
  if (allowed.includes(anything)) return () => true;
  const [only] = allowed;
  if (allowed.length === 1) return (text) => text === only;
  const set = new Set(allowed);
  return (text) => set.has(text);
}
