import { describe, expect, it } from '@jest/globals';

import { applyDefaults } from '../../defaults/apply-defaults.ts';
import { decodeJson } from '../../json/decode.ts';
import { encodeJson } from '../../json/encode.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { JsonValue } from '../../language/json-value.ts';
import type { StructuralSchema } from '../../language/structural-schema.ts';
import { mergeStructureOf } from '../../merge/structure.ts';
import { customKind, withSpec } from '../../testing/custom-kind.ts';
import { leastMsOf, measureProcessor } from '../../testing/processor-time.ts';
import { validate } from '../validate.ts';
import { validateStructural } from './validate-structural.ts';

/** A step of a write is to take fifty milliseconds at most; in tests, where its code is cold, it takes some times as long. */
const longestStepMs = 500;

const tooCostly = 'Forbidden: takes too long to validate';

/** The first few messages of what a write finds. A schema is compiled once, so that each measurement has its own. */
function write(makeSchema: () => StructuralSchema, spec: JsonValue): string[] {
  let found: string[] = [];
  const longestMs = leastMsOf(() => {
    const steps = createSteps();
    found = writeOnce(makeSchema(), spec, steps.take);
    return steps.longestMs();
  }, longestStepMs);
  if (longestMs >= longestStepMs) throw new Error(`a step took ${longestMs} ms`);
  return found;
}

type Take = <T>(step: () => T) => T;

function createSteps() {
  let longestMs = 0;
  const take: Take = (step) => {
    const { result, ms } = measureProcessor(step);
    longestMs = Math.max(longestMs, ms);
    return result;
  };
  return { take, longestMs: () => longestMs };
}

function writeOnce(schema: StructuralSchema, spec: JsonValue, take: Take): string[] {
  const message = customKind(withSpec(schema));
  const decoded = take(() => decodeJson(message, { metadata: { name: 'a' }, spec }));
  if (!decoded.ok) return [decoded.message];
  const { object } = decoded;
  take(() => applyDefaults(message, object));
  const issues = take(() => validate(message, object));
  take(() => encodeJson(message, object));
  take(() => mergeStructureOf(message).fields.get('spec')?.node.kind);
  return issues.slice(0, 3).map((issue) => issue.message);
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const named = <T>(count: number, make: (index: number) => T): Record<string, T> =>
  Object.fromEntries(many(count, (index) => [`p${index}`, make(index)]));

const text: StructuralSchema = { type: 'string' };

function nested(depth: number, wrap: (inner: StructuralSchema) => StructuralSchema, inner = text): StructuralSchema {
  return many(depth, () => wrap).reduce((schema, each) => each(schema), inner);
}

describe('schemas and objects that should stall the server', () => {
  it('are a schema of a megabyte and a small object', () => {
    const schema = (): StructuralSchema => {
      const properties = named(9_000, (index) => ({
        type: 'object',
        properties: { a: { type: 'string', default: 'x' }, b: { type: 'integer', minimum: index } },
      }));
      return { type: 'object', properties };
    };
    expect(JSON.stringify(schema()).length).toBeGreaterThan(1_000_000);
    expect(write(schema, { p7: { b: 1 } })).toEqual([
      'Invalid value: 1: spec.p7.b in body should be greater than or equal to 7',
    ]);
  });

  it('are schemas that nest ten thousand deep', () => {
    expect(
      write(() => nested(10_000, (inner) => ({ type: 'object', properties: { a: inner } })), { a: { a: {} } }),
    ).toEqual([]);
    expect(write(() => nested(10_000, (inner) => ({ type: 'array', items: inner })), [[[]]])).toEqual([]);
    expect(write(() => nested(10_000, (inner) => ({ allOf: [inner] })), 'x')).toEqual([tooCostly]);
    expect(write(() => nested(10_000, (inner) => ({ not: inner })), 'x')).toEqual([tooCostly]);
  });

  it('are objects that nest ten thousand deep', () => {
    const deep = many(10_000, () => 0).reduce<JsonValue>((inner) => ({ a: [inner] }), 1);
    expect(write(() => ({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }), deep)).toEqual([
      'json: exceeded max depth of 500',
    ]);
    expect(validateStructural({ enum: [{ a: 1 }] }, deep)).toHaveLength(1);
    expect(validateStructural({ type: 'array', uniqueItems: true }, [deep, deep])).toHaveLength(1);
    expect(validateStructural({ type: 'array', 'x-kubernetes-list-type': 'set' }, [deep, deep])).toHaveLength(1);
    const recursive: StructuralSchema & { additionalProperties?: unknown } = { type: 'object' };
    Object.assign(recursive, { additionalProperties: { type: 'array', items: recursive } });
    expect(validateStructural(recursive, deep).map(({ message }) => message)).toEqual([tooCostly]);
  });

  it('are alternatives that double with every level', () => {
    const doubled = () => nested(30, (inner) => ({ anyOf: [inner, inner] }), { minimum: 3 });
    expect(write(() => ({ type: 'integer', ...doubled() }), 1)).toEqual([tooCostly]);
  });

  it('are many alternatives of many items', () => {
    const items = () => ({ type: 'integer', allOf: many(5_000, () => ({ minimum: 0 })) });
    expect(
      write(
        () => ({ type: 'array', items: items() }),
        many(100_000, () => 1),
      ),
    ).toEqual([tooCostly]);
  });

  it('are texts without end under patterns that explode', () => {
    for (const pattern of ['^(a+)+$', '(?:[a-z]{0,200}){3}[0-9]', '(.*)(.*)(.*)x', '^a*$']) {
      expect(write(() => ({ type: 'string', pattern }), `${'a'.repeat(1_000_000)}!`)).toHaveLength(1);
    }
  });

  it('are patterns that are costly to compile, and many of them', () => {
    const patterns = () => named(500, (index) => ({ type: 'string', pattern: `^[a-z]{1,${900 - index}}(-[a-z]+)*$` }));
    expect(
      write(
        () => ({ type: 'object', properties: patterns() }),
        named(500, () => 'abc'),
      ),
    ).toEqual([tooCostly]);
  });

  it('are long enumerations of many items', () => {
    const texts = () => ({ type: 'array', items: { type: 'string', enum: many(60_000, (index) => `value ${index}`) } });
    expect(
      write(
        texts,
        many(60_000, () => 'x'),
      ),
    ).toHaveLength(3);
    const objects = () => ({ 'x-kubernetes-preserve-unknown-fields': true, enum: many(10_000, (a) => ({ a })) });
    expect(
      write(
        () => ({ type: 'array', items: objects() }),
        many(20_000, (index) => ({ a: index % 10_000 })),
      ),
    ).toEqual([]);
  });

  it('are long sets and maps', () => {
    const set = () => ({ type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'integer' } });
    expect(
      write(
        set,
        many(150_000, (index) => index),
      ),
    ).toEqual([]);
    const port = () => ({ type: 'object', properties: { a: { type: 'integer' }, b: text } });
    const keys = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a', 'b'] };
    expect(
      write(
        () => ({ type: 'array', items: port(), ...keys }),
        many(40_000, (a) => ({ a, b: 'x' })),
      ),
    ).toEqual([]);
  });

  it('are many required fields of many objects', () => {
    const items = () => ({ type: 'object', required: Object.keys(named(10_000, () => 0)) });
    expect(
      write(
        () => ({ type: 'array', items: items() }),
        many(10_000, () => ({})),
      ),
    ).toEqual([tooCostly]);
  });

  it('are small objects that ask for gigabytes of defaults', () => {
    const big = { type: 'string', default: 'y'.repeat(100_000) };
    const items = () => ({ type: 'object', properties: { a: { ...big } } });
    expect(
      write(
        () => ({ type: 'array', items: items() }),
        many(10_000, () => ({})),
      ),
    ).toEqual([]);
    const wide = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, default: named(1_000, () => 1) };
    const wideItems = () => ({ type: 'object', properties: { a: { ...wide } } });
    expect(
      write(
        () => ({ type: 'array', items: wideItems() }),
        many(10_000, () => ({})),
      ),
    ).toEqual([]);
  });

  it('are unknown fields without end', () => {
    expect(
      write(
        () => ({ type: 'object' }),
        named(60_000, () => 1),
      ),
    ).toEqual([]);
  });
});

describe('values that no schema should allow', () => {
  it('are refused with a path, whatever their keys are called', () => {
    const parsed = parseJson('{"__proto__":{"a":1},"constructor":{"a":1}}');
    const values = { type: 'object', properties: { a: text } };
    const issues = validateStructural({ type: 'object', additionalProperties: values }, parsed.ok && parsed.value);
    expect(issues.map(({ path }) => path)).toEqual(['__proto__.a', 'constructor.a']);
    expect(validateStructural({ type: 'object', required: ['toString', '__proto__'] }, {})).toHaveLength(2);
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  it('are numbers beyond all bounds', () => {
    const parsed = parseJson(`{"spec":1e400}`);
    expect(parsed.ok && decodeJson(customKind(withSpec({ type: 'number' })), parsed.value)).toEqual({
      ok: false,
      message: 'json: cannot unmarshal number 1e400 into Go value of type float64',
    });
    const long = parseJson(`{"spec":${'9'.repeat(400)}}`);
    expect(long.ok && decodeJson(customKind(withSpec({ type: 'number' })), long.value)).toMatchObject({ ok: false });
  });

  it('do not confuse a schema that is not well formed', () => {
    const odd = { type: 'odd', pattern: '(', format: 'constructor', enum: [], required: [], multipleOf: 0 };
    expect(validateStructural({ ...odd, type: 'string' }, 'x')).toEqual([]);
    expect(validateStructural(odd, 'x')).toHaveLength(1);
  });
});
