import { describe, expect, it } from '@jest/globals';
import { ExactNumber } from '../../formats/exact-number.ts';
import type { StructuralSchema } from '../../language/structural-schema.ts';
import { customKind } from '../../testing/custom-kind.ts';
import { validate } from '../validate.ts';
import { validateStructural } from './validate-structural.ts';

function findings(schema: unknown, value: unknown, at?: string): string[] {
  const issues = validateStructural(schema as StructuralSchema, value, at);
  return issues.map((issue) => `${issue.code} ${issue.path}: ${issue.message}`);
}

const object = (properties: unknown, more: object = {}) => ({ type: 'object', properties, ...more });

describe('structural validation', () => {
  it.each<[string, unknown, unknown, string]>([
    [
      'a type',
      { type: 'string' },
      5,
      'FieldValueTypeInvalid spec.x: Invalid value: "integer": spec.x in body must be of type string: "integer"',
    ],
    [
      'a fraction',
      { type: 'integer' },
      1.5,
      'FieldValueTypeInvalid spec.x: Invalid value: "number": spec.x in body must be of type integer: "number"',
    ],
    ['a missing field', object({}, { required: ['a'] }), {}, 'FieldValueRequired spec.x.a: Required value'],
    [
      'an enum',
      { type: 'string', enum: ['a', 'b'] },
      'c',
      'FieldValueNotSupported spec.x: Unsupported value: "c": supported values: "a", "b"',
    ],
    [
      'a minimum',
      { type: 'integer', minimum: 1 },
      0,
      'FieldValueInvalid spec.x: Invalid value: 0: spec.x in body should be greater than or equal to 1',
    ],
    [
      'an exclusive maximum',
      { type: 'integer', maximum: 5, exclusiveMaximum: true },
      5,
      'FieldValueInvalid spec.x: Invalid value: 5: spec.x in body should be less than 5',
    ],
    [
      'a multiple',
      { type: 'integer', multipleOf: 3 },
      4,
      'FieldValueInvalid spec.x: Invalid value: 4: spec.x in body should be a multiple of 3',
    ],
    [
      'a length',
      { type: 'string', minLength: 2 },
      'a',
      'FieldValueInvalid spec.x: Invalid value: "a": spec.x in body should be at least 2 chars long',
    ],
    [
      'too long a text',
      { type: 'string', maxLength: 2 },
      'abc',
      'FieldValueTooLong spec.x: Too long: must have at most 2 bytes',
    ],
    [
      'a pattern',
      { type: 'string', pattern: '^a+$' },
      'b',
      `FieldValueInvalid spec.x: Invalid value: "b": spec.x in body should match '^a+$'`,
    ],
    [
      'too many items',
      { type: 'array', maxItems: 1 },
      [1, 2],
      'FieldValueTooMany spec.x: Too many: 2: must have at most 1 items',
    ],
    [
      'too few items',
      { type: 'array', minItems: 1 },
      [],
      'FieldValueInvalid spec.x: Invalid value: 0: spec.x in body should have at least 1 items',
    ],
    [
      'too few properties',
      { type: 'object', minProperties: 1 },
      {},
      'FieldValueInvalid spec.x: Invalid value: 0: spec.x in body should have at least 1 properties',
    ],
    [
      'duplicates',
      { type: 'array', uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      `FieldValueInvalid spec.x: Invalid value: "": spec.x in body shouldn't contain duplicates`,
    ],
    [
      'a format',
      { type: 'string', format: 'date-time' },
      'yesterday',
      'FieldValueTypeInvalid spec.x: Invalid value: "yesterday": spec.x in body must be of type date-time: "yesterday"',
    ],
    [
      'an item',
      { type: 'array', items: { type: 'string', enum: ['a'] } },
      ['a', 'b'],
      'FieldValueNotSupported spec.x[1]: Unsupported value: "b": supported values: "a"',
    ],
    [
      'a property that may not be',
      object({}, { additionalProperties: false }),
      { y: 1 },
      'FieldValueInvalid spec.x: Invalid value: "y": spec.x.y in body is a forbidden property',
    ],
    [
      'a negation',
      { type: 'string', not: { enum: ['a'] } },
      'a',
      'FieldValueInvalid <nil>: Invalid value: "": "spec.x" must not validate the schema (not)',
    ],
    [
      'an int or string',
      { 'x-kubernetes-int-or-string': true },
      true,
      'FieldValueTypeInvalid spec.x: Invalid value: "boolean": spec.x in body must be of type integer,string: "boolean"',
    ],
  ])('refuse %s', (_, schema, value, expected) => {
    expect(findings(object({ spec: object({ x: schema }) }), { spec: { x: value } })).toEqual([expected]);
  });

  it.each<[string, unknown, unknown]>([
    ['null where it is nullable', { type: 'string', nullable: true, enum: ['a'] }, null],
    ['unknown fields', object({}), { other: 1 }],
    ['unknown formats', { type: 'string', format: 'colour' }, 'x'],
    ['numbers kept exactly', { type: 'integer', minimum: 1 }, new ExactNumber('1.0')],
    ['whole numbers beyond 2^53', { type: 'integer', format: 'int64' }, 9007199254740993n],
    ['an int or a string', { 'x-kubernetes-int-or-string': true }, '80%'],
    ['any alternative', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, 1],
  ])('accept %s', (_, schema, value) => {
    expect(findings(schema, value)).toEqual([]);
  });

  it('name the place of a part and the whole it is in', () => {
    expect(findings({ type: 'string' }, 5, 'spec.versions[0].default')).toEqual([
      'FieldValueTypeInvalid spec.versions[0].default: Invalid value: "integer":  in body must be of type string: "integer"',
    ]);
  });

  it('report every error, and of alternatives the nearest miss', () => {
    const schema = object({
      a: { type: 'integer' },
      b: {
        oneOf: [
          object({ x: { type: 'string' }, y: { type: 'string' } }, { required: ['x', 'y', 'z'] }),
          object({ x: { type: 'integer' } }),
        ],
      },
    });
    expect(findings(schema, { a: 'x', b: { x: true } })).toEqual([
      'FieldValueTypeInvalid a: Invalid value: "string": a in body must be of type integer: "string"',
      'FieldValueInvalid <nil>: Invalid value: "": "b" must validate one and only one schema (oneOf). Found none valid',
      'FieldValueTypeInvalid b.x: Invalid value: "boolean": b.x in body must be of type integer: "boolean"',
    ]);
  });

  it('say how many alternatives fit when only one may', () => {
    expect(findings({ oneOf: [{ type: 'integer' }, { minimum: 1 }, { type: 'string' }] }, 5)).toEqual([
      'FieldValueInvalid <nil>: Invalid value: "": "" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ]);
  });

  it('ask embedded objects what they are', () => {
    const schema = {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    };
    expect(findings({ type: 'object', additionalProperties: schema }, { a: {} })).toEqual([
      'FieldValueRequired [a].apiVersion: Required value: must not be empty',
      'FieldValueRequired [a].kind: Required value: must not be empty',
    ]);
    expect(findings(schema, { apiVersion: 'a/b/c', kind: 'A_b', metadata: { name: 'a/b%' } }, 'spec')).toEqual([
      'FieldValueInvalid spec.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
      expect.stringMatching(
        /^FieldValueInvalid spec.kind: Invalid value: "A_b": may have mixed case, but .* a DNS-1035 label/,
      ),
      `FieldValueInvalid spec.metadata.name: Invalid value: "a/b%": may not contain '/'`,
      `FieldValueInvalid spec.metadata.name: Invalid value: "a/b%": may not contain '%'`,
    ]);
    expect(findings(schema, { apiVersion: 5, kind: '' })).toEqual([
      'FieldValueInvalid apiVersion: Invalid value: 5: must be a string',
      'FieldValueInvalid kind: Invalid value: "": must not be empty',
    ]);
  });

  it('report faults of type and value of one place', () => {
    expect(findings({ type: 'string', enum: ['a'] }, 5, 'spec.x')).toEqual([
      'FieldValueTypeInvalid spec.x: Invalid value: "integer":  in body must be of type string: "integer"',
      'FieldValueNotSupported spec.x: Unsupported value: 5: supported values: "a"',
    ]);
  });

  it('refuse null by its type, and what is not whole as an integer', () => {
    expect(findings({ type: 'string' }, null)).toEqual([
      'FieldValueTypeInvalid : Invalid value: "null":  in body must be of type string: "null"',
    ]);
    for (const value of [1.5, 2 ** 53, 2n ** 63n, -(2n ** 63n) - 1n, new ExactNumber('1e400')]) {
      expect(findings({ type: 'integer' }, value)).toEqual([
        expect.stringContaining('must be of type integer: "number"'),
      ]);
    }
    for (const value of [2n ** 63n - 1n, -(2n ** 63n), -3]) expect(findings({ type: 'integer' }, value)).toEqual([]);
  });

  it('refuse what is no text in the name of the format', () => {
    expect(findings({ type: 'string', format: 'date' }, 5)).toEqual([
      'FieldValueTypeInvalid : Invalid value: "int64":  in body must be of type date: "int64"',
    ]);
    expect(findings({ type: 'string', format: 'date' }, {})).toEqual([
      'FieldValueTypeInvalid : Invalid value: "":  in body must be of type date: ""',
    ]);
  });

  it('compare whole numbers beyond 2^53 exactly', () => {
    const big = 9_007_199_254_740_993n;
    expect(findings({ maximum: 9_007_199_254_740_992 }, big)).toHaveLength(1);
    expect(findings({ minimum: 9_007_199_254_740_992, multipleOf: 3 }, big)).toEqual([]);
    expect(findings({ multipleOf: 2 }, big)).toHaveLength(1);
  });

  it('take fractions as multiples within their rounding', () => {
    expect(findings({ multipleOf: 0.1 }, 0.3)).toEqual([]);
    expect(findings({ multipleOf: 0.01 }, 19.99)).toEqual([]);
    expect(findings({ multipleOf: 0.1 }, 0.35)).toHaveLength(1);
  });

  it('count characters, not units', () => {
    expect(findings({ maxLength: 2 }, '😀😀')).toEqual([]);
    expect(findings({ minLength: 3 }, '😀😀')).toHaveLength(1);
    expect(findings({ minLength: 2 }, '😀a')).toEqual([]);
  });

  it('tell all that of several schemas does not fit', () => {
    const schema = { allOf: [{ minimum: 5 }, { multipleOf: 2 }, { maximum: 9 }] };
    expect(findings(object({ a: schema }), { a: 3 })).toEqual([
      'FieldValueInvalid a: Invalid value: 3: a in body should be greater than or equal to 5',
      'FieldValueInvalid a: Invalid value: 3: a in body should be a multiple of 2',
      'FieldValueInvalid <nil>: Invalid value: "": "a" must validate all the schemas (allOf)',
    ]);
    expect(findings({ allOf: [{ minimum: 5 }] }, 3, 'spec.x')[1]).toBe(
      'FieldValueInvalid spec.x: Invalid value: "": "" must validate all the schemas (allOf). None validated',
    );
  });

  it('compare enumerated objects by their content', () => {
    const schema = { enum: [{ a: 1, b: [2] }, [1], 'x', 1, true] };
    for (const value of [{ b: [2], a: 1 }, [1], 'x', 1, true]) expect(findings(schema, value)).toEqual([]);
    for (const value of [{ a: 1 }, ['1'], '1', 2, 'true']) expect(findings(schema, value)).toHaveLength(1);
  });

  it('is asked for by a message, after its own rules', () => {
    const schema = object({ metadata: object({ name: { type: 'string', maxLength: 2 } }), spec: { type: 'string' } });
    const message = customKind(schema as StructuralSchema);
    const found = validate(message, { metadata: { name: 'abc' }, spec: 5 });
    expect(found.map(({ path }) => path)).toEqual(['metadata.name', 'spec']);
  });
});

describe('lists that are sets or maps', () => {
  const set = { type: 'array', 'x-kubernetes-list-type': 'set' };
  const map = (...keys: string[]) => ({
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
  });

  it('name each duplicate once, by its place', () => {
    expect(findings(object({ list: set }), { list: ['a', 'b', 'a', 'a', 'b', 1, '1'] }, 'spec')).toEqual([
      'FieldValueDuplicate spec.list[2]: Duplicate value: "a"',
      'FieldValueDuplicate spec.list[4]: Duplicate value: "b"',
    ]);
  });

  it('compare items of sets by their content', () => {
    expect(
      findings(set, [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toEqual(['FieldValueDuplicate [1]: Duplicate value: map[string]interface {}{"a":1, "b":2}']);
  });

  it('name the keys of items that a map has twice', () => {
    const items = [{ name: 'a', port: 1 }, { name: 'b' }, { name: 'a', port: 2 }, null, {}];
    expect(findings(map('name'), items, 'spec.ports')).toEqual([
      'FieldValueDuplicate spec.ports[2]: Duplicate value: map[string]interface {}{"name":"a"}',
      'FieldValueDuplicate spec.ports[4]: Duplicate value: map[string]interface {}{}',
    ]);
    expect(findings(map('name', 'port'), items, 'spec.ports')).toEqual([
      'FieldValueDuplicate spec.ports[4]: Duplicate value: map[string]interface {}{}',
    ]);
  });

  it('refuse items of maps that are no objects', () => {
    expect(findings(map('name'), [{}, 'a', 'b'])).toEqual([
      'FieldValueInvalid [1]: Invalid value: "a": must be an object for an array of list-type map',
    ]);
  });

  it('are found in maps by their keys', () => {
    const schema = object({ m: { type: 'object', additionalProperties: set } });
    expect(findings(schema, { m: { k: ['a', 'a'] } })).toEqual(['FieldValueDuplicate m[k][1]: Duplicate value: "a"']);
  });
});
