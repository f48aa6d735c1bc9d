/**
 * Writes one field of an object. Says when a field is written: values always,
 * pointers when set, lists, maps and bytes when they hold something.
 */
import type { Field, MapShape } from '../language/descriptor.ts';
import { itemWriterOf, writeItems } from './encode-item.ts';
import type { ItemWriter, WriterOf } from './encode-item.ts';
import { toPlain } from './plain.ts';
import type { Plain } from './plain.ts';
import { LENGTH_DELIMITED, fieldTag } from './wire.ts';
import type { Writer } from './writer.ts';

export type FieldWriter = (writer: Writer, object: Plain) => void;

export function fieldWriterOf(key: string, field: Field, writerOf: WriterOf): FieldWriter {
  const { shape } = field;
  const valueOf = propertyReader(key);
  switch (shape.kind) {
    case 'list': {
      if (shape.isWrapped === true) return whenSet(valueOf, field.number, itemWriterOf(shape, writerOf));
      const item = itemWriterOf(shape.item, writerOf);
      const tag = fieldTag(field.number, item.wireType);
      return (writer, object) => {
        const items = valueOf(object);
        if (items !== undefined && items !== null) writeItems(writer, items, item, tag);
      };
    }
    case 'map':
      return mapWriter(valueOf, field.number, shape, writerOf);
    case 'bytes': {
      const { write } = itemWriterOf(shape, writerOf);
      return whenSet((object) => valueOf(object) || undefined, field.number, { wireType: LENGTH_DELIMITED, write });
    }
    case 'string':
    case 'bool':
    case 'int32':
    case 'int64':
    case 'double':
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
    case 'message':
    case 'alternative': {
      const item = itemWriterOf(shape, writerOf);
      return field.presence === 'pointer' ? whenSet(valueOf, field.number, item) : always(valueOf, field.number, item);
    }
  }
}

/** A property inherited from `Object.prototype` must not be taken for a field of that name. */
function propertyReader(key: string): (object: Plain) => unknown {
  if (key === '__proto__') throw new Error('a field named __proto__ has no protobuf form');
  if (key in Object.prototype) return (object) => (Object.hasOwn(object, key) ? object[key] : undefined);
  return (object) => object[key];
}

type ValueOf = (object: Plain) => unknown;

function always(valueOf: ValueOf, number: number, item: ItemWriter): FieldWriter {
  const tag = fieldTag(number, item.wireType);
  const { write } = item;
  return (writer, object) => {
    write(writer, valueOf(object));
    writer.writeUint32(tag);
  };
}

function whenSet(valueOf: ValueOf, number: number, item: ItemWriter): FieldWriter {
  const tag = fieldTag(number, item.wireType);
  const { write } = item;
  return (writer, object) => {
    const value = valueOf(object);
    if (value === undefined || value === null) return;
    write(writer, value);
    writer.writeUint32(tag);
  };
}

const KEY = fieldTag(1, LENGTH_DELIMITED);

/** Entries are sorted by key, so that equal maps have equal bytes. */
function mapWriter(valueOf: ValueOf, number: number, shape: MapShape, writerOf: WriterOf): FieldWriter {
  const item = itemWriterOf(shape.value, writerOf);
  const isBytes = shape.value.kind === 'bytes';
  const tag = fieldTag(number, LENGTH_DELIMITED);
  const valueTag = fieldTag(2, item.wireType);
  return (writer, object) => {
    const value = valueOf(object);
    if (value === undefined || value === null) return;
    const map = toPlain(value);
    const keys = Object.keys(map);
    if (keys.length > 1) keys.sort(byUtf8);
    for (let index = keys.length - 1; index >= 0; index--) {
      const key = keys[index] as string;
      const entry = map[key];
      const before = writer.size;
      if (!isBytes || typeof entry === 'string') {
        item.write(writer, entry);
        writer.writeUint32(valueTag);
      }
      writer.writeString(key);
      writer.writeUint32(KEY);
      writer.writeUint32(writer.size - before);
      writer.writeUint32(tag);
    }
  };
}

/** The order of the bytes in UTF-8, which differs from that of UTF-16 only where surrogates are. */
function byUtf8(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index++) {
    const one = a.charCodeAt(index);
    const other = b.charCodeAt(index);
    if (one !== other) return rank(one) - rank(other);
  }
  return a.length - b.length;
}

/** Surrogates stand for characters above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}
