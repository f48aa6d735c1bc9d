/** The object that protobufjs sees on the wire where the encoder was given this one. Shares no code with the encoder. */
import { parseDuration } from '../../formats/duration.ts';
import type { AlternativeShape, Field, ListShape, MapShape, Message, Shape } from '../../language/descriptor.ts';
import { stringifyJson } from '../../json/stringify-json.ts';
import type { Plain } from '../plain.ts';
import { protoFieldName } from '../proto-files/reflect-messages.ts';

/** Gives the same as protobufjs' `toObject`, with longs and bytes as strings. */
export function onTheWire(message: Message, object: Plain): Plain {
  const wire: Plain = {};
  for (const [key, field] of Object.entries(message.fields)) {
    const value = field.presence === 'inline' ? object : object[key];
    if (isWritten(field, value)) wire[protoFieldName(key)] = valueOnTheWire(field.shape, value);
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
