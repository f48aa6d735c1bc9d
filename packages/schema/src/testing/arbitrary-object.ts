/** Generates objects of any message, in canonical form: what a decoder may return and no other. */
import * as fc from 'fast-check';

import { formatDuration } from '../formats/duration.ts';
import type { AlternativeShape, Field, Message, Shape } from '../language/descriptor.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Plain } from '../protobuf/plain.ts';

const absent = Symbol('absent');

const text = fc.oneof(fc.string({ maxLength: 80 }), fc.string({ unit: 'binary', maxLength: 40 }));
const key = text.filter((name) => name !== '__proto__');
const int32 = fc.oneof(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
const int64 = fc
  .oneof(int32.map(BigInt), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))
  .map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value));
const double = fc.double({ noDefaultInfinity: true, noNaN: true }).map((value) => value + 0);
const bytes = fc.uint8Array({ maxLength: 20 }).map((value) => Buffer.from(value).toString('base64'));
const instant = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const time = fc.option(instant.map((at) => `${at.toISOString().slice(0, 19)}Z`));
const microTime = fc.option(instant.map((at) => `${at.toISOString().slice(0, 23)}000Z`));
const duration = int64.map((nanoseconds) => formatDuration(BigInt(nanoseconds)));
const quantity = fc.constantFrom('0', '1', '250m', '1Gi', '-3', '999');
const freeForm = fc
  .json({ maxDepth: 2 })
  .filter((json) => !json.includes('__proto__'))
  .map((json) => {
    const parsed = parseJson(json);
    return parsed.ok ? parsed.value : null;
  });

export function arbitraryObject(message: Message, depth = 2): fc.Arbitrary<Plain> {
  const parts = Object.entries(message.fields).map(([name, field]): fc.Arbitrary<Plain> => {
    if (field.presence === 'inline') return arbitraryValue(field.shape, depth) as fc.Arbitrary<Plain>;
    return arbitraryField(field, depth).map((value) => (value === absent ? {} : { [name]: value }));
  });
  return fc.tuple(...parts).map((found) => Object.assign({}, ...found) as Plain);
}

function arbitraryField(field: Field, depth: number): fc.Arbitrary<unknown> {
  const isPointer = field.presence === 'pointer';
  if (isPointer && depth <= 0) return fc.constant(inMemory(field, null));
  const value = arbitraryValue(field.shape, depth);
  return (isPointer ? fc.option(value) : value).map((found) => inMemory(field, found));
}

const collections = new Set(['list', 'map', 'bytes']);
const scalars = new Set(['string', 'bool', 'int32', 'int64', 'double']);

function inMemory(field: Field, value: unknown): unknown {
  const missing = field.isAlwaysWritten ? null : absent;
  if (collections.has(field.shape.kind)) return isShown(field, value) ? value : missing;
  if (field.presence === 'pointer') return value ?? missing;
  return scalars.has(field.shape.kind) && !field.isAlwaysWritten && !value ? absent : value;
}

function isShown({ shape, isAlwaysWritten }: Field, value: unknown): boolean {
  if (value === null) return false;
  const isWrapped = shape.kind === 'list' && shape.isWrapped === true;
  return (isWrapped && isAlwaysWritten) || Object.keys(value as object).length > 0;
}

function arbitraryValue(shape: Shape, depth: number): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'string':
      return shape.enum === undefined ? text : fc.constantFrom(...shape.enum);
    case 'bool':
      return fc.boolean();
    case 'int32':
      return int32;
    case 'int64':
      return int64;
    case 'double':
      return double;
    case 'bytes':
      return bytes;
    case 'time':
      return time;
    case 'microTime':
      return microTime;
    case 'duration':
      return duration;
    case 'quantity':
      return quantity;
    case 'intOrString':
      return fc.oneof(int32, text);
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return freeForm;
    case 'list':
      return depth > 0 ? fc.array(arbitraryValue(shape.item, depth - 1), { maxLength: 3 }) : fc.constant([]);
    case 'map': {
      if (depth <= 0) return fc.constant({});
      return fc.dictionary(key, arbitraryValue(shape.value, depth - 1), { maxKeys: 3, noNullPrototype: true });
    }
    case 'message':
      return arbitraryObject(shape.message(), depth - 1);
    case 'alternative':
      return arbitraryAlternative(shape, depth);
  }
}

function arbitraryAlternative(shape: AlternativeShape, depth: number): fc.Arbitrary<unknown> {
  const other = shape.or === 'bool' ? fc.boolean() : fc.constant(null);
  if (depth <= 0) return other;
  const one = arbitraryObject(shape.message(), depth - 1);
  switch (shape.or) {
    case 'bool':
      return fc.oneof(other, one);
    case 'messageList':
      return fc.oneof(other, one, fc.array(one, { minLength: 1, maxLength: 2 }));
    case 'stringList':
      return fc.oneof(other, one, fc.array(text, { minLength: 1, maxLength: 3 }));
  }
}
