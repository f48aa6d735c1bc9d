/**
 * Removes fields that a manager applied last time and does not apply any more, unless another manager owns them. An
 * unowned field is removed only together with the field or item that contains it.
 */
import { difference, intersection, isSubset, union, unionOf } from '../field-sets/algebra.ts';
import type { FieldSet } from '../field-sets/field-set.ts';
import { removeFields } from '../topology/remove-fields.ts';
import { toFieldSet } from '../topology/to-field-set.ts';
import { withHolders } from '../topology/with-holders.ts';
import type { Owner, Owners } from './owner.ts';
import { objectInVersion } from './versions.ts';
import type { ConvertTo, Versioned } from './versions.ts';

export interface Pruning {
  /** All owners; the applier with its new fields. */
  readonly owners: Owners;
  readonly now: Owner;
  readonly last: Owner | undefined;
}

/** The merged object, pruned, in its own version. May throw a `TopologyFault`. */
export function prune(merged: Versioned, { owners, now, last }: Pruning, convert: ConvertTo): Versioned {
  if (last === undefined || last.fields.size === 0) return merged;
  if (givesUpNothing(last, now, merged)) return merged;
  const before = objectInVersion(convert, merged, last.apiVersion);
  if (before === undefined) return merged;
  const lastFields = withHolders(before.structure, last.fields);
  const pruned = { ...before, object: removeFields(before.structure, before.object, lastFields) };
  const kept = addBackOwned(before, pruned, { owners, convert });
  const rest = objectInVersion(convert, kept, last.apiVersion);
  const settled = rest === undefined ? before : addBackUnowned(before, rest, lastFields);
  return objectInVersion(convert, settled, now.apiVersion) ?? merged;
}

function givesUpNothing(last: Owner, now: Owner, { structure }: Versioned): boolean {
  if (last.apiVersion !== now.apiVersion) return false;
  return isSubset(last.fields, now.fields) || isSubset(last.fields, withHolders(structure, now.fields));
}

interface Ownership {
  readonly owners: Owners;
  readonly convert: ConvertTo;
}

/** The version of the pruned object first: other conversions may need what is added back. */
function addBackOwned(merged: Versioned, pruned: Versioned, { owners, convert }: Ownership): Versioned {
  const owned = new Map<string, FieldSet[]>([[pruned.apiVersion, []]]);
  for (const { apiVersion, fields } of owners.values()) {
    const sets = owned.get(apiVersion) ?? [];
    owned.set(apiVersion, sets);
    sets.push(fields);
  }
  let kept = pruned;
  for (const [apiVersion, sets] of owned) {
    const [all, left] = [objectInVersion(convert, merged, apiVersion), objectInVersion(convert, kept, apiVersion)];
    if (all === undefined || left === undefined) continue;
    const present = union(heldFields(left), withHolders(all.structure, unionOf(sets)));
    kept = { ...all, object: removeFields(all.structure, all.object, difference(heldFields(all), present)) };
  }
  return kept;
}

/** Of the removed fields, only those that the manager itself had applied stay removed. */
function addBackUnowned(merged: Versioned, pruned: Versioned, lastFields: FieldSet): Versioned {
  const gone = intersection(difference(heldFields(merged), heldFields(pruned)), lastFields);
  return { ...merged, object: removeFields(merged.structure, merged.object, gone) };
}

function heldFields({ structure, object }: Versioned): FieldSet {
  return withHolders(structure, toFieldSet(structure, object));
}
