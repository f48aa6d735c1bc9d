/**
 * Reads one field of a message into its slot: lists append, maps add, messages
 * merge, everything else takes the last value sent. A slot stays undefined while
 * the field is empty.
 */
import type { Field, ListShape, MapShape } from '../language/descriptor.ts';
import { setOwn } from '../json/set-own.ts';
import type { Plain } from './plain.ts';
import { itemReaderOf, readNested, wrappedReaderOf } from './decode-item.ts';
import type { MessageReader, ReaderOf } from './decode-item.ts';
import { emptyValueOf, valueReaderOf } from './decode-value.ts';
import type { SimpleShape } from './decode-value.ts';
import type { WireReader } from './reader.ts';
import { LENGTH_DELIMITED, fieldTag } from './wire.ts';
import type { WireType } from './wire.ts';

export type Slots = unknown[];

export type FieldReader = (reader: WireReader, slots: Slots) => void;

type ByWireType = ReadonlyMap<WireType, FieldReader>;

export interface FieldReaders {
  readonly byWireType: ByWireType;
  /** Gives the field's value where the slot is undefined. The field is left out where this function is absent. */
  readonly readNothing?: (reader: WireReader) => unknown;
}

export function fieldReadersOf(field: Field, slot: number, readerOf: ReaderOf): FieldReaders {
  const { shape } = field;
  switch (shape.kind) {
    case 'list':
      return { byWireType: listReaders(shape, field, slot, readerOf), ...nullIfShown(field) };
    case 'map':
      return { byWireType: new Map([[LENGTH_DELIMITED, mapReader(shape, slot, readerOf)]]), ...nullIfShown(field) };
    case 'message': {
      const readFields = readerOf(shape.message());
      return { byWireType: new Map([[LENGTH_DELIMITED, merging(readFields, slot)]]), ...nothingOf(field, readerOf) };
    }
    case 'alternative': {
      const { read, wireType } = itemReaderOf(shape, readerOf);
      return { byWireType: new Map([[wireType, unlessEmpty(read, slot, null)]]), ...nothingOf(field, readerOf) };
    }
    case 'string':
    case 'bool':
    case 'int32':
    case 'int64':
    case 'double':
    case 'bytes':
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return simpleReaders(field, shape, slot);
  }
}

type Nothing = Pick<FieldReaders, 'readNothing'>;

function nullIfShown(field: Field): Nothing {
  return field.isAlwaysWritten ? { readNothing: () => null } : {};
}

function nothingOf(field: Field, readerOf: ReaderOf): Nothing {
  return field.presence === 'pointer'
    ? nullIfShown(field)
    : { readNothing: itemReaderOf(field.shape, readerOf).readNothing };
}

/** Values that memory leaves out when they are zero; the others are shown as their zero value. */
const leftOutWhenEmpty = new Set(['string', 'bool', 'int32', 'int64', 'double']);

function simpleReaders(field: Field, shape: SimpleShape, slot: number): FieldReaders {
  const { wireType, read } = valueReaderOf(shape);
  const empty = emptyValueOf(shape);
  const keepsEmpty = field.presence === 'pointer' && empty !== null && shape.kind !== 'bytes';
  const byWireType = new Map([[wireType, keepsEmpty ? lastWins(read, slot) : unlessEmpty(read, slot, empty)]]);
  if (field.presence === 'pointer' || shape.kind === 'bytes') return { byWireType, ...nullIfShown(field) };
  if (!field.isAlwaysWritten && leftOutWhenEmpty.has(shape.kind)) return { byWireType };
  return { byWireType, readNothing: () => empty };
}

function lastWins(read: (reader: WireReader) => unknown, slot: number): FieldReader {
  return (reader, slots) => {
    slots[slot] = read(reader);
  };
}

function unlessEmpty(read: (reader: WireReader) => unknown, slot: number, empty: unknown): FieldReader {
  return (reader, slots) => {
    const value = read(reader);
    slots[slot] = value === empty ? undefined : value;
  };
}

function merging(readFields: MessageReader, slot: number): FieldReader {
  return (reader, slots) => {
    slots[slot] = readNested(reader, readFields, slots[slot] as Plain | undefined);
  };
}

function listReaders(shape: ListShape, field: Field, slot: number, readerOf: ReaderOf): ByWireType {
  if (shape.isWrapped === true) {
    return new Map([[LENGTH_DELIMITED, wrappedListReader(wrappedReaderOf(shape, readerOf), field, slot)]]);
  }
  const { read, wireType } = itemReaderOf(shape.item, readerOf);
  const readOne: FieldReader = (reader, slots) => {
    reader.countItem();
    const items = slots[slot] as unknown[] | undefined;
    if (items === undefined) slots[slot] = [read(reader)];
    else items.push(read(reader));
  };
  if (wireType === LENGTH_DELIMITED) return new Map([[LENGTH_DELIMITED, readOne]]);
  return new Map([
    [wireType, readOne],
    [LENGTH_DELIMITED, packed(readOne)],
  ]);
}

/** Numbers and bools may come packed, many in one field. */
function packed(readOne: FieldReader): FieldReader {
  return (reader, slots) => {
    const outer = reader.enter();
    while (reader.pos < reader.limit) readOne(reader, slots);
    reader.leave(outer);
  };
}

/** A wrapped list is a message, so an empty one differs from an absent one. */
function wrappedListReader(readInto: ReturnType<typeof wrappedReaderOf>, field: Field, slot: number): FieldReader {
  return (reader, slots) => {
    const items = readInto(reader, (slots[slot] as unknown[] | undefined) ?? []);
    slots[slot] = items.length > 0 || field.isAlwaysWritten ? items : undefined;
  };
}

const KEY = fieldTag(1, LENGTH_DELIMITED);

function mapReader(shape: MapShape, slot: number, readerOf: ReaderOf): FieldReader {
  const item = itemReaderOf(shape.value, readerOf);
  const valueTag = fieldTag(2, item.wireType);
  return (reader, slots) => {
    reader.countItem();
    const outer = reader.enter();
    let key = '';
    let value: unknown;
    while (reader.pos < reader.limit) {
      const tag = reader.readTag();
      if (tag === KEY) key = reader.readString();
      else if (tag === valueTag) value = item.read(reader);
      else reader.skip(tag, 2);
    }
    if (value === undefined) value = item.readNothing(reader);
    reader.leave(outer);
    setOwn((slots[slot] ??= {}) as Plain, key, value);
  };
}
