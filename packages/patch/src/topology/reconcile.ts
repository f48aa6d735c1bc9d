/**
 * Adapts a set that was written under an older structure to the current one. A field that became atomic is owned whole
 * by every owner of a part. A field that is no longer atomic keeps its owners: the owners of its parts cannot be known.
 */
import type { MergeNode } from '@keelson/schema';

import { fieldNode, leaf } from '../field-sets/field-set.ts';
import type { FieldNode, FieldSet } from '../field-sets/field-set.ts';
import type { PathElement } from '../field-sets/path-element.ts';
import { isAtomic } from './part.ts';
import { nodeBelow } from './with-holders.ts';

export function reconcile(node: MergeNode, set: FieldSet): FieldSet {
  let changed: Map<PathElement, FieldNode> | undefined;
  for (const [element, found] of set) {
    if (found.children.size === 0) continue;
    const reconciled = reconcileNode(nodeBelow(node, element), found);
    if (reconciled !== found) (changed ??= new Map(set)).set(element, reconciled);
  }
  return changed ?? set;
}

function reconcileNode(node: MergeNode | undefined, found: FieldNode): FieldNode {
  if (node === undefined || node.kind === 'scalar' || node.kind === 'untyped') return found;
  if (isAtomic(node)) return leaf;
  const children = reconcile(node, found.children);
  return children === found.children ? found : fieldNode(found.isMember, children);
}
