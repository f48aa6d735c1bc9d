/**
 * A second opinion: the same message as protobufjs understands it, and the object
 * that protobufjs would see on the wire. Shares no code with the encoder.
 */
import protobuf from 'protobufjs';

import { parseDuration } from '../../formats/duration.ts';
import type { AlternativeShape, Field, ListShape, MapShape, Message, Shape } from '../../language/descriptor.ts';
import { stringifyJson } from '../../json/stringify-json.ts';
import type { Plain } from '../plain.ts';

type Declared = Readonly<Record<string, readonly [number: number, type: string, isRepeated?: boolean]>>;

const specialForms: Readonly<Record<string, Declared>> = {
  Time: { seconds: [1, 'int64'], nanos: [2, 'int32'] },
  Duration: { duration: [1, 'int64'] },
  Quantity: { string: [1, 'string'] },
  IntOrString: { type: [1, 'int64'], intVal: [2, 'int32'], strVal: [3, 'string'] },
  FreeForm: { raw: [1, 'bytes'] },
};

export function reflect(message: Message): protobuf.Type {
  const root = new protobuf.Root();
  for (const [name, fields] of Object.entries(specialForms)) addDeclared(root, name, fields);
  const type = addMessage(root, message);
  root.resolveAll();
  return type;
}

function addDeclared(root: protobuf.Root, name: string, fields: Declared): string {
  if (root.get(name) !== null) return name;
  const type = new protobuf.Type(name);
  root.add(type);
  for (const [key, [number, of, isRepeated]] of Object.entries(fields)) addField(type, { key, number, of, isRepeated });
  return name;
}

interface Reflected {
  readonly key: string;
  readonly number: number;
  readonly of: string;
  readonly isRepeated?: boolean | undefined;
}

function addField(type: protobuf.Type, { key, number, of, isRepeated }: Reflected): void {
  type.add(
    new protobuf.Field(key, number, of, isRepeated === true ? 'repeated' : 'optional', undefined, { packed: false }),
  );
}

function addMessage(root: protobuf.Root, message: Message): protobuf.Type {
  const name = nameOf(message);
  const known = root.get(name);
  if (known instanceof protobuf.Type) return known;
  const type = new protobuf.Type(name);
  root.add(type);
  for (const [key, { number, shape }] of Object.entries(message.fields)) {
    if (shape.kind === 'map') type.add(new protobuf.MapField(key, number, 'string', typeOf(root, shape.value)));
    else if (shape.kind === 'list' && shape.isWrapped !== true) {
      addField(type, { key, number, of: typeOf(root, shape.item), isRepeated: true });
    } else addField(type, { key, number, of: typeOf(root, shape) });
  }
  return type;
}

function nameOf(message: Message): string {
  return message.name.replaceAll('.', '_');
}

function typeOf(root: protobuf.Root, shape: Shape): string {
  switch (shape.kind) {
    case 'string':
    case 'bool':
    case 'int32':
    case 'int64':
    case 'double':
    case 'bytes':
      return shape.kind;
    case 'time':
    case 'microTime':
      return 'Time';
    case 'duration':
      return 'Duration';
    case 'quantity':
      return 'Quantity';
    case 'intOrString':
      return 'IntOrString';
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return 'FreeForm';
    case 'message':
      return addMessage(root, shape.message()).name;
    case 'list': {
      const item = typeOf(root, shape.item);
      return addDeclared(root, `Wrapped_${item}`, { items: [1, item, true] });
    }
    case 'map':
      throw new Error('no maps of maps');
    case 'alternative': {
      const one = addMessage(root, shape.message()).name;
      if (shape.or === 'bool') return addDeclared(root, `${one}OrBool`, { allows: [1, 'bool'], schema: [2, one] });
      const item = shape.or === 'stringList' ? 'string' : one;
      return addDeclared(root, `${one}Or_${item}s`, { schema: [1, one], items: [2, item, true] });
    }
  }
}

/** What protobufjs' `toObject` gives, with longs and bytes as strings. */
export function onTheWire(message: Message, object: Plain): Plain {
  const wire: Plain = {};
  for (const [key, field] of Object.entries(message.fields)) {
    const value = field.presence === 'inline' ? object : object[key];
    if (isWritten(field, value)) wire[key] = valueOnTheWire(field.shape, value);
  }
  return wire;
}

function isWritten({ shape, presence }: Field, value: unknown): boolean {
  if (shape.kind === 'bytes') return typeof value === 'string' && value !== '';
  if (shape.kind === 'map' || (shape.kind === 'list' && shape.isWrapped !== true)) {
    return Object.keys(value ?? {}).length > 0;
  }
  if (shape.kind === 'list') return Array.isArray(value);
  return presence !== 'pointer' || (value !== undefined && value !== null);
}

const zeros = { string: '', bytes: '', bool: false, int32: 0, double: 0 };

function valueOnTheWire(shape: Shape, value: unknown): unknown {
  switch (shape.kind) {
    case 'string':
    case 'bytes':
    case 'bool':
    case 'int32':
    case 'double':
      return value ?? zeros[shape.kind];
    case 'int64':
      return typeof value === 'bigint' || typeof value === 'number' ? value.toString() : '0';
    case 'time':
    case 'microTime':
      return timeOnTheWire(value);
    case 'duration':
      return durationOnTheWire((value ?? '0s') as string);
    case 'quantity':
      return { string: value ?? '0' };
    case 'intOrString':
      return typeof value === 'string'
        ? { type: '1', intVal: 0, strVal: value }
        : { type: '0', intVal: value ?? 0, strVal: '' };
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return jsonOnTheWire(value);
    case 'list':
      return listOnTheWire(shape, value as unknown[]);
    case 'map':
      return mapOnTheWire(shape, value as Plain);
    case 'message':
      return onTheWire(shape.message(), (value ?? {}) as Plain);
    case 'alternative':
      return alternativeOnTheWire(shape, value);
  }
}

function durationOnTheWire(text: string): Plain {
  const parsed = parseDuration(text);
  return { duration: parsed.ok ? String(parsed.value) : '' };
}

function jsonOnTheWire(value: unknown): Plain {
  if (value === null || value === undefined) return {};
  return { raw: Buffer.from(stringifyJson(value)).toString('base64') };
}

function listOnTheWire(shape: ListShape, value: readonly unknown[]): unknown {
  const items = value.map((item) => valueOnTheWire(shape.item, item));
  if (shape.isWrapped !== true) return items;
  return items.length > 0 ? { items } : {};
}

function mapOnTheWire(shape: MapShape, value: Plain): Plain {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, valueOnTheWire(shape.value, item)]));
}

function alternativeOnTheWire(shape: AlternativeShape, value: unknown): Plain {
  if (typeof value === 'boolean') return { allows: value };
  if (value === null || value === undefined) return shape.or === 'bool' ? { allows: false } : {};
  if (shape.or === 'stringList' && Array.isArray(value)) return { items: value as unknown[] };
  if (Array.isArray(value)) return { items: value.map((item) => onTheWire(shape.message(), item as Plain)) };
  const schema = onTheWire(shape.message(), value as Plain);
  return shape.or === 'bool' ? { allows: true, schema } : { schema };
}

function timeOnTheWire(value: unknown): Plain {
  if (typeof value !== 'string') return {};
  const milliseconds = Date.parse(value);
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds: String(seconds), nanos: value.length > 20 ? (milliseconds - seconds * 1000) * 1_000_000 : 0 };
}
