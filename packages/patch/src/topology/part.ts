/** Decides how a value is walked: as a leaf, as an object with fields, or as a list with identified items. */
import type { ListNode, MapNode, MergeNode, StructNode, UntypedNode } from '@keelson/schema';

import { isObject } from '../json-object.ts';

const untyped: UntypedNode = { kind: 'untyped' };

export type ObjectNode = StructNode | MapNode | UntypedNode;

/** The structure of a field; of one that is not declared nothing is known. */
export function partNode(node: ObjectNode, name: string): MergeNode {
  if (node.kind === 'struct') return node.fields.get(name)?.node ?? untyped;
  return node.kind === 'map' ? node.value : untyped;
}

/** Fields that are declared by name; other keys are data and can be owned themselves. */
export function isDeclared(node: ObjectNode, name: string): boolean {
  return node.kind === 'struct' && node.fields.has(name);
}

export function isAtomic(node: StructNode | MapNode | ListNode): boolean {
  return node.kind === 'list' ? node.type === 'atomic' : node.isAtomic;
}

/** The node as one with parts, or undefined where the value has none to tell apart. */
export function asObjectNode(node: MergeNode, value: unknown): ObjectNode | undefined {
  if (node.kind === 'untyped') return isObject(value) ? node : undefined;
  return (node.kind === 'struct' || node.kind === 'map') && !node.isAtomic ? node : undefined;
}

export function asListNode(node: MergeNode): ListNode | undefined {
  return node.kind === 'list' && node.type !== 'atomic' ? node : undefined;
}
