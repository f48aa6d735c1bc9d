import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { defaultStructural } from '../../defaults/default-structural.ts';
import { decodeJson } from '../../json/decode.ts';
import { encodeJson } from '../../json/encode.ts';
import { parseJson } from '../../json/parse-json.ts';
import { pruneStructural } from '../../json/prune-structural.ts';
import type { JsonValue } from '../../language/json-value.ts';
import { memberSchema } from '../../language/part-schema.ts';
import type { StructuralSchema } from '../../language/structural-schema.ts';
import { arbitraryStructural, arbitraryValueOf } from '../../testing/arbitrary-structural.ts';
import { customKind, withSpec } from '../../testing/custom-kind.ts';
import { compileWithAjv } from '../conformance/check-with-ajv.ts';
import { validate } from '../validate.ts';
import { validateStructural } from './validate-structural.ts';

const runs = { numRuns: 400 };

const schemaAndValue = arbitraryStructural.chain((schema) => fc.tuple(fc.constant(schema), arbitraryValueOf(schema)));

function pruned(schema: StructuralSchema, value: JsonValue): JsonValue {
  const result = pruneStructural(schema, value);
  if (!result.ok) throw new Error(result.message);
  return result.object;
}

const schemaAndValues = arbitraryStructural.chain((schema) =>
  fc.tuple(fc.constant(schema), fc.array(arbitraryValueOf(schema), { minLength: 4, maxLength: 8 })),
);

/** What a write makes of a value. */
function admitted(schema: StructuralSchema, value: JsonValue): JsonValue {
  return defaultStructural(schema, pruned(schema, value)) as JsonValue;
}

describe('structural schemas', () => {
  it('prune once for all, and change nothing that is given', () => {
    fc.assert(
      fc.property(schemaAndValue, ([schema, value]) => {
        const before = JSON.stringify([schema, value]);
        const once = pruned(schema, value);
        expect(JSON.stringify(pruned(schema, once))).toBe(JSON.stringify(once));
        expect(JSON.stringify([schema, value])).toBe(before);
      }),
      runs,
    );
  });

  it('prune, default and validate once for all', () => {
    fc.assert(
      fc.property(schemaAndValue, ([schema, value]) => {
        const once = admitted(schema, value);
        const found = validateStructural(schema, once);
        const twice = admitted(schema, once);
        expect(JSON.stringify(twice)).toBe(JSON.stringify(once));
        expect(validateStructural(schema, twice)).toEqual(found);
      }),
      runs,
    );
  });

  it('leave no field that they do not specify', () => {
    fc.assert(
      fc.property(schemaAndValue, ([schema, value]) => {
        expect(unspecified(schema, pruned(schema, value))).toEqual([]);
      }),
      runs,
    );
  });

  it('have the same verdict as an independent validator', () => {
    let accepted = 0;
    fc.assert(
      fc.property(schemaAndValues, ([schema, values]) => {
        // The other one does not look at keys of this name.
        fc.pre(!JSON.stringify([schema, values]).includes('__proto__'));
        const isAccepted = compileWithAjv(schema);
        for (const value of values) {
          const isValid = validateStructural(schema, value).length === 0;
          accepted += isValid ? 1 : 0;
          expect([value, isValid]).toEqual([value, isAccepted(value)]);
        }
      }),
      { numRuns: 250 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it('have objects whose bytes say the same when they are read again', () => {
    fc.assert(
      fc.property(schemaAndValue, ([schema, spec]) => {
        const message = customKind(withSpec(schema));
        const decoded = decodeJson(message, { metadata: { name: 'a' }, spec });
        if (!decoded.ok) throw new Error(decoded.message);
        const text = encodeJson(message, decoded.object);
        const parsed = parseJson(text);
        if (!parsed.ok) throw new Error(parsed.message);
        const again = decodeJson(message, parsed.value);
        expect(again).toEqual(decoded);
        expect(again.ok && encodeJson(message, again.object)).toBe(text);
        expect(validate(message, again.ok && again.object)).toEqual(validate(message, decoded.object));
      }),
      runs,
    );
  });

  it('have one form for all orders of keys', () => {
    fc.assert(
      fc.property(schemaAndValue, ([schema, value]) => {
        const message = customKind(withSpec(schema));
        const texts = [value, reversed(value)].map((spec) => {
          const decoded = decodeJson(message, { spec });
          return decoded.ok && encodeJson(message, decoded.object);
        });
        expect(texts[1]).toBe(texts[0]);
      }),
      runs,
    );
  });
});

function isObject(value: unknown): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The keys of objects for which the schema has neither a property nor a schema of all values. */
function unspecified(schema: StructuralSchema, value: JsonValue, isKept = keepsUnknown(schema)): string[] {
  if (Array.isArray(value))
    return (value as JsonValue[]).flatMap((item) =>
      schema.items === undefined ? [] : unspecified(schema.items, item, isKept || keepsUnknown(schema.items)),
    );
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const part = memberSchema(schema, key);
    if (part !== undefined) return unspecified(part, inner);
    return isKept ? [] : [key];
  });
}

function keepsUnknown(schema: StructuralSchema): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true;
}

function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as JsonValue[]).map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, reversed(inner)] as const)
      .reverse(),
  );
}
