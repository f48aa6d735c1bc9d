/**
 * The stored notation of field sets, FieldsV1: objects within objects, a key for each step, `.` for an object or item
 * that is a member itself and has members below.
 */
import { maxNesting } from '@keelson/schema';

import { isObject, valueOf } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { leaf, noFields } from './field-set.ts';
import type { FieldNode, FieldSet } from './field-set.ts';
import { readElement, sortByElement } from './path-element.ts';
import type { PathElement } from './path-element.ts';

/**
 * Depth limit of an encoded set. A set sits four levels down in its object, in an entry of `managedFields`; a deeper
 * set would make the API emit objects that it refuses. Law: a field further down is owned through its ancestor here.
 */
const maxSteps = maxNesting - 5;

/** Keys in order, so that equal sets give equal text. */
export function encodeFieldsV1(set: FieldSet): JsonObject {
  return encodeInto({}, set, 1);
}

function encodeInto(encoded: Record<string, JsonObject>, set: FieldSet, depth: number): JsonObject {
  if (set.size === 1) for (const [element, node] of set) encoded[element] = encodeNode(node, depth);
  else for (const [element, node] of sortByElement(set)) encoded[element] = encodeNode(node, depth);
  return encoded;
}

function encodeNode({ isMember, children }: FieldNode, depth: number): JsonObject {
  const isWhole = children.size === 0 || depth === maxSteps;
  return isWhole ? nothing : encodeInto(isMember ? { '.': nothing } : {}, children, depth + 1);
}

const nothing: JsonObject = Object.freeze({});

/** Undefined when it is not a set of fields. Steps of unknown kinds are passed over. */
export function decodeFieldsV1(fields: unknown): FieldSet | undefined {
  return isObject(fields) ? decodeChildren(fields, 0) : undefined;
}

function decodeChildren(fields: JsonObject, depth: number): FieldSet | undefined {
  if (depth > maxNesting) return undefined;
  let set: Map<PathElement, FieldNode> | undefined;
  for (const key in fields) {
    if (key === '.') continue;
    const element = readElement(key);
    if (element === null) return undefined;
    if (element === undefined) continue;
    const node = decodeNode(valueOf(fields, key), depth);
    if (node === undefined) return undefined;
    (set ??= new Map()).set(element, node);
  }
  return set ?? noFields;
}

/** Without anything below, the step itself is the member. */
function decodeNode(fields: unknown, depth: number): FieldNode | undefined {
  if (!isObject(fields)) return undefined;
  const children = decodeChildren(fields, depth + 1);
  if (children === undefined || children.size > 0) {
    return children && { isMember: Object.hasOwn(fields, '.'), children };
  }
  return leaf;
}
