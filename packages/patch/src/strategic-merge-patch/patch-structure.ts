/** Patch strategy and merge key of a field, read from the declared structure. */
import type { MergeField, MergeNode } from '@keelson/schema';

import { PatchFault } from './refuse-patch.ts';

export interface FieldRule {
  readonly node: MergeNode;
  /** `merge` merges lists and is usual for objects; without it lists are replaced. */
  readonly strategy: '' | 'merge' | 'replace';
  readonly mergeKey: string;
}

export function ruleOfField(node: MergeNode, key: string): FieldRule {
  switch (node.kind) {
    case 'struct':
      return ruleOf(node.fields.get(key) ?? unknownField(key));
    case 'map':
      return { node: node.value, strategy: '', mergeKey: '' };
    case 'list':
      return { node: node.item, strategy: '', mergeKey: '' };
    case 'scalar':
    case 'untyped':
      return { node, strategy: '', mergeKey: '' };
  }
}

function ruleOf(field: MergeField): FieldRule {
  const strategy = field.patchStrategies.find((each) => each !== 'retainKeys') ?? '';
  return { node: field.node, strategy, mergeKey: field.patchMergeKey ?? '' };
}

function unknownField(key: string): never {
  throw new PatchFault(`unable to find api field in struct for the json field "${key}"`);
}

/** The structure of the items of a list. */
export function itemNode(node: MergeNode): MergeNode {
  return node.kind === 'list' ? node.item : node;
}
