/** The rule that comes closest to allowing something, and what it lacks. */
import type { RequestAttributes, PathRequestAttributes, ResourceRequestAttributes } from '@keelson/meta';

import type { PolicyRule } from '../authorization/rbac/access-objects.ts';
import { prefixOf } from '../authorization/rbac/compile-rules.ts';
import type { Holding } from '../authorization/rbac/holdings.ts';

/** A part that a rule may lack; the namespace comes from its binding. */
export type Part = 'name' | 'namespace' | 'verb' | 'group' | 'resource' | 'path';

/** The distance of a rule that lacks this part: of two rules that lack one each, people more often mean the nearer. */
const distances: Readonly<Record<Part, number>> = { name: 1, namespace: 2, verb: 3, group: 4, resource: 5, path: 5 };

export interface Closest {
  readonly holding: Holding;
  readonly rule: PolicyRule;
  /** The rule's position in its role, from 1. */
  readonly position: number;
  readonly lacks: readonly Part[];
}

/** `undefined` where no rule has anything to do with it: neither what it is about nor the verb is right. */
export function findClosest(holdings: readonly Holding[], attributes: RequestAttributes): Closest | undefined {
  let best: Closest | undefined;
  let least = Infinity;
  for (const holding of holdings) {
    for (const [at, rule] of holding.role.rules.entries()) {
      const lacks = findLacks(rule, holding.binding.namespace, attributes);
      const distance = lacks?.reduce((sum, part) => sum + distances[part], 0) ?? Infinity;
      if (lacks === undefined || distance >= least) continue;
      best = { holding, rule, position: at + 1, lacks };
      least = distance;
    }
  }
  return best;
}

/** `undefined` for a rule of another kind, and for one that has nothing in common with the request. */
function findLacks(rule: PolicyRule, boundIn: string, attributes: RequestAttributes): Part[] | undefined {
  const lacks = attributes.kind === 'path' ? lacksOfPath(rule, attributes) : lacksOfResource(rule, attributes);
  if (lacks === undefined) return undefined;
  const namespace = attributes.kind === 'path' ? '' : attributes.namespace;
  return boundIn === '' || boundIn === namespace ? lacks : [...lacks, 'namespace'];
}

function lacksOfPath({ verbs, nonResourceURLs = [] }: PolicyRule, { verb, path }: PathRequestAttributes) {
  if (nonResourceURLs.length === 0) return undefined;
  const lacks: Part[] = [];
  if (!has(verbs, verb)) lacks.push('verb');
  if (!nonResourceURLs.some((url) => url === path || path.startsWith(prefixOf(url) ?? `${path}.`))) lacks.push('path');
  return lacks.length === 2 ? undefined : lacks;
}

function lacksOfResource(rule: PolicyRule, attributes: ResourceRequestAttributes): Part[] | undefined {
  const { verbs, apiGroups = [], resources = [], resourceNames = [] } = rule;
  if (resources.length === 0) return undefined;
  const lacks: Part[] = [];
  if (!has(verbs, attributes.verb)) lacks.push('verb');
  if (!has(apiGroups, attributes.group)) lacks.push('group');
  if (!hasResource(resources, attributes)) lacks.push('resource');
  if (resourceNames.length > 0 && !resourceNames.includes(attributes.name)) lacks.push('name');
  return lacks.includes('resource') && lacks.includes('verb') ? undefined : lacks;
}

function hasResource(resources: readonly string[], { resource, subresource }: ResourceRequestAttributes): boolean {
  if (subresource === '') return has(resources, resource);
  return has(resources, `${resource}/${subresource}`) || resources.includes(`*/${subresource}`);
}

function has(list: readonly string[], wanted: string): boolean {
  return list.includes('*') || list.includes(wanted);
}
