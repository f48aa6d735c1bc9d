import { describe, expect, it } from '@jest/globals';

import type { StructuralSchema } from '../language/structural-schema.ts';
import { customKind, withSpec } from '../testing/custom-kind.ts';
import { definitionsOf } from './definitions.ts';
import { openapiV2, openapiV3, type Dialect, type SchemaObject } from './document.ts';
import { jsonSchemasOf } from './json-schema.ts';
import { kindsOfMessages } from './kinds-of-messages.ts';

const gvk = { group: 'example.com', version: 'v1', kind: 'Widget' };

function define(schema: StructuralSchema, dialect: Dialect): SchemaObject | undefined {
  const message = customKind(schema);
  return definitionsOf([message], dialect, { kindsOf: kindsOfMessages([{ ...gvk, message }]) })[
    'com.example.v1.Widget'
  ];
}

const spec = (schema: StructuralSchema, dialect: Dialect) => define(withSpec(schema), dialect)?.properties?.['spec'];

const text: StructuralSchema = { type: 'string' };
const keepUnknown = { 'x-kubernetes-preserve-unknown-fields': true };

describe('the definition of a custom kind', () => {
  it('has its type, its metadata by reference, and the rest as the schema has it', () => {
    const schema: StructuralSchema = {
      type: 'object',
      description: 'A widget.',
      required: ['spec'],
      properties: { metadata: { type: 'object' }, spec: { type: 'string', pattern: '^a$', default: 'a' } },
    };
    expect(define(schema, openapiV3)).toEqual({
      description: 'A widget.',
      type: 'object',
      required: ['spec'],
      properties: {
        apiVersion: { type: 'string', description: expect.stringContaining('') as unknown as string },
        kind: { type: 'string', description: expect.stringContaining('') as unknown as string },
        metadata: expect.objectContaining({ allOf: [{ $ref: '#/components/schemas/test.v1.ObjectMeta' }] }) as object,
        spec: { type: 'string', pattern: '^a$', default: 'a' },
      },
      'x-kubernetes-group-version-kind': [gvk],
    });
    expect(define(schema, openapiV2)?.properties?.['metadata']).toEqual({ $ref: '#/definitions/test.v1.ObjectMeta' });
  });

  it('has alternatives and null in version 3 alone', () => {
    const schema: StructuralSchema = { type: 'integer', anyOf: [{ minimum: 1 }], not: { enum: [5] }, maximum: 9 };
    expect(spec(schema, openapiV3)).toEqual(schema);
    expect(spec(schema, openapiV2)).toEqual({ type: 'integer', maximum: 9 });
    const nullable: StructuralSchema = { type: 'object', nullable: true, properties: { a: text }, description: 'x' };
    expect(spec(nullable, openapiV3)).toEqual(nullable);
    expect(spec(nullable, openapiV2)).toEqual({ description: 'x' });
  });

  it('does not require in version 2 what may be null', () => {
    const schema: StructuralSchema = {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { type: 'string', nullable: true }, b: text },
    };
    expect(spec(schema, openapiV2)).toEqual({ type: 'object', required: ['b'], properties: { a: {}, b: text } });
    expect(spec({ ...schema, required: ['a'] }, openapiV2)).not.toHaveProperty('required');
    expect(spec(schema, openapiV3)).toEqual(schema);
  });

  it('says nothing in version 2 of what keeps unknown fields', () => {
    const object: StructuralSchema = { type: 'object', ...keepUnknown, properties: { a: text } };
    expect(spec(object, openapiV2)).toEqual(keepUnknown);
    expect(spec({ type: 'array', ...keepUnknown, items: text }, openapiV2)).toEqual(keepUnknown);
    expect(spec(object, openapiV3)).toEqual(object);
    expect(define(object, openapiV2)).toEqual({ type: 'object', 'x-kubernetes-group-version-kind': [gvk] });
    expect(define(object, openapiV3)?.properties).toHaveProperty('a');
  });

  it('says what an integer or a text is by alternatives too', () => {
    const schema: StructuralSchema = { 'x-kubernetes-int-or-string': true };
    const anyOf = [{ type: 'integer' }, { type: 'string' }];
    expect(spec(schema, openapiV3)).toEqual({ ...schema, anyOf });
    expect(spec({ ...schema, anyOf }, openapiV3)).toEqual({ ...schema, anyOf });
    expect(spec({ ...schema, anyOf: [{ minimum: 1 }] }, openapiV3)).toEqual({
      ...schema,
      anyOf: [{ minimum: 1 }],
      allOf: [{ anyOf }],
    });
    expect(spec(schema, openapiV2)).toEqual(schema);
  });

  it('gives embedded resources their type and metadata, and requires the type', () => {
    const embedded: StructuralSchema = { type: 'object', 'x-kubernetes-embedded-resource': true };
    const found = spec(embedded, openapiV2);
    expect(found).toMatchObject({ required: ['kind', 'apiVersion'] });
    expect(Object.keys(found?.properties ?? {}).sort()).toEqual(['apiVersion', 'kind', 'metadata']);
    expect(spec({ ...embedded, ...keepUnknown }, openapiV2)).not.toHaveProperty('properties');
    expect(spec({ ...embedded, ...keepUnknown }, openapiV3)).toHaveProperty('properties');
  });

  it('has the extensions by the prefix of the dialect', () => {
    const list = { type: 'array', items: text, 'x-kubernetes-list-type': 'set' };
    const neutral: Dialect = { ...openapiV3, extensionPrefix: 'x-service-' };
    expect(spec(list, neutral)).toEqual({ type: 'array', items: text, 'x-service-list-type': 'set' });
    expect(define(withSpec(list), neutral)).toHaveProperty('x-service-group-version-kind');
  });

  it('has keys as data, whatever they are called', () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"}}') as Record<string, StructuralSchema>;
    const found = spec({ type: 'object', properties }, openapiV3);
    expect(Object.keys(found?.properties ?? {})).toEqual(['__proto__']);
  });

  it('is made into a JSON Schema like any other', () => {
    const message = customKind(withSpec({ type: 'object', additionalProperties: true }));
    const definitions = definitionsOf([message], openapiV3, { kindsOf: kindsOfMessages([{ ...gvk, message }]) });
    expect(jsonSchemasOf(definitions).map(({ path }) => path)).toEqual(['widget-example-v1.json']);
  });
});
