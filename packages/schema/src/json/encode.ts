/**
 * Objects to JSON text as the API prints it: fields in declared order, maps sorted by
 * key, empty fields left out or written as the declaration says. Takes any object of
 * the message's type, canonical or not; escapes no more than `JSON.stringify` does.
 */
import { compileOnce } from '../compile-once.ts';
import type { Field, Message, Shape } from '../language/descriptor.ts';
import type { JsonValue } from '../language/json-value.ts';
import { emptyField, isZero, tellsEmptyFromNone } from './empty.ts';
import { layoutOf } from './layout.ts';
import { stringifyJson } from './stringify-json.ts';

type Encode = (value: unknown) => string;

export function encodeJson(message: Message, object: object): string {
  return encoderOf(message)(object);
}

interface Slot {
  readonly name: string;
  /** The quoted name and its colon. */
  readonly label: string;
  readonly encode: Encode;
  readonly isOmitted: (value: unknown) => boolean;
  /** The text of the field when unset; absent when the field then is. */
  readonly makeEmpty: (() => string) | undefined;
}

const encoderOf: (message: Message) => Encode = compileOnce((message): Encode => {
  const slots = layoutOf(message).map(({ name, field }) => compileSlot(name, field));
  return (value) => {
    const object = value as Readonly<Record<string, unknown>>;
    let text = '{';
    for (const slot of slots) {
      const encoded = encodeSlot(slot, ownValue(object, slot.name));
      if (encoded !== undefined) text += (text === '{' ? '' : ',') + slot.label + encoded;
    }
    return `${text}}`;
  };
});

/** Most fields are unset, and whose they would be need not be asked. */
function ownValue(object: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = object[name];
  return value !== undefined && Object.hasOwn(object, name) ? value : undefined;
}

function encodeSlot({ encode, isOmitted, makeEmpty }: Slot, value: unknown): string | undefined {
  if (value === undefined || value === null || isOmitted(value)) return makeEmpty?.();
  return encode(value);
}

function compileSlot(name: string, field: Field): Slot {
  const { shape } = field;
  const encode = shapeEncoder(shape);
  const make = emptyField(field);
  return {
    name,
    label: `${JSON.stringify(name)}:`,
    encode,
    isOmitted: tellsEmptyFromNone(field) ? () => false : (value) => isZero(shape, value),
    makeEmpty: make && (() => encodeNullable(encode, make())),
  };
}

function encodeNullable(encode: Encode, value: unknown): string {
  return value === null || value === undefined ? 'null' : encode(value);
}

function shapeEncoder(shape: Shape): Encode {
  switch (shape.kind) {
    case 'string':
    case 'bytes':
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
      return encodeString;
    case 'bool':
    case 'int32':
    case 'int64':
      return String;
    case 'double':
      return JSON.stringify;
    case 'intOrString':
      return (value) => (typeof value === 'string' ? encodeString(value) : String(value));
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return (value) => stringifyJson(value as JsonValue);
    case 'list':
      return listEncoder(shape.item);
    case 'map':
      return mapEncoder(shape.value);
    case 'message':
      return lateEncoder(shape.message);
    case 'alternative':
      return alternativeEncoder(shape.message);
  }
}

function lateEncoder(message: () => Message): Encode {
  let encode: Encode | undefined;
  return (value) => (encode ??= encoderOf(message()))(value);
}

function listEncoder(item: Shape): Encode {
  const encode = shapeEncoder(item);
  return (value) => `[${(value as unknown[]).map((each) => encodeNullable(encode, each)).join(',')}]`;
}

function mapEncoder(item: Shape): Encode {
  const encode = shapeEncoder(item);
  return (value) => {
    const map = value as Readonly<Record<string, unknown>>;
    const entries = sortKeys(Object.keys(map)).map((key) => `${encodeString(key)}:${encodeNullable(encode, map[key])}`);
    return `{${entries.join(',')}}`;
  };
}

function alternativeEncoder(message: () => Message): Encode {
  const encode = lateEncoder(message);
  return (value) => {
    if (Array.isArray(value))
      return `[${value.map((item) => (isObject(item) ? encode(item) : JSON.stringify(item))).join(',')}]`;
    return isObject(value) ? encode(value) : JSON.stringify(value);
  };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** In the order of their UTF-8, which differs from JavaScript's only beyond the basic plane. */
function sortKeys(keys: string[]): string[] {
  const needsBytes = keys.some((key) => /[\ud800-\udfff]/.test(key));
  return needsBytes ? keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))) : keys.sort();
}

/** Control characters, the quote, the backslash and surrogates: all that is not in these ranges. */
const needsEscape = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

function encodeString(value: unknown): string {
  const text = value as string;
  return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}
