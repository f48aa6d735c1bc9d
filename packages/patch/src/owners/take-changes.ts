/**
 * Effects of a write on the present owners: a field that the write changes or removes is lost by every other owner of
 * it.
 */
import { difference, intersection } from '../field-sets/algebra.ts';
import type { FieldSet } from '../field-sets/field-set.ts';
import { changedFields, compare, confirmBy, excludeFields } from '../topology/compare.ts';
import type { Comparison } from '../topology/compare.ts';
import type { Conflict, Conflicts } from './conflicts.ts';
import { mapFields } from './owner.ts';
import type { Owner, Owners } from './owner.ts';
import { objectInVersion } from './versions.ts';
import type { ConvertTo, Versioned } from './versions.ts';

export interface Write {
  readonly before: Versioned;
  readonly after: Versioned;
  /**
   * Returns `after` as it will be stored, where that is known. A difference that storing removes, such as null against
   * empty, is no change. Called only if something has changed.
   */
  readonly settle?: () => Versioned | undefined;
  /** Fields that this write cannot change, such as `status` outside its subresource. */
  readonly ignored: FieldSet;
  /** The `ownerId` of the writer, whose fields are left to the caller. */
  readonly writer: string | undefined;
}

export interface Taking {
  readonly comparison: Comparison;
  /** Fields of other owners that the write changes. */
  readonly conflicts: Conflicts;
  /** The owners that are left once the write succeeds. */
  readonly owners: Owners;
}

/** May throw a `TopologyFault` of either object. */
export function takeChanges(owners: Owners, write: Write, convert: ConvertTo): Taking {
  const comparisonIn = comparer(write, convert);
  const { comparison } = comparisonIn(write.before.apiVersion) ?? noComparison();
  const conflicts = new Map<string, Conflict>();
  const gone = new Set<string>();
  const removed = new Map<string, FieldSet>();
  for (const [id, owner] of owners) {
    if (id === write.writer) continue;
    const versioned = comparisonIn(owner.apiVersion);
    if (versioned === undefined) gone.add(id);
    else noteOwner({ id, owner, versioned }, conflicts, removed);
  }
  const left = mapFields(owners, (owner, id) => {
    if (gone.has(id)) return new Map();
    const { fields } = owner;
    const lost = conflicts.get(id)?.fields;
    const kept = lost === undefined ? fields : difference(fields, lost);
    const without = removed.get(id);
    return without === undefined ? kept : difference(kept, without);
  });
  return { comparison, conflicts, owners: left };
}

function noteOwner(
  { id, owner, versioned }: { readonly id: string; readonly owner: Owner; readonly versioned: Compared },
  conflicts: Map<string, Conflict>,
  removed: Map<string, FieldSet>,
): void {
  const fields = intersection(owner.fields, versioned.changed);
  if (fields.size > 0) conflicts.set(id, { owner, fields });
  if (versioned.comparison.removed.size > 0) removed.set(id, versioned.comparison.removed);
}

interface Compared {
  readonly comparison: Comparison;
  readonly changed: FieldSet;
}

/** Compares in each version at most once; undefined for versions that are not served any more. */
function comparer(write: Write, convert: ConvertTo) {
  const known = new Map<string, Compared | undefined>();
  return (apiVersion: string): Compared | undefined => {
    if (known.has(apiVersion)) return known.get(apiVersion);
    const found = compareIn(apiVersion, write, convert);
    const comparison = found && excludeFields(found, write.ignored);
    const compared = comparison && { comparison, changed: changedFields(comparison) };
    known.set(apiVersion, compared);
    return compared;
  };
}

function compareIn(apiVersion: string, { before, after, settle }: Write, convert: ConvertTo): Comparison | undefined {
  const from = objectInVersion(convert, before, apiVersion);
  const to = objectInVersion(convert, after, apiVersion);
  if (from === undefined || to === undefined) return undefined;
  const comparison = compare(from.structure, from.object, to.object);
  const settled = changedFields(comparison).size === 0 ? undefined : settle?.();
  const stored = settled && objectInVersion(convert, settled, apiVersion);
  return stored === undefined ? comparison : confirmBy(comparison, compare(from.structure, from.object, stored.object));
}

function noComparison(): never {
  throw new Error('an object is always in its own version');
}
