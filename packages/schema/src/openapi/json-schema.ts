/**
 * JSON Schemas out of OpenAPI definitions, one document for each kind, as validators of manifests and editors take
 * them: OpenAPI's own words are put into those of JSON Schema, and nothing refers to another file.
 */
import type { GroupVersionKind } from '../language/group-version-kind.ts';
import type { Definitions, SchemaObject } from './document.ts';
import { openapiV3 } from './document.ts';
import { specialForm } from './special-forms.ts';

export interface JsonSchemaFile {
  /** `deployment-apps-v1.json`, `pod-v1.json`: the names that validators look for. */
  readonly path: string;
  readonly schema: JsonSchema;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface JsonSchemaOptions {
  /** Refuse fields that a message does not declare. */
  readonly isStrict?: boolean;
}

const dialect = 'http://json-schema.org/draft-07/schema#';
const kindsExtension = 'x-kubernetes-group-version-kind';

/** Definitions of version 3 of OpenAPI. In the order of their paths. */
export function jsonSchemasOf(definitions: Definitions, options: JsonSchemaOptions = {}): JsonSchemaFile[] {
  const files = Object.entries(definitions).flatMap(([name, definition]) =>
    kindsOf(definition).map((kind) => ({
      path: pathOf(kind),
      schema: documentOf({ name, kind }, definitions, options),
    })),
  );
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function kindsOf(definition: SchemaObject): readonly GroupVersionKind[] {
  const kinds = definition[kindsExtension];
  return Array.isArray(kinds) ? (kinds as readonly GroupVersionKind[]) : [];
}

function pathOf({ group, version, kind }: GroupVersionKind): string {
  const [first = ''] = group.split('.', 1);
  return `${[kind.toLowerCase(), ...(first === '' ? [] : [first]), version].join('-')}.json`;
}

interface Root {
  readonly name: string;
  readonly kind: GroupVersionKind;
}

function documentOf({ name, kind }: Root, definitions: Definitions, options: JsonSchemaOptions): JsonSchema {
  const { group, version } = kind;
  const typeMeta = {
    apiVersion: { type: 'string', const: group === '' ? version : `${group}/${version}` },
    kind: { type: 'string', const: kind.kind },
  };
  const { properties, ...root } = translateDefinition(name, definitions[name] ?? {}, options);
  return {
    $schema: dialect,
    ...root,
    properties: { ...(properties as object | undefined), ...typeMeta },
    definitions: Object.fromEntries(
      [...referredFrom(name, definitions)]
        .sort()
        .map((each) => [each, translateDefinition(each, definitions[each] ?? {}, options)]),
    ),
  };
}

/** All that a definition refers to, over any number of steps. */
function referredFrom(name: string, definitions: Definitions): Set<string> {
  const found = new Set<string>();
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const referred of referencesIn(definitions[next])) {
      if (found.has(referred) || definitions[referred] === undefined) continue;
      found.add(referred);
      waiting.push(referred);
    }
  }
  return found;
}

function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, nested] of Object.entries(value)) {
    if (key === '$ref' && typeof nested === 'string') yield nested.slice(openapiV3.referencePrefix.length);
    else yield* referencesIn(nested);
  }
}

function translateDefinition(name: string, definition: SchemaObject, options: JsonSchemaOptions): JsonSchema {
  const translated = translate(definition, options);
  // Numbers are read too, and stored as text.
  return name === specialForm('quantity').name ? { ...translated, type: ['string', 'number'] } : translated;
}

function translate(schema: SchemaObject, options: JsonSchemaOptions): JsonSchema {
  const { $ref, properties, items, additionalProperties, allOf, nullable, ...rest } = schema;
  const translated: JsonSchema = {
    ...plainWords(rest),
    ...($ref !== undefined && { $ref: $ref.replace(openapiV3.referencePrefix, '#/definitions/') }),
    ...(items && { items: translate(items, options) }),
    ...(allOf && { allOf: allOf.map((each) => translate(each, options)) }),
    ...propertiesOf(schema, options),
    ...(typeof additionalProperties === 'object' && {
      // Null stands for the zero of a value, as in maps of times.
      additionalProperties: orNull(translate(additionalProperties, options)),
    }),
  };
  return nullable === true ? orNull(translated) : translated;
}

function propertiesOf({ properties, required = [], ...schema }: SchemaObject, options: JsonSchemaOptions): JsonSchema {
  if (properties === undefined) return {};
  const translated = Object.entries(properties).map(([name, property]) => {
    const value = translate(property, options);
    // The API takes null for a field that is not set.
    return [name, required.includes(name) ? value : orNull(value)];
  });
  const isClosed = options.isStrict === true && schema['x-kubernetes-preserve-unknown-fields'] !== true;
  return { properties: Object.fromEntries(translated) as object, ...(isClosed && { additionalProperties: false }) };
}

/** `int-or-string` is a format that only this API knows; extensions are of no use to validators. */
function plainWords(schema: SchemaObject): JsonSchema {
  const isEither = schema.format === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true;
  const known = Object.entries(schema).filter(([key]) => !key.startsWith('x-') && !(isEither && key === 'format'));
  return { ...Object.fromEntries(known), ...(isEither && { type: ['integer', 'string'] }) };
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, description, default: fallback, ...rest } = schema;
  if ('$ref' in schema || 'allOf' in schema) {
    return {
      ...(description !== undefined && { description }),
      ...(fallback !== undefined && { default: fallback }),
      anyOf: [rest, { type: 'null' }],
    };
  }
  if (type === undefined) return schema;
  const types = new Set<unknown>(Array.isArray(type) ? (type as readonly unknown[]) : [type]).add('null');
  const orNone = Array.isArray(values) && { enum: [...(values as readonly unknown[]), null] };
  return { ...schema, type: [...types], ...orNone };
}
