/**
 * The types of a schema's values in expressions, each with the reader of its data. Where a schema says nothing of its
 * values, as below `x-kubernetes-preserve-unknown-fields`, there is no type: expressions cannot reach them.
 */
import type { StructuralSchema } from '@keelson/schema';

import { simpleTypes } from '../typing/cel-type.ts';
import { identityKey } from '../values/identity-key.ts';
import { CelFault, CelList, CelObject, DataMap } from '../values/value.ts';
import { escapeName } from './escape-name.ts';
import * as read from './read-scalar.ts';
import { longestText, maxItemsOf, maxPropertiesOf, maxTextBytes, minBytes } from './sizes.ts';
import type { CelType, ObjectField, ObjectType } from '../typing/cel-type.ts';
import type { CelValue, ListIdentity } from '../values/value.ts';

export interface DeclaredType {
  readonly type: CelType;
  /** The least number of bytes that a value takes in JSON. */
  readonly minBytes: number;
  readonly read: (raw: unknown) => CelValue;
}

type Memo = WeakMap<StructuralSchema, DeclaredType | 'none'>;

/** Keeps the types of nodes: as long as a check lasts, or as long as the rules that were compiled with them. */
export class DeclaredTypes {
  readonly #ofNodes: Memo = new WeakMap();
  readonly #ofResources: Memo = new WeakMap();

  /**
   * The type of the values of `schema`, `undefined` if it has none. The objects of a resource have `apiVersion`, `kind`
   * and the names of their metadata, whatever their schema states.
   */
  declare(schema: StructuralSchema, isResource: boolean): DeclaredType | undefined {
    const memo = isResource ? this.#ofResources : this.#ofNodes;
    const known = memo.get(schema);
    if (known !== undefined) return known === 'none' ? undefined : known;
    const made = makeType(isResource ? withTypeAndNames(schema) : schema, this);
    const type = made === undefined ? undefined : { ...made, read: orNull(schema, made.read) };
    memo.set(schema, type ?? 'none');
    return type;
  }

  declarePart(schema: StructuralSchema): DeclaredType | undefined {
    return this.declare(schema, schema['x-kubernetes-embedded-resource'] === true);
  }
}

const text: StructuralSchema = { type: 'string' };
const names: StructuralSchema = { type: 'object', properties: { name: text, generateName: text } };

function withTypeAndNames(schema: StructuralSchema): StructuralSchema {
  return { ...schema, properties: { ...schema.properties, apiVersion: text, kind: text, metadata: names } };
}

const unexpectedNull = new CelFault('invalid data, got null for schema with nullable=false');

function orNull(schema: StructuralSchema, readValue: (raw: unknown) => CelValue): (raw: unknown) => CelValue {
  const ofNull = schema.nullable === true ? null : unexpectedNull;
  return (raw) => (raw === null ? ofNull : readValue(raw));
}

function makeType(schema: StructuralSchema, types: DeclaredTypes): DeclaredType | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) {
    const type = { kind: 'dyn', maxElements: longestText } as const;
    return { type, minBytes: minBytes.intOrString, read: read.readIntOrString };
  }
  switch (schema.type) {
    case 'array':
      return makeList(schema, types);
    case 'object':
      return isSchema(schema.additionalProperties)
        ? makeMap(schema, schema.additionalProperties, types)
        : makeObject(schema, types);
    case 'string':
      return makeText(schema);
    case 'boolean':
      return { type: simpleTypes.bool, minBytes: minBytes.bool, read: read.readBoolean };
    case 'number':
      return { type: simpleTypes.double, minBytes: minBytes.number, read: read.readDouble };
    case 'integer':
      return { type: simpleTypes.int, minBytes: minBytes.number, read: read.readInteger };
    default:
      return undefined;
  }
}

function isSchema(value: StructuralSchema | boolean | undefined): value is StructuralSchema {
  return typeof value === 'object';
}

type TextKind = readonly ['string' | 'bytes' | 'timestamp' | 'duration', number, (raw: unknown) => CelValue];

const textFormats = new Map<string | undefined, TextKind>([
  ['byte', ['bytes', minBytes.string, read.readBase64]],
  ['duration', ['duration', minBytes.duration, read.readDuration]],
  ['date', ['timestamp', minBytes.date, read.readDate]],
  ['date-time', ['timestamp', minBytes.dateTime, read.readDateTime]],
]);

const plainText: TextKind = ['string', minBytes.string, read.readPlainText];

function makeText(schema: StructuralSchema): DeclaredType {
  const [kind, bytes, readText] = textFormats.get(schema.format) ?? plainText;
  return { type: { kind, maxElements: maxTextBytes(schema) }, minBytes: bytes, read: readText };
}

const notList = new CelFault('invalid data, expected an array for the provided schema with type=array');
const notMap = new CelFault('invalid data, expected a map for the provided schema with type=object');

function makeList(schema: StructuralSchema, types: DeclaredTypes): DeclaredType | undefined {
  const item = schema.items === undefined ? undefined : types.declarePart(schema.items);
  if (item === undefined) return undefined;
  const identity = identityOfItems(schema);
  return {
    type: { kind: 'list', item: item.type, maxElements: maxItemsOf(schema, item.minBytes) },
    minBytes: minBytes.list,
    read: (raw) => (Array.isArray(raw) ? new CelList(raw, item.read, identity) : notList),
  };
}

function identityOfItems(schema: StructuralSchema): ListIdentity | undefined {
  const listType = schema['x-kubernetes-list-type'];
  if (listType === 'set') return { identityOf: identityKey };
  if (listType !== 'map') return undefined;
  const keys = (schema['x-kubernetes-list-map-keys'] ?? []).map((key) => escapeName(key) ?? key);
  return {
    identityOf: (item) => (item instanceof CelObject ? keys.map((key) => keyText(item.get(key))).join(',') : undefined),
  };
}

function keyText(value: CelValue | undefined): string {
  return value === undefined ? '' : identityKey(value);
}

function isObject(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

function makeMap(schema: StructuralSchema, values: StructuralSchema, types: DeclaredTypes): DeclaredType | undefined {
  const value = types.declarePart(values);
  if (value === undefined) return undefined;
  const maxElements = maxPropertiesOf(schema, value.minBytes);
  return {
    type: { kind: 'map', key: { kind: 'string', maxElements: longestText }, value: value.type, maxElements },
    minBytes: minBytes.object,
    read: (raw) => (isObject(raw) ? new DataMap(raw, value.read) : notMap),
  };
}

function makeObject(schema: StructuralSchema, types: DeclaredTypes): DeclaredType {
  const fields = new Map<string, ObjectField>();
  const required = new Set(schema.required);
  let bytes: number = minBytes.object;
  for (const [property, part] of Object.entries(schema.properties ?? {})) {
    const declared = types.declarePart(part);
    if (declared === undefined) continue;
    const name = escapeName(property);
    if (name !== undefined) fields.set(name, { property, type: declared.type, read: declared.read });
    // Quotation marks, a colon and a comma. A default takes no bytes of a request.
    if (required.has(property) && part.default === undefined) bytes += property.length + declared.minBytes + 4;
  }
  const type: ObjectType = { kind: 'object', fields };
  return { type, minBytes: bytes, read: (raw) => (isObject(raw) ? new CelObject(raw, fields) : notMap) };
}
