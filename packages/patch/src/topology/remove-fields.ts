/** Removes the members of a set from an object. What is left empty by it becomes null, and can then be removed too. */
import type { ListNode, MergeNode } from '@keelson/schema';

import type { FieldSet } from '../field-sets/field-set.ts';
import { fieldElement } from '../field-sets/path-element.ts';
import { isList, isObject, setKey, valueOf } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { itemElement } from './item-element.ts';
import { asListNode, asObjectNode, partNode } from './part.ts';
import type { ObjectNode } from './part.ts';

export function removeFields(node: MergeNode, object: JsonObject, removed: FieldSet): JsonObject {
  if (removed.size === 0) return object;
  return (removeFrom(node, object, removed) ?? {}) as JsonObject;
}

function removeFrom(node: MergeNode, value: unknown, removed: FieldSet): unknown {
  const objectNode = asObjectNode(node, value);
  if (objectNode !== undefined) return isObject(value) ? removeParts(objectNode, value, removed) : null;
  const listNode = asListNode(node);
  if (listNode !== undefined) return isList(value) ? removeItems(listNode, value, removed) : null;
  // Nothing below an atomic part can be removed on its own.
  return value;
}

function removeParts(node: ObjectNode, object: JsonObject, removed: FieldSet): JsonObject | null {
  const kept: Record<string, unknown> = {};
  let isEmpty = true;
  for (const name in object) {
    const found = removed.get(fieldElement(name));
    if (found?.isMember === true) continue;
    const value = object[name];
    isEmpty = false;
    setKey(kept, name, found === undefined ? value : removeFrom(partNode(node, name), value, found.children));
  }
  return isEmpty ? null : kept;
}

function removeItems(node: ListNode, list: readonly unknown[], removed: FieldSet): readonly unknown[] | null {
  const kept: unknown[] = [];
  list.forEach((item, index) => {
    const found = removed.get(itemElement(node, item, index));
    if (found?.isMember === true) return;
    kept.push(found === undefined ? item : removeFrom(node.item, item, found.children));
  });
  return kept.length === 0 ? null : kept;
}

/** `after` without the nulls that took the place of something in `before`. */
export function withoutEmptied(before: unknown, after: JsonObject): JsonObject {
  if (before === after || !isObject(before)) return after;
  const kept: Record<string, unknown> = {};
  for (const name in after) {
    const [old, value] = [valueOf(before, name), after[name]];
    if (value === null && old !== null && old !== undefined) continue;
    setKey(kept, name, withoutEmptiedPart(old, value));
  }
  return kept;
}

/** Items may have gone from a list, so that places do not tell which was which: they are taken as they are. */
function withoutEmptiedPart(before: unknown, after: unknown): unknown {
  return isObject(after) ? withoutEmptied(before, after) : after;
}
