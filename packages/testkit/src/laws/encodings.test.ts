import { describe, expect, it } from '@jest/globals';

import {
  applyDefaults,
  decodeJson,
  decodeProtobuf,
  encodeJson,
  encodeProtobuf,
  groupVersion,
  parseJson,
  transcodeProtobuf,
} from '@keelson/schema';
import type { KnownKind, Message } from '@keelson/schema';

import { checkLaw, everyKind } from './every-kind.ts';

function throughJson(message: Message, object: object): object {
  const parsed = parseJson(encodeJson(message, object));
  if (!parsed.ok) throw new Error(parsed.message);
  const unknown: string[] = [];
  const decoded = decodeJson(message, parsed.value, { onUnknown: (path) => unknown.push(path) });
  if (!decoded.ok) throw new Error(decoded.message);
  expect(unknown).toEqual([]);
  return decoded.object;
}

function throughProtobuf(message: Message, object: object): object {
  const decoded = decodeProtobuf(message, encodeProtobuf(message, object));
  if (!decoded.ok) throw new Error(decoded.message);
  return decoded.object;
}

/** Protobuf leaves a kind's type to the envelope. */
function withoutType(object: object): object {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = object as Record<string, unknown>;
  return rest;
}

/** An object that has its defaults. Forms that are rare may be left to the decoder. */
function expectSameWhenTranscoded(kind: KnownKind, object: object): void {
  const { message } = kind;
  const typeMeta = { kind: kind.kind, apiVersion: groupVersion(kind) };
  applyDefaults(message, object);
  const json = transcodeProtobuf(message, typeMeta, encodeProtobuf(message, object))?.toString();
  const expected = encodeJson(message, { ...typeMeta, ...object, ...typeMeta });
  expect([expected, undefined]).toContain(json);
}

/** Tables exist in JSON and YAML alone; their fields have no numbers. */
function hasProtobuf(message: Message): boolean {
  return Object.values(message.fields).every(({ number }) => number > 0);
}

describe.each(everyKind)('%s', (_title, kind) => {
  const { message } = kind;

  it('is the same after JSON', () => {
    checkLaw(kind, (object) => {
      const back = throughJson(message, object);
      expect(back).toEqual(object);
      expect(encodeJson(message, back)).toBe(encodeJson(message, object));
    });
  });

  if (!hasProtobuf(message)) return;

  it('is the same after protobuf, and the same JSON where protobuf is transcoded', () => {
    checkLaw(kind, (object) => {
      const back = throughProtobuf(message, object);
      expect(withoutType(back)).toEqual(withoutType(object));
      expect(encodeProtobuf(message, back)).toEqual(encodeProtobuf(message, object));
      expectSameWhenTranscoded(kind, back);
    });
  });
});
