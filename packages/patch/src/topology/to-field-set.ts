/** The fields that a value sets: what its writer owns when it is applied. */
import type { ListNode, MergeNode } from '@keelson/schema';

import { fieldNode, leaf, noFields } from '../field-sets/field-set.ts';
import type { FieldNode, FieldSet } from '../field-sets/field-set.ts';
import { fieldElement } from '../field-sets/path-element.ts';
import type { PathElement } from '../field-sets/path-element.ts';
import { isList, isObject } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { indexItems } from './item-element.ts';
import { asListNode, asObjectNode, isDeclared, partNode } from './part.ts';
import type { ObjectNode } from './part.ts';

/** Throws a `TopologyFault` for lists whose items cannot be told apart. */
export function toFieldSet(node: MergeNode, object: JsonObject): FieldSet {
  return nodeOf(node, object).children;
}

/** Atomic parts and scalars are members, other containers only hold members. */
function nodeOf(node: MergeNode, value: unknown): FieldNode {
  const objectNode = asObjectNode(node, value);
  if (objectNode !== undefined) return fieldNode(false, isObject(value) ? fieldsOf(objectNode, value) : noFields);
  const listNode = asListNode(node);
  if (listNode !== undefined) return fieldNode(false, isList(value) ? itemsOf(listNode, value) : noFields);
  return leaf;
}

/** A null or an empty object sets the field that holds it; a key that is not declared is itself set. */
function fieldsOf(node: ObjectNode, object: JsonObject): FieldSet {
  const set = new Map<PathElement, FieldNode>();
  for (const name in object) {
    const value = object[name];
    if (value === undefined) continue;
    const part = nodeOf(partNode(node, name), value);
    const isMember = part.isMember || value === null || !isDeclared(node, name) || isEmptyObject(value);
    if (isMember || part.children.size > 0) set.set(fieldElement(name), asMember(part, isMember));
  }
  return set.size === 0 ? noFields : set;
}

function asMember(node: FieldNode, isMember: boolean): FieldNode {
  return node.isMember === isMember ? node : fieldNode(isMember, node.children);
}

function itemsOf(node: ListNode, list: readonly unknown[]): FieldSet {
  const set = new Map<PathElement, FieldNode>();
  for (const [element, item] of indexItems(node, list)) set.set(element, asMember(nodeOf(node.item, item), true));
  return set.size === 0 ? noFields : set;
}

function isEmptyObject(value: unknown): boolean {
  if (!isObject(value)) return false;
  for (const _key in value) return false;
  return true;
}
