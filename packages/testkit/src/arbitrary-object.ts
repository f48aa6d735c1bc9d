/**
 * Generates objects of any declared message, in canonical form, for property
 * tests. Follows the shapes alone: the objects are well-formed, not valid.
 */
import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

import type { Field, Fields, Message, Shape } from '@keelson/schema';

type JsonObject = Record<string, unknown>;

/** How many messages may be nested below the one that is asked for. */
const deepest = 6;

export function arbitraryObject(message: Message, typeMeta?: { apiVersion: string; kind: string }): Arbitrary<object> {
  const body = arbitraryMessage(message, deepest);
  if (typeMeta === undefined) return body;
  return body.map(({ kind: _kind, apiVersion: _apiVersion, ...rest }) => {
    const { kind, apiVersion } = typeMeta;
    return { kind, apiVersion, ...rest };
  });
}

function arbitraryMessage(message: Message, depth: number): Arbitrary<JsonObject> {
  return arbitraryFields(message.fields, depth);
}

function arbitraryFields(fields: Fields, depth: number): Arbitrary<JsonObject> {
  const parts = Object.entries(fields).map(([name, field]) => arbitraryField(name, field, depth));
  return fc.tuple(...parts).map((present) => Object.assign({}, ...present) as JsonObject);
}

/** The field as an object of no or one property, so that what is absent leaves no key behind. */
function arbitraryField(name: string, field: Field, depth: number): Arbitrary<JsonObject> {
  const { shape } = field;
  if (field.presence === 'inline') {
    return shape.kind === 'message' ? arbitraryFields(shape.message().fields, depth) : fc.constant({});
  }
  const absent = fc.constant(field.isAlwaysWritten ? { [name]: null } : {});
  if (field.presence === 'pointer') return either(depth, absent, () => named(name, arbitraryValue(shape, depth - 1)));
  if (isSolid(shape)) return named(name, fc.oneof(arbitraryValue(shape, depth - 1), zeroOf(shape, depth - 1)));
  if (!field.isAlwaysWritten) return either(depth, absent, () => named(name, notEmpty(shape, depth - 1)));
  return canBeNull(shape)
    ? either(depth, absent, () => named(name, notEmpty(shape, depth - 1)))
    : named(name, arbitraryValue(shape, depth));
}

function named(name: string, value: Arbitrary<unknown>): Arbitrary<JsonObject> {
  return value.map((it) => ({ [name]: it }));
}

/** Half of the time there is something, until it is too deep: then it is not even worked out what could be. */
function either(
  depth: number,
  absent: Arbitrary<JsonObject>,
  present: () => Arbitrary<JsonObject>,
): Arbitrary<JsonObject> {
  return depth <= 0 ? absent : fc.oneof(absent, present());
}

/** Never absent, whatever its presence: the peer's structs. */
function isSolid(shape: Shape): boolean {
  return ['message', 'time', 'microTime', 'duration', 'quantity', 'intOrString', 'rawExtension', 'json', 'fieldsV1'].includes(
    shape.kind,
  );
}

function canBeNull(shape: Shape): boolean {
  return ['list', 'map', 'bytes', 'alternative'].includes(shape.kind);
}

function zeroOf(shape: Shape, depth: number): Arbitrary<unknown> {
  switch (shape.kind) {
    case 'message':
      return arbitraryValue(shape, depth);
    case 'quantity':
      return fc.constant('0');
    case 'intOrString':
      return fc.constant(0);
    case 'duration':
      return fc.constant('0s');
    default:
      return fc.constant(null);
  }
}

function notEmpty(shape: Shape, depth: number): Arbitrary<unknown> {
  switch (shape.kind) {
    case 'string':
      return arbitraryValue(shape, depth).filter((value) => value !== '');
    case 'bool':
      return fc.constant(true);
    case 'int32':
    case 'int64':
    case 'double':
      return arbitraryValue(shape, depth).filter((value) => value !== 0);
    default:
      return arbitraryValue(shape, depth);
  }
}

const wellFormed = fc.string({ unit: 'grapheme', maxLength: 12 });
const second = fc.date({ min: new Date('1902-01-01T00:00:00Z'), max: new Date('2262-01-01T00:00:00Z'), noInvalidDate: true });
const jsonNumber = fc.integer();
const jsonTree = fc.jsonValue({ maxDepth: 2, noUnicodeString: false }).map(plainNumbers);

function arbitraryValue(shape: Shape, depth: number): Arbitrary<unknown> {
  switch (shape.kind) {
    case 'string':
      return shape.enum === undefined ? wellFormed : fc.constantFrom(...shape.enum);
    case 'bool':
      return fc.boolean();
    case 'int32':
      return fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    case 'int64':
      return fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })).map(smallestNumber);
    case 'double':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case 'bytes':
      return fc.uint8Array({ minLength: 1, maxLength: 9 }).map((it) => Buffer.from(it).toString('base64'));
    case 'time':
      return second.map((date) => date.toISOString().replace(/\.\d+Z$/, 'Z'));
    case 'microTime':
      return fc
        .tuple(second, fc.integer({ min: 0, max: 999_999 }))
        .map(([date, micros]) => date.toISOString().replace(/\.\d+Z$/, `.${String(micros).padStart(6, '0')}Z`));
    case 'duration':
      return fc.constantFrom('1ns', '1.5µs', '250ms', '30s', '1m0s', '1h30m0s', '-5s', '2562047h47m16.854775807s');
    case 'quantity':
      return fc.constantFrom('250m', '1', '1500m', '2k', '1Gi', '1536Mi', '3M', '100n', '-1', '10e3', '12345678901234567890');
    case 'intOrString':
      return fc.oneof(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), wellFormed);
    case 'fieldsV1':
      return fc.dictionary(fc.constantFrom('f:a', 'f:b', 'k:{"name":"x"}', '.'), fc.constant({}), { maxKeys: 3 });
    case 'rawExtension':
      return fc.record({ kind: wellFormed, apiVersion: wellFormed, size: jsonNumber });
    case 'json':
      return jsonTree.filter((value) => value !== null);
    case 'list':
      return fc.array(arbitraryValue(shape.item, depth - 1), { minLength: 1, maxLength: depth > 3 ? 2 : 1 });
    case 'map':
      return fc.dictionary(wellFormed, arbitraryValue(shape.value, depth - 1), { minKeys: 1, maxKeys: 2 }).map(plain);
    case 'message':
      return arbitraryMessage(shape.message(), depth);
    case 'alternative':
      return arbitraryAlternative(shape, depth);
  }
}

function arbitraryAlternative(shape: Extract<Shape, { kind: 'alternative' }>, depth: number): Arbitrary<unknown> {
  const whole = arbitraryMessage(shape.message(), depth - 1);
  switch (shape.or) {
    case 'bool':
      return depth <= 0 ? fc.boolean() : fc.oneof(fc.boolean(), whole);
    case 'messageList':
      return fc.oneof(whole, fc.array(whole, { minLength: 1, maxLength: 2 }));
    case 'stringList':
      return fc.oneof(whole, fc.array(wellFormed, { minLength: 1, maxLength: 2 }));
  }
}

function smallestNumber(value: number | bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** fast-check's dictionaries may lack a prototype; what is decoded has one. */
function plain(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record));
}

/** Without the numbers that come back as something else: negative zero, and whole ones beyond 2^53. */
function plainNumbers(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? 7 : value + 0;
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainNumbers(each)]));
}
