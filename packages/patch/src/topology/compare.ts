/** Compares two values of one structure: the fields that are added, removed or modified. */
import type { ListNode, MergeNode } from '@keelson/schema';

import { difference, intersection, recursiveDifference, union } from '../field-sets/algebra.ts';
import { insertPath, noFields } from '../field-sets/field-set.ts';
import type { FieldNode, FieldSet } from '../field-sets/field-set.ts';
import { fieldElement } from '../field-sets/path-element.ts';
import type { PathElement } from '../field-sets/path-element.ts';
import { isEqual, isList, isObject, valueOf } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { indexItems } from './item-element.ts';
import { asListNode, asObjectNode, partNode } from './part.ts';
import type { ObjectNode } from './part.ts';

export interface Comparison {
  readonly added: FieldSet;
  readonly removed: FieldSet;
  readonly modified: FieldSet;
  /** Those of `modified` whose new value is null, an empty list or an empty object. */
  readonly emptied: FieldSet;
}

export function isSame({ added, removed, modified }: Comparison): boolean {
  return added.size === 0 && removed.size === 0 && modified.size === 0;
}

export function changedFields({ added, modified }: Comparison): FieldSet {
  return union(modified, added);
}

/**
 * Drops what `other`, a less strict comparison of the same objects, does not confirm of the fields that are added or
 * emptied. Other values are changed once they are spelled differently: `1000m` is not what `1` was.
 */
export function confirmBy(comparison: Comparison, other: Comparison): Comparison {
  const changed = union(changedFields(other), other.removed);
  return {
    added: intersection(comparison.added, changed),
    removed: comparison.removed,
    modified: union(difference(comparison.modified, comparison.emptied), intersection(comparison.emptied, changed)),
    emptied: intersection(comparison.emptied, changed),
  };
}

export function excludeFields(comparison: Comparison, excluded: FieldSet): Comparison {
  return {
    added: recursiveDifference(comparison.added, excluded),
    removed: recursiveDifference(comparison.removed, excluded),
    modified: recursiveDifference(comparison.modified, excluded),
    emptied: recursiveDifference(comparison.emptied, excluded),
  };
}

/** The fields of `set` that the comparison found equal. */
export function withoutDifferences(set: FieldSet, { added, removed, modified }: Comparison): FieldSet {
  return difference(difference(difference(set, modified), added), removed);
}

interface Walk {
  readonly path: PathElement[];
  readonly added: Map<PathElement, FieldNode>;
  readonly removed: Map<PathElement, FieldNode>;
  readonly modified: Map<PathElement, FieldNode>;
  readonly emptied: Map<PathElement, FieldNode>;
}

/** Throws a `TopologyFault` for lists whose items cannot be told apart. */
export function compare(node: MergeNode, before: JsonObject, after: JsonObject): Comparison {
  const walk: Walk = { path: [], added: new Map(), removed: new Map(), modified: new Map(), emptied: new Map() };
  comparePart(walk, node, before, after);
  const orNone = (set: FieldSet) => (set.size === 0 ? noFields : set);
  return {
    added: orNone(walk.added),
    removed: orNone(walk.removed),
    modified: orNone(walk.modified),
    emptied: orNone(walk.emptied),
  };
}

/** Undefined means absent. Two empty lists or objects are compared as leaves, so that null differs from []. */
function comparePart(walk: Walk, node: MergeNode, before: unknown, after: unknown): void {
  if (before === after) return;
  if (node.kind === 'untyped') return compareUntyped(walk, before, after);
  const objectNode = isEmptyObject(before) && isEmptyObject(after) ? undefined : asObjectNode(node, after);
  const listNode = isEmptyList(before) && isEmptyList(after) ? undefined : asListNode(node);
  if (objectNode !== undefined) {
    compareObjects(walk, objectNode, asObject(before), asObject(after));
    notePresence(walk, before, after);
  } else if (listNode !== undefined) {
    compareLists(walk, listNode, isList(before) ? before : [], isList(after) ? after : []);
    notePresence(walk, before, after);
  } else {
    compareWhole(walk, before, after);
  }
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function compareWhole(walk: Walk, before: unknown, after: unknown): void {
  notePresence(walk, before, after);
  if (before === undefined || after === undefined || isEqual(before, after)) return;
  insertPath(walk.modified, walk.path);
  if (isNothing(after)) insertPath(walk.emptied, walk.path);
}

function notePresence(walk: Walk, before: unknown, after: unknown): void {
  if (before === undefined) insertPath(walk.added, walk.path);
  else if (after === undefined) insertPath(walk.removed, walk.path);
}

/**
 * Objects differ by their parts, null being one without any. Where an object meets a scalar or a list, both are told:
 * the change, and the parts.
 */
function compareUntyped(walk: Walk, before: unknown, after: unknown): void {
  const areObjects = [before, after].every((value) => value === null || value === undefined || isObject(value));
  if (areObjects && !(isEmptyObject(before) && isEmptyObject(after))) notePresence(walk, before, after);
  else compareWhole(walk, before, after);
  compareObjects(walk, untyped, asObject(before), asObject(after));
}

const untyped: ObjectNode = { kind: 'untyped' };

function compareObjects(walk: Walk, node: ObjectNode, before: JsonObject, after: JsonObject): void {
  for (const name in before) {
    const value = before[name];
    if (value === undefined) continue;
    const other = valueOf(after, name);
    // Most values are the same: no step is made for them.
    if (value !== other) compareAt(walk, fieldElement(name), partNode(node, name), [value, other]);
  }
  for (const name in after) {
    const value = after[name];
    if (value !== undefined && valueOf(before, name) === undefined) {
      compareAt(walk, fieldElement(name), partNode(node, name), [undefined, value]);
    }
  }
}

type Sides = readonly [before: unknown, after: unknown];

function compareAt(walk: Walk, element: PathElement, node: MergeNode, [before, after]: Sides): void {
  if (before === after) return;
  walk.path.push(element);
  comparePart(walk, node, before, after);
  walk.path.pop();
}

function compareLists(walk: Walk, node: ListNode, before: readonly unknown[], after: readonly unknown[]): void {
  const left = indexItems(node, before);
  const right = indexItems(node, after);
  for (const [element, item] of left) compareAt(walk, element, node.item, [item, right.get(element)]);
  for (const [element, item] of right) {
    if (!left.has(element)) compareAt(walk, element, node.item, [undefined, item]);
  }
}

function isNothing(value: unknown): boolean {
  return typeof value === 'object' && isEmptyObject(value) && isEmptyList(value);
}

function isEmptyObject(value: unknown): boolean {
  return !isFilledObject(value);
}

function isFilledObject(value: unknown): boolean {
  if (!isObject(value)) return false;
  for (const key in value) if (value[key] !== undefined) return true;
  return false;
}

function isEmptyList(value: unknown): boolean {
  return !isList(value) || value.length === 0;
}
