/**
 * Caps the number of Update entries: the oldest of a version are merged into one, `ancient-changes`. Apply entries are
 * never merged, since the next apply of their manager needs them.
 */
import { unionOf } from '../field-sets/algebra.ts';
import { noFields } from '../field-sets/field-set.ts';
import type { FieldSet } from '../field-sets/field-set.ts';
import { secondsOf } from './encode-managed-fields.ts';
import { ownerId, withFields } from './owner.ts';
import type { Owner, Owners } from './owner.ts';

export const maxUpdaters = 10;
const joinedName = 'ancient-changes';

export function capUpdaters(owners: Owners): Owners {
  if (owners.size <= maxUpdaters) return owners;
  const updaters = [...owners].filter(([, { operation }]) => operation === 'Update');
  if (updaters.length <= maxUpdaters) return owners;
  const capped: Capping = { owners: new Map(owners), joined: new Map() };
  const oldest = new Map<string, string>();
  let count = updaters.length;
  for (const { id, owner } of byAge(updaters)) {
    if (count <= maxUpdaters) break;
    const first = oldest.get(owner.apiVersion);
    if (first === undefined) oldest.set(owner.apiVersion, id);
    else if (join(capped, first, id)) count -= 1;
  }
  for (const [id, sets] of capped.joined) {
    const owner = capped.owners.get(id);
    if (owner !== undefined) capped.owners.set(id, withFields(owner, unionOf(sets)));
  }
  return capped.owners;
}

interface Capping {
  readonly owners: Map<string, Owner>;
  /** The sets of merged entries, united once at the end: there may be thousands. */
  readonly joined: Map<string, FieldSet[]>;
}

function byAge(updaters: readonly (readonly [string, Owner])[]): { readonly id: string; readonly owner: Owner }[] {
  const aged = updaters.map(([id, owner]) => ({ id, owner, seconds: secondsOf(owner) }));
  return aged.sort((a, b) => a.seconds - b.seconds || (a.id < b.id ? -1 : 1));
}

/** Moves both into the merged entry of their version, which has the time of the younger. */
function join({ owners, joined }: Capping, firstId: string, id: string): boolean {
  const owner = owners.get(id);
  if (owner === undefined) return false;
  const named = { ...owner, manager: joinedName, subresource: '' };
  const joinedId = ownerId(named);
  const otherId = id !== joinedId && owners.has(joinedId) ? joinedId : firstId;
  const sets = joined.get(otherId) ?? [owners.get(otherId)?.fields ?? noFields];
  for (const set of joined.get(id) ?? [owner.fields]) sets.push(set);
  for (const gone of [otherId, id]) {
    owners.delete(gone);
    joined.delete(gone);
  }
  owners.set(joinedId, named);
  joined.set(joinedId, sets);
  return true;
}
