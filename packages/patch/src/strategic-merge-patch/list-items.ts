/** Items of lists, told apart by their merge key, or by their value when they are scalars (a merge key of ''). */
import { isEqual, isList, isObject, valueOf } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { goTypeName, printGoValue } from '../print-go-value.ts';
import { patchDirective } from './directives.ts';
import { PatchFault, faults, noMergeKey, unknownDirective, wrongArgument } from './refuse-patch.ts';

export type ItemKind = 'object' | 'scalar';

/** All items have to be of one kind; undefined when there are none. */
export function kindOfItems(...lists: (readonly unknown[])[]): ItemKind | undefined {
  let found: string | undefined;
  for (const item of lists.flat()) {
    const type = goTypeName(item);
    if (type === 'slice') throw new PatchFault(faults.listOfLists);
    if (found !== undefined && found !== type) {
      throw new PatchFault(`list element types are not identical: ${printGoValue(lists)}`);
    }
    found = type;
  }
  if (found === undefined) return undefined;
  return found === 'map' ? 'object' : 'scalar';
}

export function asList(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  if (!isList(value)) throw wrongArgument('slice', value);
  return value;
}

export function asObject(value: unknown): JsonObject {
  if (!isObject(value)) throw wrongArgument('map', value);
  return value;
}

/** The identity of an item among its siblings: the value of its merge key, or the item itself. */
export function identityOf(item: unknown, mergeKey: string): unknown {
  return mergeKey === '' || !isObject(item) ? item : valueOf(item, mergeKey);
}

export function requireIdentity(item: unknown, mergeKey: string): unknown {
  const identity = isObject(item) ? valueOf(item, mergeKey) : undefined;
  if (identity === undefined) throw noMergeKey(item, mergeKey);
  return identity;
}

/**
 * Where each item stands, by what names it; the first of those that share a name. Numbers are named by their text,
 * so the cost is one step for each item.
 */
export function positionsOf(list: readonly unknown[], mergeKey: string): Map<unknown, number> {
  const positions = new Map<unknown, number>();
  list.forEach((item, index) => {
    const name = nameOf(identityOf(item, mergeKey));
    if (!positions.has(name)) positions.set(name, index);
  });
  return positions;
}

export function nameOf(identity: unknown): unknown {
  if (typeof identity === 'object' && identity !== null) return `o${printGoValue(identity)}`;
  return typeof identity === 'string' ? `s${identity}` : `n${String(identity)}`;
}

/** The items of a patch that are to be merged, and those that name what is to go. */
export function splitDeletions(list: readonly unknown[]): { kept: JsonObject[]; deleted: JsonObject[] } {
  const kept: JsonObject[] = [];
  const deleted: JsonObject[] = [];
  for (const item of list) {
    const object = asObject(item);
    (valueOf(object, patchDirective) === 'delete' ? deleted : kept).push(object);
  }
  return { kept, deleted };
}

export interface Instructed {
  /** The list without what the patch deletes, or nothing when the patch replaces it. */
  readonly original: readonly unknown[];
  readonly patch: readonly unknown[];
  readonly isReplaced: boolean;
}

/** Carries out the `$patch` directives among the items of a patch, and leaves the items that are to be merged. */
export function obeyItems(original: readonly unknown[], patch: readonly unknown[], mergeKey: string): Instructed {
  const merged: unknown[] = [];
  const deleted = new Set<unknown>();
  let isReplaced = false;
  for (const item of patch) {
    const directive = valueOf(asObject(item), patchDirective);
    if (directive === undefined) merged.push(item);
    else if (directive === 'delete') deleted.add(nameOf(requireIdentity(item, mergeKey)));
    else if (directive === 'replace') isReplaced = true;
    else if (directive === 'merge') throw new PatchFault('merging lists cannot yet be specified in the patch');
    else throw unknownDirective(directive, item);
  }
  if (isReplaced) return { original: [], patch: merged, isReplaced };
  const rest = deleted.size === 0 ? original : original.filter((item) => !isDeleted(item, mergeKey, deleted));
  return { original: rest, patch: merged, isReplaced };
}

function isDeleted(item: unknown, mergeKey: string, deleted: ReadonlySet<unknown>): boolean {
  const identity = valueOf(asObject(item), mergeKey);
  return identity !== undefined && deleted.has(nameOf(identity));
}

export function dropScalars(list: readonly unknown[], dropped: readonly unknown[]): unknown[] {
  const names = new Set(dropped.map(nameOf));
  return list.filter((item) => !names.has(nameOf(item)));
}

/** In the order of their first appearance. */
export function uniqueScalars(list: readonly unknown[]): unknown[] {
  return [...new Map(list.map((item) => [nameOf(item), item])).values()];
}

export function isSameIdentity(a: unknown, b: unknown, mergeKey: string): boolean {
  return isEqual(identityOf(a, mergeKey), identityOf(b, mergeKey));
}
