/** Which step leads to an item of a list that is a set or a map. */
import type { ListNode } from '@keelson/schema';

import { keyElement, printElement, valueElement } from '../field-sets/path-element.ts';
import type { PathElement } from '../field-sets/path-element.ts';
import { isList, isObject, valueOf } from '../json-object.ts';
import { TopologyFault } from './topology-fault.ts';

/** Throws a `TopologyFault` for an item that cannot be one of such a list. */
export function itemElement(node: ListNode, item: unknown, index: number): PathElement {
  const fault = (problem: string) => new TopologyFault(`element ${index}: ${problem}`);
  if (node.type === 'map') {
    if (item === null) throw fault('associative list with keys may not have a null element');
    if (!isObject(item)) throw fault('associative list with keys may not have non-map elements');
    return keyElement(node.keys.map((key) => [key, valueOf(item, key) ?? node.keyDefaults[key] ?? '']));
  }
  if (item === null) throw fault("associative list without keys has an element that's an explicit null");
  if (isObject(item)) throw fault("associative list without keys has an element that's a map type");
  if (isList(item)) throw fault('not supported: associative list with lists as elements');
  return valueElement(item);
}

/** The items by their steps, in order. Throws a `TopologyFault` when two have the same. */
export function indexItems(node: ListNode, list: readonly unknown[]): Map<PathElement, unknown> {
  const items = new Map<PathElement, unknown>();
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index];
    const element = itemElement(node, item, index);
    if (items.has(element)) throw new TopologyFault(duplicateProblem(element));
    items.set(element, item);
  }
  return items;
}

export function duplicateProblem(element: PathElement): string {
  return `duplicate entries for key ${printElement(element)}`;
}
