/** A document of OpenAPI v2 in protobuf, which is the only form that older clients read. */
import { encodeProtobuf, stringifyJson } from '@keelson/schema';
import type { JsonValue, SchemaObject } from '@keelson/schema';

import type { DocumentV2, OperationV2, ParameterV2, PathItemV2 } from '../write-v2.ts';
import { GnosticDocument } from './messages.ts';

export function encodeGnostic(document: DocumentV2): Uint8Array {
  const { swagger, info, paths, definitions, security, securityDefinitions } = document;
  return encodeProtobuf(GnosticDocument, {
    swagger,
    info,
    paths: { path: namedValues(paths, pathItem) },
    definitions: { additionalProperties: namedValues(definitions, schema) },
    security: security.map((each) => ({ additionalProperties: namedValues(each, (value) => ({ value })) })),
    securityDefinitions: { additionalProperties: namedValues(securityDefinitions, (apiKey) => ({ apiKey })) },
  });
}

/** An addition to a document: messages that stand one behind the other are read as one. */
export function encodeGnosticPart({ paths, definitions }: Pick<DocumentV2, 'paths' | 'definitions'>): Uint8Array {
  return encodeProtobuf(GnosticDocument, {
    paths: { path: namedValues(paths, pathItem) },
    definitions: { additionalProperties: namedValues(definitions, schema) },
  });
}

function namedValues<T>(record: Readonly<Record<string, T>>, change: (value: T) => unknown): object[] {
  return Object.entries(record).map(([name, value]) => ({ name, value: change(value) }));
}

/** YAML is a superset of JSON. */
function anyValue(value: unknown): object {
  return { yaml: stringifyJson(value as JsonValue) };
}

function extensions(of: object): { vendorExtension?: object[] } {
  const found = Object.entries(of).filter(([name]) => name.startsWith('x-'));
  return found.length === 0 ? {} : { vendorExtension: namedValues(Object.fromEntries(found), anyValue) };
}

/** The words that both forms have under one name. */
const plainWords = [
  'description',
  'title',
  'format',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxProperties',
  'minProperties',
] as const satisfies readonly (keyof SchemaObject)[];

function schema(of: SchemaObject): object {
  const { $ref, type, items, properties, additionalProperties, enum: values, required, default: fallback } = of;
  return {
    ...($ref !== undefined && { ref: $ref }),
    ...withoutUndefined(Object.fromEntries(plainWords.map((word) => [word, of[word]]))),
    ...(fallback !== undefined && { default: anyValue(fallback) }),
    ...(required && { required }),
    ...(values && { enum: values.map(anyValue) }),
    ...(additionalProperties !== undefined && { additionalProperties: others(additionalProperties) }),
    ...(type !== undefined && { type: { value: [type] } }),
    ...(items && { items: { schema: [schema(items)] } }),
    ...(properties && { properties: { additionalProperties: namedValues(properties, schema) } }),
    ...extensions(of),
  };
}

function others(of: SchemaObject | boolean): object {
  return typeof of === 'boolean' ? { boolean: of } : { schema: schema(of) };
}

function withoutUndefined(of: object): object {
  return Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined));
}

function pathItem({ parameters, ...operations }: PathItemV2): object {
  const written = Object.entries(operations).map(([method, each]) => [method, operation(each)]);
  return {
    ...(Object.fromEntries(written) as object),
    ...(parameters && { parameters: parameters.map(parametersItem) }),
  };
}

function operation(of: OperationV2): object {
  const { tags, description, operationId, produces, consumes, schemes, parameters, responses } = of;
  return {
    tags,
    description,
    operationId,
    produces,
    consumes,
    schemes,
    ...(parameters && { parameters: parameters.map(parametersItem) }),
    responses: {
      responseCode: namedValues(responses, (response) => ({
        response: {
          description: response.description,
          ...(response.schema && { schema: { schema: schema(response.schema) } }),
        },
      })),
    },
    ...extensions(of),
  };
}

const written = new WeakMap<ParameterV2, object>();

function parametersItem(of: ParameterV2): object {
  const known = written.get(of);
  if (known !== undefined) return known;
  const made = { parameter: parameter(of) };
  written.set(of, made);
  return made;
}

function parameter(of: ParameterV2): object {
  const { name, description, required, type, uniqueItems } = of;
  if (of.in === 'body') {
    return { body: { name, in: 'body', ...(required && { required }), schema: schema(of.schema ?? {}) } };
  }
  const plain = withoutUndefined({ name, in: of.in, description, required, type, uniqueItems });
  return { nonBody: of.in === 'path' ? { path: plain } : { query: plain } };
}
