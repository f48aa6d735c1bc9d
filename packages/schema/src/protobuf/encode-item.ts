/**
 * Writes one value of any shape. Takes the encoder of declared messages as an
 * argument, so that it need not know how one is compiled. Null and undefined are
 * written as the zero value: whether to write at all is the field's business.
 */
import type { ListShape, Message, Shape } from '../language/descriptor.ts';
import { parseDuration } from '../formats/duration.ts';
import { stringifyJson } from '../json/stringify-json.ts';
import { alternativeOf } from './alternative.ts';
import { toPlain } from './plain.ts';
import type { Plain } from './plain.ts';
import { parseTimestamp } from './timestamp.ts';
import { FIXED64, LENGTH_DELIMITED, fieldTag, VARINT } from './wire.ts';
import type { WireType } from './wire.ts';
import type { Writer } from './writer.ts';

/** Writes a message without its length. */
export type MessageWriter = (writer: Writer, object: Plain) => void;

export type WriterOf = (message: Message) => MessageWriter;

export interface ItemWriter {
  readonly wireType: WireType;
  readonly write: (writer: Writer, value: unknown) => void;
}

const INT_1 = fieldTag(1, VARINT);
const INT_2 = fieldTag(2, VARINT);
const BYTES_1 = fieldTag(1, LENGTH_DELIMITED);
const BYTES_3 = fieldTag(3, LENGTH_DELIMITED);

const nothing: Plain = Object.freeze({});

export function itemWriterOf(shape: Shape, writerOf: WriterOf): ItemWriter {
  switch (shape.kind) {
    case 'string':
      return { wireType: LENGTH_DELIMITED, write: (writer, value) => writer.writeString((value ?? '') as string) };
    case 'bool':
      return { wireType: VARINT, write: (writer, value) => writer.writeBool((value ?? false) as boolean) };
    case 'int32':
      return { wireType: VARINT, write: (writer, value) => writer.writeInt32((value ?? 0) as number) };
    case 'int64':
      return { wireType: VARINT, write: (writer, value) => writer.writeInt64((value ?? 0) as number | bigint) };
    case 'double':
      return { wireType: FIXED64, write: (writer, value) => writer.writeDouble((value ?? 0) as number) };
    case 'bytes':
      return { wireType: LENGTH_DELIMITED, write: (writer, value) => writer.writeBase64((value ?? '') as string) };
    case 'map':
      throw new Error('protobuf has no lists or maps of maps');
    case 'time':
    case 'microTime':
      return nested(shape.kind === 'time' ? writeTime : writeMicroTime);
    case 'duration':
      return nested(writeDuration);
    case 'quantity':
      return nested(writeQuantity);
    case 'intOrString':
      return nested(writeIntOrString);
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return nested(writeFreeForm);
    case 'list':
      return nested(wrappedWriterOf(shape, writerOf));
    case 'message': {
      const writeFields = writerOf(shape.message());
      return nested((writer, value) => writeFields(writer, toPlain(value ?? nothing)));
    }
    case 'alternative': {
      const { message, toWire } = alternativeOf(shape);
      const writeFields = writerOf(message);
      return nested((writer, value) => writeFields(writer, toWire(value)));
    }
  }
}

function nested(writeBody: (writer: Writer, value: unknown) => void): ItemWriter {
  return {
    wireType: LENGTH_DELIMITED,
    write(writer, value) {
      const before = writer.size;
      writeBody(writer, value);
      writer.writeUint32(writer.size - before);
    },
  };
}

function wrappedWriterOf(shape: ListShape, writerOf: WriterOf): (writer: Writer, value: unknown) => void {
  if (shape.isWrapped !== true) throw new Error('protobuf has lists of lists only where the inner one is wrapped');
  const item = itemWriterOf(shape.item, writerOf);
  const tag = fieldTag(1, item.wireType);
  return (writer, value) => writeItems(writer, value ?? [], item, tag);
}

export function writeItems(writer: Writer, items: unknown, item: ItemWriter, tag: number): void {
  if (!Array.isArray(items)) throw new TypeError('not a list');
  for (let index = items.length - 1; index >= 0; index--) {
    item.write(writer, items[index]);
    writer.writeUint32(tag);
  }
}

/** The peer keeps seconds only, and writes the nanoseconds all the same. */
function writeTime(writer: Writer, value: unknown): void {
  const timestamp = value === null || value === undefined ? undefined : parseTimestamp(value as string);
  if (timestamp !== undefined) writeTimestamp(writer, timestamp.seconds, 0);
}

function writeMicroTime(writer: Writer, value: unknown): void {
  const timestamp = value === null || value === undefined ? undefined : parseTimestamp(value as string);
  if (timestamp !== undefined) writeTimestamp(writer, timestamp.seconds, timestamp.nanos);
}

function writeTimestamp(writer: Writer, seconds: number, nanos: number): void {
  writer.writeInt32(nanos);
  writer.writeUint32(INT_2);
  writer.writeInt64(seconds);
  writer.writeUint32(INT_1);
}

function writeDuration(writer: Writer, value: unknown): void {
  const duration = parseDuration((value ?? '0s') as string);
  if (!duration.ok) throw new TypeError(duration.message);
  writer.writeInt64(duration.value);
  writer.writeUint32(INT_1);
}

function writeQuantity(writer: Writer, value: unknown): void {
  writer.writeString((value ?? '0') as string);
  writer.writeUint32(BYTES_1);
}

function writeIntOrString(writer: Writer, value: unknown): void {
  const isString = typeof value === 'string';
  writer.writeString(isString ? value : '');
  writer.writeUint32(BYTES_3);
  writer.writeInt32(isString ? 0 : ((value ?? 0) as number));
  writer.writeUint32(INT_2);
  writer.writeBool(isString);
  writer.writeUint32(INT_1);
}

function writeFreeForm(writer: Writer, value: unknown): void {
  if (value === null || value === undefined) return;
  writer.writeString(stringifyJson(value));
  writer.writeUint32(BYTES_1);
}
