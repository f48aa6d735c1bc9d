import { describe, expect, it } from '@jest/globals';
import { ExactNumber } from '../../json/exact-number.ts';
import { compileJsonSchema } from './compile-json-schema.ts';

function findings(schema: unknown, value: unknown, at?: string): string[] {
  const compiled = compileJsonSchema(schema);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.validate(value, at).map((issue) => `${issue.code} ${issue.path}: ${issue.message}`);
}

const object = (properties: unknown, more: object = {}) => ({ type: 'object', properties, ...more });

describe('schemas known at run time', () => {
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
      'FieldValueTypeInvalid b.x: Invalid value: "boolean": b.x in body must be of type integer: "boolean"',
      'FieldValueInvalid <nil>: Invalid value: "": "b" must validate one and only one schema (oneOf). Found none valid',
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
    expect(findings(schema, {})).toEqual([
      'FieldValueRequired apiVersion: Required value',
      'FieldValueRequired kind: Required value',
    ]);
  });
});

describe('schemas of strangers', () => {
  it.each([
    ['a reference', object({ a: { $ref: 'http://example.com/x' } }), 'properties[a].$ref'],
    ['a pattern that is none', { type: 'string', pattern: '(' }, 'pattern'],
    ['something that is no schema', object({ a: 5 }), 'properties[a]'],
  ])('are refused with %s', (_, schema, path) => {
    const compiled = compileJsonSchema(schema);
    expect(compiled.ok ? [] : compiled.problems.map((problem) => problem.path.replace(/\.$/, ''))).toEqual([path]);
  });

  it('are refused when nested too deeply', () => {
    let schema: unknown = { type: 'string' };
    for (let depth = 0; depth < 5000; depth++) schema = { type: 'array', items: schema };
    expect(compileJsonSchema(schema).ok).toBe(false);
  });

  it('cannot put code or prototypes in', () => {
    const name = `a"];globalThis.polluted=1;//`;
    const schema = object(
      { [name]: { type: 'string' }, constructor: { type: 'string' } },
      { required: ['toString', '__proto__'] },
    );
    expect(findings(schema, { [name]: 1 })).toEqual([
      'FieldValueRequired toString: Required value',
      'FieldValueRequired __proto__: Required value',
      `FieldValueTypeInvalid ${name}: Invalid value: "integer": ${name} in body must be of type string: "integer"`,
    ]);
    expect(Object.hasOwn(globalThis, 'polluted')).toBe(false);
  });

  it('cannot keep a pattern running', () => {
    const started = process.cpuUsage();
    expect(findings({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`)).toHaveLength(1);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2000);
  });

  it('cannot be broken by deeply nested values', () => {
    let deep: unknown = 5n;
    for (let depth = 0; depth < 10_000; depth++) deep = [deep];
    const schema = { type: 'array', uniqueItems: true, items: { type: 'array', enum: [[1]] } };
    expect(findings(schema, [deep, deep])).not.toEqual([]);
  });

  it('take time in proportion to their errors', () => {
    const started = process.cpuUsage();
    const schema = { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'boolean' }] } };
    expect(findings(schema, new Array(15_000).fill(1))).toHaveLength(30_000);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2000);
  });

  it('report one error of a huge value', () => {
    const schema = { type: 'array', items: { type: 'string' } };
    expect(findings(schema, new Array(50_000).fill(1))).toHaveLength(1);
    expect(findings(schema, new Array(500).fill(1))).toHaveLength(500);
  });
});
