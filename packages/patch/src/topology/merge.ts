/** Merges a configuration into an object by structure: parts and named items are merged, the rest is taken over. */
import type { ListNode, MergeNode } from '@keelson/schema';

import { isList, isObject, setKey, valueOf } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { indexItems } from './item-element.ts';
import { asListNode, asObjectNode, partNode } from './part.ts';
import type { ObjectNode } from './part.ts';

/** Neither is changed; what the configuration does not name is shared with `live`. */
export function merge(node: MergeNode, live: JsonObject, config: JsonObject): JsonObject {
  return mergePart(node, live, config) as JsonObject;
}

function mergePart(node: MergeNode, live: unknown, config: unknown): unknown {
  if (config === undefined) return live;
  // Two empty ones are taken over whole, so that null is told from what is empty.
  if (live === undefined || !(isFilled(live) || isFilled(config))) return config;
  if (node.kind === 'untyped') return mergeUntyped(live, config);
  const objectNode = asObjectNode(node, config);
  if (objectNode !== undefined)
    return mergeObjects(objectNode, isObject(live) ? live : {}, isObject(config) ? config : {});
  const listNode = asListNode(node);
  if (listNode !== undefined) return mergeLists(listNode, isList(live) ? live : [], isList(config) ? config : []);
  return config;
}

/** Null sets an object to no more than it has. */
function mergeUntyped(live: unknown, config: unknown): unknown {
  if (isObject(live) && (isObject(config) || config === null)) return mergeObjects(untyped, live, config ?? {});
  return config;
}

const untyped: ObjectNode = { kind: 'untyped' };

function isFilled(value: unknown): boolean {
  if (isList(value)) return value.length > 0;
  if (!isObject(value)) return false;
  for (const key in value) if (value[key] !== undefined) return true;
  return false;
}

function mergeObjects(node: ObjectNode, live: JsonObject, config: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...live };
  for (const name in config) {
    const value = config[name];
    if (value !== undefined) setKey(merged, name, mergePart(partNode(node, name), valueOf(live, name), value));
  }
  return merged;
}

/** Items that are there keep their places, new ones follow. */
function mergeLists(node: ListNode, live: readonly unknown[], config: readonly unknown[]): readonly unknown[] {
  const merged = indexItems(node, live);
  for (const [element, item] of indexItems(node, config)) {
    merged.set(element, mergePart(node.item, merged.get(element), item));
  }
  return [...merged.values()];
}
