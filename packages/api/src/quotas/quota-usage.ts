/**
 * Usage of objects of any kind, by the quota rules that the kind declares. `count/<plural>.<group>` is the number of
 * stored objects; every namespaced kind has it, custom ones included.
 */
import type { Amounts } from '@keelson/meta';
import type { Resource, ScopeRequirement } from '@keelson/schema';

import type { ResourceQuotaSpec } from '../core/v1/resource-quota.ts';

const noRequirements: readonly ScopeRequirement[] = [];

/**
 * Objects that expire by themselves are not counted: nobody could make room. Custom objects are, whatever their stored
 * form serves: they are created in other versions.
 */
export function isCountedByQuotas({ scope, storage, expires, verbs, custom }: Resource): boolean {
  if (scope !== 'Namespaced' || storage.kind !== 'stored' || expires === true) return false;
  return custom !== undefined || verbs.includes('create');
}

export function countNameOf({ group, plural }: Resource): string {
  return `count/${group === '' ? plural : `${plural}.${group}`}`;
}

/** The resource names that the objects of a kind use, out of `names`. */
export function namesCountedFor(resource: Resource, names: Iterable<string>): ReadonlySet<string> {
  const countName = countNameOf(resource);
  const counted = new Set<string>();
  for (const name of names) if (name === countName || resource.quota?.counts(name) === true) counted.add(name);
  return counted;
}

/** Of an object in the stored version of its kind. */
export function usageOfObject(resource: Resource, object: object, nowMs: number): Amounts {
  const usage = new Map([[countNameOf(resource), '1']]);
  for (const [name, amount] of resource.quota?.usageOf(object as never, nowMs) ?? []) usage.set(name, amount);
  return usage;
}

export function scopeRequirementsOf({ scopes = [], scopeSelector }: ResourceQuotaSpec): readonly ScopeRequirement[] {
  const tests = scopeSelector?.matchExpressions ?? [];
  if (scopes.length === 0 && tests.length === 0) return noRequirements;
  return [...scopes.map((scopeName) => ({ scopeName, operator: 'Exists' })), ...tests];
}

export function fittingScopes(
  { quota }: Resource,
  object: object,
  requirements: readonly ScopeRequirement[],
): readonly ScopeRequirement[] {
  return requirements.filter((requirement) => quota?.fitsScope?.(object as never, requirement) === true);
}

/** True where the object fits all scopes of a quota. */
export function fitsScopes(resource: Resource, object: object, requirements: readonly ScopeRequirement[]): boolean {
  return requirements.every((requirement) => resource.quota?.fitsScope?.(object as never, requirement) === true);
}
