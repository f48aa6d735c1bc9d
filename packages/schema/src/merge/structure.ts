/**
 * The merge structure of a type: how its parts are shared between writers. Apply
 * and strategic merge walk it beside the object; it knows neither of them.
 */
import type { DefaultValue, Field, Fields, ListShape, Message, Shape } from '../language/descriptor.ts';
import type { ListNode, MergeField, MergeNode, ScalarNode, StructNode, UntypedNode } from './node.ts';
import { structuralStructure } from './structural-structure.ts';

const scalar: ScalarNode = { kind: 'scalar' };
const untyped: UntypedNode = { kind: 'untyped' };

const known = new WeakMap<Message, StructNode>();

/** The structure of a message's objects, worked out once and shared. */
export function mergeStructureOf(message: Message): StructNode {
  const found = known.get(message);
  if (found !== undefined) return found;
  const { structuralSchema } = message;
  if (structuralSchema !== undefined) {
    const structure = structuralStructure(structuralSchema(), ownFields(message));
    known.set(message, structure);
    return structure;
  }
  const fields = new Map<string, MergeField>();
  const made: StructNode = { kind: 'struct', isAtomic: message.structType === 'atomic', fields };
  // Known before its fields are, so that a message may contain itself.
  known.set(message, made);
  if (message.hasTypeMeta) addTypeMeta(fields);
  addFields(message.fields, fields);
  return made;
}

function ownFields(message: Message): ReadonlyMap<string, MergeField> {
  const fields = new Map<string, MergeField>();
  addTypeMeta(fields);
  addFields(message.fields, fields);
  return fields;
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
      return untyped;
    // Owned whole: what is in it is another's, and the two forms of an alternative have no part in common.
    case 'rawExtension':
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
