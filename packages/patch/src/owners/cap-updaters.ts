/**
 * Keeps the number of Update entries within a limit: the oldest of a version are joined into one, under a name that
 * says so. Entries of Apply are never joined, since their managers come back to them.
 */
import { union } from '../field-sets/algebra.ts';
import { noFields } from '../field-sets/field-set.ts';
import { secondsOf } from './encode-managed-fields.ts';
import { ownerId, withFields } from './owner.ts';
import type { Owner, Owners } from './owner.ts';

export const maxUpdaters = 10;
const joinedName = 'ancient-changes';

export function capUpdaters(owners: Owners): Owners {
  if (owners.size <= maxUpdaters) return owners;
  const updaters = [...owners].filter(([, { operation }]) => operation === 'Update');
  if (updaters.length <= maxUpdaters) return owners;
  const capped = new Map(owners);
  const oldest = new Map<string, string>();
  let count = updaters.length;
  for (const [id, owner] of updaters.sort(compareAge)) {
    if (count <= maxUpdaters) break;
    const first = oldest.get(owner.apiVersion);
    if (first === undefined) oldest.set(owner.apiVersion, id);
    else if (join(capped, first, id)) count -= 1;
  }
  return capped;
}

function compareAge([a, one]: readonly [string, Owner], [b, other]: readonly [string, Owner]): number {
  return secondsOf(one) - secondsOf(other) || (a < b ? -1 : 1);
}

/** Moves both into the joined entry of their version, which has the time of the younger. */
function join(owners: Map<string, Owner>, firstId: string, id: string): boolean {
  const owner = owners.get(id);
  if (owner === undefined) return false;
  const joined = { ...owner, manager: joinedName, subresource: '' };
  const joinedId = ownerId(joined);
  const otherId = id !== joinedId && owners.has(joinedId) ? joinedId : firstId;
  const fields = union(owner.fields, owners.get(otherId)?.fields ?? noFields);
  owners.delete(otherId);
  owners.delete(id);
  owners.set(joinedId, withFields(joined, fields));
  return true;
}
