/** Generates structural schemas, and values that fit them more or less. */
import * as fc from 'fast-check';

import type { JsonValue } from '../language/json-value.ts';
import type { StructuralSchema } from '../language/structural-schema.ts';

const name = fc.constantFrom('a', 'b', 'c', 'name', 'spec', '__proto__', 'toString', '10', '9', '\u{1f600}', '\uff5e');
const text = fc.oneof(
  fc.constantFrom('', 'a', 'ab', '1', '2024-02-29', '10.0.0.1', 'ÿ😀'),
  fc.string({ maxLength: 5 }),
);
const whole = fc.integer({ min: -3, max: 9 });
const number = fc.oneof(whole, fc.constantFrom(0.5, 1.5, -2.25, 2 ** 53 - 1));
const scalar: fc.Arbitrary<JsonValue> = fc.oneof(text, number, fc.boolean(), fc.constant(null));

/** Any JSON value, in no order. */
export const arbitraryJson: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map(toObject),
  ),
})).value;

/** `Object.fromEntries` defines keys, so one that is called `__proto__` is a key too. */
function toObject<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(entries);
}

function optional<T extends object>(part: fc.Arbitrary<T>): fc.Arbitrary<Partial<T>> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: part });
}

function merged(...parts: fc.Arbitrary<object>[]): fc.Arbitrary<StructuralSchema> {
  return fc.tuple(...parts).map((each) => Object.assign({}, ...each) as StructuralSchema);
}

const stringRules = merged(
  optional(fc.record({ maxLength: fc.nat(4) })),
  optional(fc.record({ minLength: fc.nat(2) })),
  optional(fc.record({ pattern: fc.constantFrom('^[a-z]*$', 'a|1', '^.{1,3}$') })),
  optional(fc.record({ format: fc.constantFrom('date', 'ipv4', 'colour') })),
);
const numberRules = merged(
  optional(fc.record({ minimum: whole, exclusiveMinimum: fc.boolean() })),
  optional(fc.record({ maximum: whole, exclusiveMaximum: fc.boolean() })),
  optional(fc.record({ multipleOf: fc.constantFrom(1, 2, 3) })),
);
const listRules = merged(optional(fc.record({ minItems: fc.nat(2) })), optional(fc.record({ maxItems: fc.nat(3) })));
const objectRules = merged(
  optional(fc.record({ minProperties: fc.nat(2) })),
  optional(fc.record({ maxProperties: fc.nat(4) })),
  optional(fc.record({ required: fc.uniqueArray(name, { minLength: 1, maxLength: 2 }) })),
);
const enumRule = optional(fc.record({ enum: fc.array(scalar, { minLength: 1, maxLength: 4 }) }));

/** Rules alone, as they stand in alternatives. */
const rules = merged(stringRules, numberRules, listRules, objectRules, enumRule);
const branches = fc.array(rules, { minLength: 1, maxLength: 3 });
const alternatives = merged(
  optional(fc.record({ anyOf: branches })),
  optional(fc.record({ oneOf: branches })),
  optional(fc.record({ allOf: branches })),
  optional(fc.record({ not: rules })),
);

const keepUnknown = optional(fc.constant({ 'x-kubernetes-preserve-unknown-fields': true }));
const anyDefault = optional(fc.record({ default: arbitraryJson }));

interface Tied {
  schema: StructuralSchema;
}

/** Any structural schema. A default need not fit its schema. */
export const arbitraryStructural: fc.Arbitrary<StructuralSchema> = fc.letrec<Tied>((tie) => {
  const common = merged(alternatives, enumRule, anyDefault, optional(fc.record({ nullable: fc.boolean() })));
  const leaf = fc.oneof(
    merged(fc.constant({ type: 'string' }), stringRules, common),
    merged(fc.record({ type: fc.constantFrom('integer', 'number') }), numberRules, common),
    merged(fc.constant({ type: 'boolean' }), common),
    merged(fc.constant({ 'x-kubernetes-int-or-string': true }), common),
    merged(fc.constant({ 'x-kubernetes-preserve-unknown-fields': true }), common),
  );
  const properties = fc
    .array(fc.tuple(name, tie('schema')), { maxLength: 4 })
    .map((each) => ({ properties: toObject(each) }));
  const list = merged(
    fc.constant({ type: 'array' }),
    fc.record({ items: tie('schema') }),
    listRules,
    common,
    keepUnknown,
  );
  const object = merged(fc.constant({ type: 'object' }), properties, objectRules, common, keepUnknown);
  const map = merged(
    fc.constant({ type: 'object' }),
    fc.record({ additionalProperties: tie('schema') }),
    objectRules,
    common,
  );
  return { schema: fc.oneof({ maxDepth: 3, depthSize: 'small' }, leaf, list, object, map) };
}).schema;

/** Values that have the types of the schema most of the time, with more and less than it specifies. */
export function arbitraryValueOf(schema: StructuralSchema): fc.Arbitrary<JsonValue> {
  return fc.oneof({ weight: 8, arbitrary: fittingValue(schema) }, { weight: 1, arbitrary: arbitraryJson });
}

function fittingValue(schema: StructuralSchema): fc.Arbitrary<JsonValue> {
  const { type = '', items } = schema;
  if (type === 'array')
    return fc.array(items === undefined ? arbitraryJson : arbitraryValueOf(items), { maxLength: 3 });
  return type === 'object' ? fittingObject(schema) : (scalars[type] ?? arbitraryJson);
}

const scalars: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
  string: text,
  integer: whole,
  number,
  boolean: fc.boolean(),
};

function fittingObject({ properties = {}, additionalProperties }: StructuralSchema): fc.Arbitrary<JsonValue> {
  const named = Object.entries(properties).map(([key, part]) =>
    fc.option(
      arbitraryValueOf(part).map((value) => [key, value] as const),
      { nil: undefined },
    ),
  );
  const others = typeof additionalProperties === 'object' ? arbitraryValueOf(additionalProperties) : arbitraryJson;
  const more = fc.array(fc.tuple(name, others), { maxLength: 2 });
  return fc
    .tuple(fc.tuple(...named), more)
    .map(([known, unknown]) => toObject([...unknown, ...known.filter((each) => each !== undefined)]));
}
