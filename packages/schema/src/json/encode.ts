/**
 * Objects to JSON text as the API prints it: fields in declared order, maps sorted by
 * key, empty fields left out or written as the declaration says. Takes any object of
 * the message's type, canonical or not; escapes no more than `JSON.stringify` does.
 */
import { compileOnce } from '../compile-once.ts';
import type { Field, Message, Shape } from '../language/descriptor.ts';
import type { JsonValue } from '../language/json-value.ts';
import { emptyField, isZero, tellsEmptyFromNone } from './empty.ts';
import { encodeSorted, encodeString, labelOf } from './encode-sorted.ts';
import { layoutOf, sortedLayoutOf } from './layout.ts';
import type { LayoutRow } from './layout.ts';
import { inKeyOrder, sortKeys } from './sort-keys.ts';
import { stringifyJson } from './stringify-json.ts';

type Encode = (value: unknown) => string;

export function encodeJson(message: Message, object: object): string {
  return encoderOf(message)(object);
}

/** The text of the value of one field as its message prints it; undefined for one that is left out. */
export function compileFieldEncoder(name: string, field: Field): (value: unknown) => string | undefined {
  const slot = compileSlot(name, field, encoderOf);
  return (value) => encodeSlot(slot, value);
}

/** The text of an item of a list, or of a value of a map. */
export function compileItemEncoder(shape: Shape): (value: unknown) => string {
  const encode = shapeEncoder(shape, encoderOf);
  return (value) => encodeNullable(encode, value);
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

type MessageEncoderOf = (message: Message) => Encode;

const encoderOf: MessageEncoderOf = compileOnce((message): Encode => {
  if (message.structuralSchema === undefined) return compileEncoder(layoutOf(message), encoderOf);
  return compileStructuralEncoder(compileSlots(sortedLayoutOf(message), sortedEncoderOf));
});

/** Of what custom objects hold: with keys that are sorted, not in declared order. */
const sortedEncoderOf: MessageEncoderOf = compileOnce((message) =>
  compileEncoder(sortedLayoutOf(message), sortedEncoderOf),
);

function compileEncoder(layout: readonly LayoutRow[], messageEncoder: MessageEncoderOf): Encode {
  const slots = compileSlots(layout, messageEncoder);
  return (value) => {
    const object = value as Readonly<Record<string, unknown>>;
    let text = '{';
    for (const slot of slots) {
      const encoded = encodeSlot(slot, ownValue(object, slot.name));
      if (encoded !== undefined) text += (text === '{' ? '' : ',') + slot.label + encoded;
    }
    return `${text}}`;
  };
}

function compileSlots(layout: readonly LayoutRow[], messageEncoder: MessageEncoderOf): Slot[] {
  return layout.map(({ name, field }) => compileSlot(name, field, messageEncoder));
}

/** Declared fields by their shapes, all others as they are, in the order of the keys at every depth. */
function compileStructuralEncoder(slots: readonly Slot[]): Encode {
  const byName = new Map(slots.map((slot) => [slot.name, slot]));
  const always = slots.filter(({ makeEmpty }) => makeEmpty !== undefined).map(({ name }) => name);
  return (value) => {
    const object = value as Readonly<Record<string, unknown>>;
    const missing = always.filter((name) => !Object.hasOwn(object, name));
    let text = '{';
    for (const key of inKeyOrder([...Object.keys(object), ...missing])) {
      const slot = byName.get(key);
      const encoded = slot === undefined ? encodeSorted(object[key]) : encodeSlot(slot, ownValue(object, key));
      if (encoded !== undefined) text += (text === '{' ? '' : ',') + labelOf(key) + encoded;
    }
    return `${text}}`;
  };
}

/** Most fields are unset, and whose they would be need not be asked. */
function ownValue(object: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = object[name];
  return value !== undefined && Object.hasOwn(object, name) ? value : undefined;
}

function encodeSlot({ encode, isOmitted, makeEmpty }: Slot, value: unknown): string | undefined {
  if (value === undefined || value === null || isOmitted(value)) return makeEmpty?.();
  return encode(value);
}

function compileSlot(name: string, field: Field, messageEncoder: MessageEncoderOf): Slot {
  const { shape } = field;
  const encode = shapeEncoder(shape, messageEncoder);
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

function shapeEncoder(shape: Shape, messageEncoder: MessageEncoderOf): Encode {
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
      return listEncoder(shapeEncoder(shape.item, messageEncoder));
    case 'map':
      return mapEncoder(shapeEncoder(shape.value, messageEncoder));
    case 'message':
      return lateEncoder(shape.message, messageEncoder);
    case 'alternative':
      return alternativeEncoder(lateEncoder(shape.message, messageEncoder));
  }
}

function lateEncoder(message: () => Message, messageEncoder: MessageEncoderOf): Encode {
  let encode: Encode | undefined;
  return (value) => (encode ??= messageEncoder(message()))(value);
}

function listEncoder(encode: Encode): Encode {
  return (value) => `[${(value as unknown[]).map((each) => encodeNullable(encode, each)).join(',')}]`;
}

function mapEncoder(encode: Encode): Encode {
  return (value) => {
    const map = value as Readonly<Record<string, unknown>>;
    const entries = sortKeys(Object.keys(map)).map((key) => `${encodeString(key)}:${encodeNullable(encode, map[key])}`);
    return `{${entries.join(',')}}`;
  };
}

function alternativeEncoder(encode: Encode): Encode {
  return (value) => {
    if (Array.isArray(value))
      return `[${value.map((item) => (isObject(item) ? encode(item) : JSON.stringify(item))).join(',')}]`;
    return isObject(value) ? encode(value) : JSON.stringify(value);
  };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
