/**
 * The merge structure of a type: how its parts are shared between writers. Apply
 * and strategic merge walk it beside the object; it knows neither of them.
 */
import type { DefaultValue, Field, Fields, ListShape, Message, Shape } from '../language/descriptor.ts';

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

const scalar: ScalarNode = { kind: 'scalar' };
const untyped: UntypedNode = { kind: 'untyped' };

const known = new WeakMap<Message, StructNode>();

/** The structure of a message's objects, worked out once and shared. */
export function mergeStructureOf(message: Message): StructNode {
  const found = known.get(message);
  if (found !== undefined) return found;
  const fields = new Map<string, MergeField>();
  const made: StructNode = { kind: 'struct', isAtomic: message.structType === 'atomic', fields };
  // Known before its fields are, so that a message may contain itself.
  known.set(message, made);
  if (message.hasTypeMeta) addTypeMeta(fields);
  addFields(message.fields, fields);
  return made;
}

function addTypeMeta(into: Map<string, MergeField>): void {
  into.set('kind', { node: scalar, patchStrategies: [] });
  into.set('apiVersion', { node: scalar, patchStrategies: [] });
}

function addFields(fields: Fields, into: Map<string, MergeField>): void {
  for (const [name, field] of Object.entries(fields)) {
    if (field.presence !== 'inline') into.set(name, mergeField(field));
    else if (field.shape.kind === 'message') addFields(field.shape.message().fields, into);
  }
}

function mergeField(field: Field): MergeField {
  const { patchStrategy, patchMergeKey } = field;
  return {
    node: nodeOf(field.shape, field),
    patchStrategies: patchStrategy === undefined ? [] : (patchStrategy.split(',') as ('merge' | 'retainKeys')[]),
    ...(patchMergeKey !== undefined && { patchMergeKey }),
  };
}

function nodeOf(shape: Shape, field?: Field): MergeNode {
  switch (shape.kind) {
    case 'message':
      return messageNode(shape.message(), field);
    case 'map':
      return { kind: 'map', isAtomic: field?.mapType === 'atomic', value: nodeOf(shape.value) };
    case 'list':
      return listNode(shape, field);
    case 'json':
    case 'rawExtension':
      return untyped;
    // Owned whole: the two forms of an alternative have no part in common.
    case 'alternative':
    case 'fieldsV1':
    case 'string':
    case 'bool':
    case 'int32':
    case 'int64':
    case 'double':
    case 'bytes':
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
      return scalar;
  }
}

function messageNode(message: Message, field?: Field): StructNode {
  const own = mergeStructureOf(message);
  const structType = field?.structType;
  if (structType === undefined || (structType === 'atomic') === own.isAtomic) return own;
  return { ...own, isAtomic: structType === 'atomic' };
}

function listNode(shape: ListShape, field?: Field): ListNode {
  const item = nodeOf(shape.item);
  const { type, keys } = listTopology(shape, field);
  return { kind: 'list', type, keys, keyDefaults: keyDefaults(shape, keys), item };
}

/** Without a list type, a patch strategy of `merge` makes a map of what has a merge key and a set of the rest. */
function listTopology(shape: ListShape, field?: Field): Pick<ListNode, 'type' | 'keys'> {
  if (field?.listType !== undefined) return { type: field.listType, keys: field.listMapKeys ?? [] };
  if (field?.patchStrategy?.includes('merge') !== true) return { type: 'atomic', keys: [] };
  if (field.patchMergeKey !== undefined) return { type: 'map', keys: [field.patchMergeKey] };
  return { type: shape.item.kind === 'message' ? 'atomic' : 'set', keys: [] };
}

function keyDefaults(shape: ListShape, keys: readonly string[]): Readonly<Record<string, DefaultValue>> {
  if (shape.item.kind !== 'message') return {};
  const { fields } = shape.item.message();
  const defaults: [string, DefaultValue][] = [];
  for (const key of keys) {
    const value = fields[key]?.default;
    if (value !== undefined) defaults.push([key, value]);
  }
  return Object.fromEntries(defaults);
}
