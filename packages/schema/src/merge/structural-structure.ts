/**
 * The merge structure of custom objects, read from their structural schema as structured-merge-diff does. Nodes are made
 * when they are first asked for, so that a large schema costs only what objects have.
 */
import type { StructuralSchema } from '../language/structural-schema.ts';
import { isEmbedded, itemSchema, keepsUnknown, propertySchema, valueSchema } from '../language/part-schema.ts';
import type { DefaultValue } from '../language/descriptor.ts';
import type { ListNode, MapNode, MergeField, MergeNode, StructNode } from './node.ts';

type FieldMap = ReadonlyMap<string, MergeField>;

/** The properties that nodes inherit from those that hold them. */
interface Setting {
  /** Fields of embedded resources: type and metadata. */
  readonly own: FieldMap;
  /** Parts without a type are granular: a holder keeps unknown fields. */
  readonly isDeduced: boolean;
}

const wholeNode: MergeNode = { kind: 'scalar' };
const deducedNode: MergeNode = { kind: 'untyped' };

/** The structure of whole objects, whose own fields are declared elsewhere. */
export function structuralStructure(schema: StructuralSchema, own: FieldMap): StructNode {
  return structNode(schema, own, { own, isDeduced: keepsUnknown(schema) });
}

function nodeOf(schema: StructuralSchema | undefined, setting: Setting): MergeNode {
  switch (schema?.type) {
    case 'object':
      return objectNode(schema, setting);
    case 'array':
      return listNode(schema, setting);
    case undefined:
    case '':
      return hasFields(schema) ? objectNode(schema, setting) : untypedNode(setting);
    default:
      return wholeNode;
  }
}

/** A value with neither type nor fields has one owner, unless its holder keeps unknown fields. */
function untypedNode({ isDeduced }: Setting): MergeNode {
  return isDeduced ? deducedNode : wholeNode;
}

function hasFields(schema: StructuralSchema | undefined): schema is StructuralSchema {
  return schema !== undefined && (isEmbedded(schema) || Object.keys(schema.properties ?? {}).length > 0);
}

function objectNode(schema: StructuralSchema, setting: Setting): MergeNode {
  if (!hasFields(schema)) return mapNode(schema, setting);
  const below = { ...setting, isDeduced: setting.isDeduced || keepsUnknown(schema) };
  return structNode(schema, isEmbedded(schema) ? setting.own : noFields, below);
}

const noFields: FieldMap = new Map();

function structNode(schema: StructuralSchema, own: FieldMap, below: Setting): StructNode {
  return {
    kind: 'struct',
    isAtomic: isAtomicMap(schema),
    keepsUnknown: below.isDeduced,
    get fields() {
      return keep(this, 'fields', fieldsOf(schema, own, below));
    },
  };
}

function fieldsOf(schema: StructuralSchema, own: FieldMap, below: Setting): FieldMap {
  const fields = new Map(own);
  for (const name of Object.keys(schema.properties ?? {})) {
    if (!own.has(name))
      fields.set(
        name,
        lateField(() => nodeOf(propertySchema(schema, name), below)),
      );
  }
  return fields;
}

function lateField(make: () => MergeNode): MergeField {
  return {
    patchStrategies: [],
    get node() {
      return keep(this, 'node', make());
    },
  };
}

function mapNode(schema: StructuralSchema, setting: Setting): MapNode {
  return {
    kind: 'map',
    isAtomic: isAtomicMap(schema),
    get value() {
      return keep(this, 'value', nodeOf(valueSchema(schema), setting));
    },
  };
}

function listNode(schema: StructuralSchema, setting: Setting): ListNode {
  const items = itemSchema(schema);
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  return {
    kind: 'list',
    type: listType(schema),
    keys,
    keyDefaults: keyDefaults(items, keys),
    get item() {
      return keep(this, 'item', nodeOf(items, setting));
    },
  };
}

function listType({ 'x-kubernetes-list-type': type }: StructuralSchema): ListNode['type'] {
  return type === 'set' || type === 'map' ? type : 'atomic';
}

function isAtomicMap({ 'x-kubernetes-map-type': type }: StructuralSchema): boolean {
  return type === 'atomic';
}

function keyDefaults(items: StructuralSchema | undefined, keys: readonly string[]): ListNode['keyDefaults'] {
  const defaults: [string, DefaultValue][] = [];
  for (const key of keys) {
    const value = items && propertySchema(items, key)?.default;
    if (value !== undefined && value !== null) defaults.push([key, value as DefaultValue]);
  }
  return Object.fromEntries(defaults);
}

/** Replaces a getter by what it found. */
function keep<T>(holder: object, name: string, value: T): T {
  Object.defineProperty(holder, name, { value, enumerable: true });
  return value;
}
