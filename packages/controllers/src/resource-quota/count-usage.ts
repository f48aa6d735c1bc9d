/** Counts the usage of the objects in a quota's namespace. */
import { countNameOf, fitsScopes, namesCountedFor, scopeRequirementsOf, usageOfObject } from '@keelson/api';
import type { ResourceQuota } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';
import { addAmounts, keepAmounts, noAmounts, type Amounts } from '@keelson/meta';
import type { Resource } from '@keelson/schema';
import { giveWay } from '@keelson/telemetry';

import type { CountedKind } from './counted-kinds.ts';

/** Yields the thread between objects: objects that are written meanwhile may be counted or not. */
export async function countUsage(
  { metadata, spec }: ResourceQuota,
  kinds: readonly CountedKind[],
  nowMs: number,
): Promise<Amounts> {
  const namespace = metadata.namespace ?? '';
  const limited = Object.keys(spec.hard ?? {});
  const counted = new Map<string, string>();
  for (const { resource, byNamespace } of kinds) {
    const names = namesCountedFor(resource, limited);
    for (const name of names) counted.set(name, '0');
    const countName = countNameOf(resource);
    if (names.size === 1 && names.has(countName) && scopeRequirementsOf(spec).length === 0) {
      counted.set(countName, String(byNamespace.sizeOf(namespace)));
      continue;
    }
    let sum: Amounts = noAmounts;
    for (const object of [...byNamespace.get(namespace)]) {
      sum = addAmounts(
        sum,
        keepAmounts(usageFor(spec, resource, object, nowMs), (name) => names.has(name)),
      );
      const paused = giveWay();
      if (paused !== undefined) await paused;
    }
    for (const [name, amount] of sum) counted.set(name, amount);
  }
  return counted;
}

/** The usage of an object for a quota; nothing if the object does not match the quota's scopes. */
export function usageFor(
  spec: ResourceQuota['spec'],
  resource: Resource,
  object: CachedObject<object>,
  nowMs: number,
): Amounts {
  const requirements = scopeRequirementsOf(spec);
  if (resource.quota === undefined) return requirements.length === 0 ? oneOf(resource) : noAmounts;
  const { decoded } = object;
  // An object that cannot be decoded counts as one object.
  if (!decoded.ok) return requirements.length === 0 ? oneOf(resource) : noAmounts;
  return fitsScopes(resource, decoded.object, requirements)
    ? usageOfObject(resource, decoded.object, nowMs)
    : noAmounts;
}

function oneOf(resource: Resource): Amounts {
  return new Map([[countNameOf(resource), '1']]);
}
