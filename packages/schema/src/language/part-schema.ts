/** The parts of a structural schema: the schema of a field, of the items of a list, and the words that decide both. */
import type { StructuralSchema } from './structural-schema.ts';

type MaybeSchema = StructuralSchema | undefined;

/** Fields that an embedded resource has whatever its schema states. */
const typeAndMetadata: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

export function propertySchema({ properties }: StructuralSchema, key: string): MaybeSchema {
  return isSet(properties) && Object.hasOwn(properties, key) ? asSchema(properties[key]) : undefined;
}

/** The schema of the values of a map; undefined where they have none. */
export function valueSchema({ additionalProperties }: StructuralSchema): MaybeSchema {
  return asSchema(additionalProperties);
}

/** Any values are allowed beside the properties, with a schema or without. */
export function takesAnyKey({ additionalProperties }: StructuralSchema): boolean {
  return isSet(additionalProperties) && additionalProperties !== false;
}

/** The schema of a member of an object: of the property, else of the values. */
export function memberSchema(schema: MaybeSchema, key: string): MaybeSchema {
  return schema && (propertySchema(schema, key) ?? valueSchema(schema));
}

export function itemSchema(schema: MaybeSchema): MaybeSchema {
  return asSchema(schema?.items);
}

export function keepsUnknown(schema: MaybeSchema): boolean {
  return schema?.['x-kubernetes-preserve-unknown-fields'] === true;
}

export function isEmbedded(schema: MaybeSchema): boolean {
  return schema?.['x-kubernetes-embedded-resource'] === true;
}

export function isTypeOrMetadata(key: string): boolean {
  return typeAndMetadata.has(key);
}

/** A default of null is none. */
export function hasDefault(schema: StructuralSchema): boolean {
  return isSet(schema.default);
}

/** Null stands for the default of the field, or for its absence. */
export function refusesNull(schema: StructuralSchema): boolean {
  return schema.nullable !== true;
}

function asSchema(value: StructuralSchema | boolean | null | undefined): MaybeSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

function isSet<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null;
}
