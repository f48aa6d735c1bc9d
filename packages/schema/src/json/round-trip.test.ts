import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

import { applyDefaults } from '../defaults/apply-defaults.ts';
import { kind, message } from '../language/declare.ts';
import type { Message, Shape } from '../language/descriptor.ts';
import type { JsonValue } from '../language/json-value.ts';
import { field, inline, nullable, optional, required } from '../language/field.ts';
import * as shapes from '../language/shape.ts';
import { decodeJson } from './decode.ts';
import { encodeJson } from './encode.ts';
import { layoutOf } from './layout.ts';
import { parseJson } from './parse-json.ts';

const plain = [
  shapes.string,
  shapes.bool,
  shapes.int32,
  shapes.int64,
  shapes.double,
  shapes.bytes,
  shapes.time,
  shapes.microTime,
  shapes.duration,
  shapes.quantity,
  shapes.intOrString,
  shapes.json,
] as const;

/** One field of every shape, all of the same presence. */
function everyShape(
  presence: typeof field | typeof optional | typeof required | typeof nullable,
  name: string,
): Message {
  const all = [...plain, ...plain.map((shape) => shapes.list(shape)), ...plain.map((shape) => shapes.map(shape))];
  return message(name, Object.fromEntries(all.map((shape, i) => [`f${i}`, presence(i + 1, shape as Shape)])));
}

const Values = everyShape(field, 'test.v1.Values');
const Pointers = everyShape(optional, 'test.v1.Pointers');
const Always = everyShape(required, 'test.v1.Always');
const Nullable = everyShape(nullable, 'test.v1.Nullable');
const Defaults = message('test.v1.Defaults', {
  name: field(1, shapes.string, { default: 'x' }),
  count: optional(2, shapes.int32, { default: 3 }),
  values: optional(3, Values, { default: {} }),
});

const Root: Message = kind('test.v1.Root', {
  values: field(1, Values),
  pointers: optional(2, shapes.list(Pointers)),
  always: required(3, shapes.map(Always)),
  nullable: inline(4, Nullable),
  more: field(5, shapes.list(Defaults)),
  self: optional(
    6,
    shapes.lazy(() => Root),
  ),
  choice: optional(
    7,
    shapes.either(() => Defaults, 'messageList'),
  ),
});

const numberText = fc.oneof(
  fc.integer().map(String),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
);
const instant = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Texts of values that the shape takes, canonical or not. */
function textOf(shape: Shape, depth: number): Arbitrary<string> {
  const quoted = (arbitrary: Arbitrary<string>) => arbitrary.map((text) => JSON.stringify(text));
  switch (shape.kind) {
    case 'string':
      return quoted(fc.string());
    case 'bool':
      return fc.boolean().map(String);
    case 'int32':
      return fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map(String);
    case 'int64':
      return numberText;
    case 'double':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => JSON.stringify(n));
    case 'bytes':
      return quoted(fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')));
    case 'time':
      return quoted(instant);
    case 'microTime':
      return quoted(instant.map((text) => text.replace('Z', '123Z')));
    case 'duration':
      return quoted(fc.integer().map((n) => `${n}us`));
    case 'quantity':
      return fc.oneof(
        fc.integer().map(String),
        quoted(fc.tuple(fc.integer(), fc.constantFrom('m', 'Ki', 'G', 'e3')).map((p) => p.join(''))),
      );
    case 'intOrString':
      return fc.oneof(fc.integer().map(String), quoted(fc.string()));
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return fc.oneof(fc.json({ maxDepth: 2 }), fc.constantFrom('1.0', '1e3', '[-0]'));
    case 'list':
      return fc.array(nullOr(textOf(shape.item, depth)), { maxLength: 3 }).map((items) => `[${items.join(',')}]`);
    case 'map':
      return fc
        .array(fc.tuple(quoted(fc.oneof(fc.string(), fc.constant('__proto__'))), nullOr(textOf(shape.value, depth))), {
          maxLength: 3,
        })
        .map((entries) => `{${entries.map((entry) => entry.join(':')).join(',')}}`);
    case 'message':
      return depth > 3 ? fc.constant('{}') : messageText(shape.message(), depth + 1);
    case 'alternative': {
      const one: Shape = { kind: 'message', message: shape.message };
      return fc.oneof(textOf(one, depth), textOf({ kind: 'list', item: one }, depth));
    }
  }
}

function nullOr(text: Arbitrary<string>): Arbitrary<string> {
  return fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.constant('null') });
}

function messageText(declared: Message, depth: number): Arbitrary<string> {
  const rows = layoutOf(declared).map(({ name, field: { shape } }) =>
    nullOr(textOf(shape, depth)).map((text) => `${JSON.stringify(name)}:${text}`),
  );
  return fc
    .nat(rows.length - 1)
    .chain((first) => fc.shuffledSubarray(rows.slice(first, first + 8)))
    .chain((chosen) => fc.tuple(...chosen))
    .map((members) => `{${members.join(',')}}`);
}

function decoded(value: JsonValue): object {
  const result = decodeJson(Root, value);
  if (!result.ok) throw new Error(result.message);
  return result.object;
}

function parsed(text: string): JsonValue {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

describe('any object', () => {
  it('is canonical once decoded: encoding and decoding it again changes nothing', () => {
    fc.assert(
      fc.property(messageText(Root, 0), (text) => {
        const once = decoded(parsed(text));
        const printed = encodeJson(Root, once);
        const twice = decoded(parsed(printed));
        expect(twice).toEqual(once);
        expect(encodeJson(Root, twice)).toBe(printed);
      }),
      { numRuns: 300 },
    );
  });

  it('has its keys in the order in which they are encoded, maps apart', () => {
    fc.assert(
      fc.property(messageText(Root, 0), (text) => {
        const object = decoded(parsed(text)) as Record<string, unknown>;
        const printed = JSON.parse(encodeJson(Root, object)) as object;
        expect(Object.keys(object)).toEqual(Object.keys(printed));
      }),
    );
  });

  it('has its defaults after once as after twice', () => {
    fc.assert(
      fc.property(messageText(Root, 0), (text) => {
        const once = decoded(parsed(text));
        applyDefaults(Root, once);
        const printed = encodeJson(Root, once);
        applyDefaults(Root, once);
        expect(encodeJson(Root, once)).toBe(printed);
        expect(encodeJson(Root, decoded(parsed(printed)))).toBe(printed);
      }),
    );
  });
});

describe('any JSON', () => {
  it('decodes or is refused with a message, whatever it is', () => {
    const names = layoutOf(Root).map(({ name }) => name);
    const something = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom(...names, '__proto__', 'constructor')),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(something, (value) => {
        const result = decodeJson(Root, value as JsonValue, {
          onUnknown: (path) => expect(path).toEqual(expect.any(String)),
        });
        if (!result.ok) expect(result.message).not.toBe('');
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
