/**
 * A set together with the declared fields that contain its members: the owner of a part also owns the declared fields
 * around it. Keys of maps and items of lists exist by themselves and are not added.
 */
import type { MergeNode } from '@keelson/schema';

import { fieldNode } from '../field-sets/field-set.ts';
import type { FieldNode, FieldSet } from '../field-sets/field-set.ts';
import type { PathElement } from '../field-sets/path-element.ts';

export function withHolders(node: MergeNode, set: FieldSet): FieldSet {
  let held: Map<PathElement, FieldNode> | undefined;
  for (const [element, found] of set) {
    if (found.children.size === 0) continue;
    const below = nodeBelow(node, element);
    const children = below === undefined ? found.children : withHolders(below, found.children);
    const isMember = found.isMember || (node.kind === 'struct' && node.fields.has(element.slice(2)));
    if (isMember !== found.isMember || children !== found.children) {
      (held ??= new Map(set)).set(element, fieldNode(isMember, children));
    }
  }
  return held ?? set;
}

/** The structure that a step leads to, where it is declared. */
export function nodeBelow(node: MergeNode, element: PathElement): MergeNode | undefined {
  switch (node.kind) {
    case 'struct':
      return node.fields.get(element.slice(2))?.node;
    case 'map':
      return element.startsWith('f:') ? node.value : undefined;
    case 'list':
      return element.startsWith('f:') ? undefined : node.item;
    case 'scalar':
    case 'untyped':
      return undefined;
  }
}
