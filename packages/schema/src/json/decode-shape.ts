/**
 * The decoder of any shape. Is given the decoder of messages, so that this file and
 * that one need not know each other.
 */
import type { AlternativeShape, ListShape, MapShape, Message, Shape } from '../language/descriptor.ts';
import {
  decodeBool,
  decodeBytes,
  decodeDouble,
  decodeDuration,
  decodeFreeForm,
  decodeInt32,
  decodeInt64,
  decodeIntOrString,
  decodeMicroTime,
  decodeQuantity,
  decodeTime,
  stringDecoder,
} from './decode-scalar.ts';
import { failApart, failText, failType, failed, prefixUnknown } from './decode-state.ts';
import type { Decode } from './decode-state.ts';
import { zeroOf } from './empty.ts';
import { ExactNumber } from '../formats/exact-number.ts';
import { setOwn } from './set-own.ts';
import { typeName } from './type-name.ts';

export type MessageDecoderOf = (message: Message) => Decode;

/** The decoder takes any value but null; what null means is for the holder to say. */
export function shapeDecoder(shape: Shape, messageDecoder: MessageDecoderOf): Decode {
  switch (shape.kind) {
    case 'string':
      return stringDecoder(shape.typeName);
    case 'bool':
      return decodeBool;
    case 'int32':
      return decodeInt32;
    case 'int64':
      return decodeInt64;
    case 'double':
      return decodeDouble;
    case 'bytes':
      return decodeBytes;
    case 'time':
      return decodeTime;
    case 'microTime':
      return decodeMicroTime;
    case 'duration':
      return decodeDuration;
    case 'quantity':
      return decodeQuantity;
    case 'intOrString':
      return decodeIntOrString;
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return decodeFreeForm;
    case 'list':
      return listDecoder(shape, messageDecoder);
    case 'map':
      return mapDecoder(shape, messageDecoder);
    case 'message':
      return lateDecoder(shape.message, messageDecoder);
    case 'alternative':
      return alternativeDecoder(shape, messageDecoder);
  }
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** Compiled with the first value, so that unused shapes cost nothing. */
function lateDecoder(message: () => Message, messageDecoder: MessageDecoderOf): Decode {
  let decode: Decode | undefined;
  return (value, state) => (decode ??= messageDecoder(message()))(value, state);
}

function listDecoder(shape: ListShape, messageDecoder: MessageDecoderOf): Decode {
  const decodeItem = shapeDecoder(shape.item, messageDecoder);
  const makeZero = zeroOf(shape.item);
  return (value, state) => {
    if (!Array.isArray(value)) return failType(state, value, typeName(shape));
    const items: unknown[] = [];
    for (let i = 0; i < value.length; i += 1) {
      const given: unknown = value[i];
      const before = state.unknown.length;
      const item = given === null ? makeZero() : decodeItem(given, state);
      if (item === failed) return failed;
      if (state.unknown.length !== before) prefixUnknown(state, before, `[${i}]`);
      items.push(item);
    }
    return items;
  };
}

function mapDecoder(shape: MapShape, messageDecoder: MessageDecoderOf): Decode {
  const decodeItem = shapeDecoder(shape.value, messageDecoder);
  const makeZero = zeroOf(shape.value);
  return (value, state) => {
    if (!isJsonObject(value)) return failType(state, value, typeName(shape));
    const items: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const given = value[key];
      const before = state.unknown.length;
      const item = given === null ? makeZero() : decodeItem(given, state);
      if (item === failed) return failed;
      if (state.unknown.length !== before) prefixUnknown(state, before, key);
      setOwn(items, key, item);
    }
    return items;
  };
}

/** A value in neither form decodes as unset, except where the other form is a bool. */
function alternativeDecoder({ message, or }: AlternativeShape, messageDecoder: MessageDecoderOf): Decode {
  const decodeMessage = lateDecoder(message, messageDecoder);
  const item: Shape = or === 'stringList' ? { kind: 'string' } : { kind: 'message', message };
  const decodeList = listDecoder({ kind: 'list', item }, messageDecoder);
  return (value, state) => {
    if (isJsonObject(value) || (or !== 'bool' && Array.isArray(value) && value.length > 0)) {
      const decoded = Array.isArray(value) ? decodeList(value, state) : decodeMessage(value, state);
      return decoded === failed ? failApart(state) : decoded;
    }
    if (or !== 'bool') return null;
    return typeof value === 'boolean' ? value : failText(state, 'boolean or JSON schema expected');
  };
}
