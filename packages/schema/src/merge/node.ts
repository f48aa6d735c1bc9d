/** The nodes of a merge structure: how the parts of an object are shared between its writers. */
import type { DefaultValue } from '../language/descriptor.ts';

/** A value that one writer owns whole. */
export interface ScalarNode {
  readonly kind: 'scalar';
}

/** A part without a declaration: maps are granular, lists are atomic, all the way down. */
export interface UntypedNode {
  readonly kind: 'untyped';
}

export interface StructNode {
  readonly kind: 'struct';
  readonly isAtomic: boolean;
  /** By JSON name, inline fields flattened in, in declared order. */
  readonly fields: ReadonlyMap<string, MergeField>;
  /** Fields that are not declared may be there too, and nothing is known of them. */
  readonly keepsUnknown?: boolean;
}

export interface MapNode {
  readonly kind: 'map';
  readonly isAtomic: boolean;
  readonly value: MergeNode;
}

export interface ListNode {
  readonly kind: 'list';
  readonly type: 'atomic' | 'set' | 'map';
  /** The fields that name an item of a `map` list, in the order they are written. */
  readonly keys: readonly string[];
  /** Defaults for key fields that an item omits. */
  readonly keyDefaults: Readonly<Record<string, DefaultValue>>;
  readonly item: MergeNode;
}

export type MergeNode = ScalarNode | UntypedNode | StructNode | MapNode | ListNode;

export interface MergeField {
  readonly node: MergeNode;
  readonly patchStrategies: readonly ('merge' | 'replace' | 'retainKeys')[];
  readonly patchMergeKey?: string;
}
