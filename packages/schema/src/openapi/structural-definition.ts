/**
 * The OpenAPI definition of custom objects, out of their structural schema. Version 2 has no alternatives and no null;
 * what its clients would refuse for want of them is left out there, as in kube-apiserver.
 */
import { isEmbedded, itemSchema, keepsUnknown } from '../language/part-schema.ts';
import type { StructuralSchema } from '../language/structural-schema.ts';
import type { Dialect, SchemaObject } from './document.ts';

export interface StructuralSetting {
  readonly dialect: Dialect;
  /** The definitions of `kind`, `apiVersion` and `metadata`, which embedded resources have too. */
  readonly typeAndMetadata: Readonly<Record<string, SchemaObject>>;
}

type Words = Record<string, unknown>;

/** The words that both versions have, in the order in which they are written. */
const plainWords = [
  'description',
  'title',
  'format',
  'default',
  'enum',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'multipleOf',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxProperties',
  'minProperties',
] as const satisfies readonly (keyof StructuralSchema)[];

const extensions = [
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
  'x-kubernetes-validations',
] as const satisfies readonly (keyof StructuralSchema)[];

/** The definition of whole objects. Where version 2 would refuse unknown fields that are kept, it says nothing of any. */
export function structuralDefinition(schema: StructuralSchema, setting: StructuralSetting): SchemaObject {
  if (!setting.dialect.hasAlternatives && keepsUnknown(schema)) return { type: 'object' };
  const { properties, ...others } = define(schema, setting);
  return { ...others, type: 'object', properties: { ...properties, ...setting.typeAndMetadata } };
}

function define(schema: StructuralSchema, setting: StructuralSetting): SchemaObject {
  const { dialect } = setting;
  const made: Words = {};
  addPlainWords(schema, made);
  if (dialect.hasAlternatives) addAlternatives(schema, made);
  const type = typeOf(schema, dialect);
  if (type !== undefined) made['type'] = type;
  addRequired(schema, made, dialect);
  addParts(schema, made, setting);
  for (const word of extensions) {
    const value = schema[word];
    if (value === undefined || value === false) continue;
    made[word.replace('x-kubernetes-', dialect.extensionPrefix)] = value;
  }
  if (isEmbedded(schema)) addTypeAndMetadata(schema, made, setting);
  return made;
}

function addPlainWords(schema: StructuralSchema, made: Words): void {
  for (const word of plainWords) {
    const value = schema[word];
    if (value !== undefined && value !== null && value !== '' && value !== false) made[word] = value;
  }
}

/** Clients of version 2 take a type, items or properties for all there can be. */
function hidesParts(schema: StructuralSchema, { hasAlternatives }: Dialect): boolean {
  return !hasAlternatives && (schema.nullable === true || keepsUnknown(schema));
}

function typeOf(schema: StructuralSchema, dialect: Dialect): string | undefined {
  const { type } = schema;
  if (type === undefined || type === '') return undefined;
  if (dialect.hasAlternatives) return type;
  if (schema.nullable === true) return undefined;
  const isHidden = hidesParts(schema, dialect) && (type === 'array' || type === 'object');
  return isHidden || (type === 'array' && itemSchema(schema) === undefined) ? undefined : type;
}

/** In version 2, what may be null cannot be required. */
function addRequired({ required, properties = {}, ...schema }: StructuralSchema, made: Words, dialect: Dialect): void {
  if (required === undefined || required.length === 0) return;
  if (dialect.hasAlternatives || hidesParts(schema, dialect)) {
    made['required'] = required;
    return;
  }
  const { additionalProperties: values } = schema;
  const isAnyNullable = typeof values === 'object' && values.nullable === true;
  const names = isAnyNullable ? [] : required.filter((name) => properties[name]?.nullable !== true);
  if (names.length > 0) made['required'] = names;
}

function addParts(schema: StructuralSchema, made: Words, setting: StructuralSetting): void {
  const { properties, additionalProperties: values } = schema;
  const items = itemSchema(schema);
  if (!hidesParts(schema, setting.dialect)) {
    if (items !== undefined) made['items'] = define(items, setting);
    if (properties !== undefined) made['properties'] = defineProperties(properties, setting);
  }
  if (values !== undefined)
    made['additionalProperties'] = typeof values === 'object' ? define(values, setting) : values;
}

function defineProperties(
  properties: NonNullable<StructuralSchema['properties']>,
  setting: StructuralSetting,
): Record<string, SchemaObject> {
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, define(part, setting)]));
}

function addTypeAndMetadata(schema: StructuralSchema, made: Words, setting: StructuralSetting): void {
  if (!setting.dialect.hasAlternatives && keepsUnknown(schema)) return;
  made['properties'] = { ...(made['properties'] as object | undefined), ...setting.typeAndMetadata };
  const required = (made['required'] ?? []) as readonly string[];
  made['required'] = [...required, ...['kind', 'apiVersion'].filter((name) => !required.includes(name))];
}

const integerOrString: readonly StructuralSchema[] = [{ type: 'integer' }, { type: 'string' }];

/** An integer or a text is described by alternatives too, for clients that do not know the extension. */
function addAlternatives(schema: StructuralSchema, made: Words): void {
  const { anyOf, allOf } = schema;
  if (schema.nullable === true) made['nullable'] = true;
  for (const word of alternatives) if (schema[word] !== undefined) made[word] = schema[word];
  if (schema['x-kubernetes-int-or-string'] !== true) return;
  if (isIntegerOrString(anyOf) || isIntegerOrString(allOf?.[0]?.anyOf)) return;
  if (anyOf === undefined) made['anyOf'] = integerOrString;
  else made['allOf'] = [{ anyOf: integerOrString }, ...(allOf ?? [])];
}

const alternatives = ['anyOf', 'oneOf', 'allOf', 'not'] as const;

function isIntegerOrString(branches: readonly StructuralSchema[] | undefined): boolean {
  return branches?.length === 2 && branches[0]?.type === 'integer' && branches[1]?.type === 'string';
}
