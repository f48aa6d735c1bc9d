/**
 * Reads the single values of the wire: scalars, and the special forms that are
 * messages of the wire but plain values in memory. Knows no lists, maps or
 * declared messages.
 */
import type { Shape } from '../language/descriptor.ts';
import { canonicalQuantity } from '../formats/quantity.ts';
import { formatDuration } from '../formats/duration.ts';
import { maxNesting } from '../json/max-nesting.ts';
import { parseJson } from '../json/parse-json.ts';
import type { WireReader } from './reader.ts';
import { formatMicroTime, formatTime } from './timestamp.ts';
import { FIXED64, LENGTH_DELIMITED, refuseMessage, fieldTag, VARINT } from './wire.ts';
import type { WireType } from './wire.ts';

export interface ValueReader {
  readonly wireType: WireType;
  /** A value of this shape cannot nest, so needs no depth of its own. */
  readonly read: (reader: WireReader) => unknown;
}

export type SimpleShape = Exclude<Shape, { readonly kind: 'list' | 'map' | 'message' | 'alternative' }>;

export function valueReaderOf(shape: SimpleShape): ValueReader {
  switch (shape.kind) {
    case 'string':
      return { wireType: LENGTH_DELIMITED, read: (reader) => reader.readString() };
    case 'bool':
      return { wireType: VARINT, read: (reader) => reader.readBool() };
    case 'int32':
      return { wireType: VARINT, read: (reader) => reader.readInt32() };
    case 'int64':
      return { wireType: VARINT, read: (reader) => reader.readInt64() };
    case 'double':
      return { wireType: FIXED64, read: (reader) => reader.readDouble() };
    case 'bytes':
      return { wireType: LENGTH_DELIMITED, read: (reader) => reader.readBase64() };
    case 'time':
      return { wireType: LENGTH_DELIMITED, read: readTime };
    case 'microTime':
      return { wireType: LENGTH_DELIMITED, read: readMicroTime };
    case 'duration':
      return { wireType: LENGTH_DELIMITED, read: readDuration };
    case 'quantity':
      return { wireType: LENGTH_DELIMITED, read: readQuantity };
    case 'intOrString':
      return { wireType: LENGTH_DELIMITED, read: readIntOrString };
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return { wireType: LENGTH_DELIMITED, read: readFreeForm };
  }
}

/** The value in memory of a field that is not on the wire. */
export function emptyValueOf(shape: SimpleShape): string | number | boolean | null {
  switch (shape.kind) {
    case 'string':
    case 'bytes':
      return '';
    case 'bool':
      return false;
    case 'int32':
    case 'int64':
    case 'double':
    case 'intOrString':
      return 0;
    case 'duration':
      return '0s';
    case 'quantity':
      return '0';
    case 'time':
    case 'microTime':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return null;
  }
}

const INT_1 = fieldTag(1, VARINT);
const INT_2 = fieldTag(2, VARINT);
const BYTES_1 = fieldTag(1, LENGTH_DELIMITED);
const BYTES_3 = fieldTag(3, LENGTH_DELIMITED);

function readTime(reader: WireReader): string | null {
  const outer = reader.enter();
  if (reader.pos === reader.limit) {
    reader.leave(outer);
    return null;
  }
  let seconds: number | bigint = 0;
  while (reader.pos < reader.limit) {
    const tag = reader.readTag();
    if (tag === INT_1) seconds = reader.readInt64();
    else if (tag === INT_2) reader.readInt32();
    else reader.skip(tag, 2);
  }
  reader.leave(outer);
  return formatTime(seconds);
}

function readMicroTime(reader: WireReader): string | null {
  const outer = reader.enter();
  if (reader.pos === reader.limit) {
    reader.leave(outer);
    return null;
  }
  let seconds: number | bigint = 0;
  let nanos = 0;
  while (reader.pos < reader.limit) {
    const tag = reader.readTag();
    if (tag === INT_1) seconds = reader.readInt64();
    else if (tag === INT_2) nanos = reader.readInt32();
    else reader.skip(tag, 2);
  }
  reader.leave(outer);
  return formatMicroTime(seconds, nanos);
}

function readDuration(reader: WireReader): string {
  const outer = reader.enter();
  let nanoseconds: number | bigint = 0;
  while (reader.pos < reader.limit) {
    const tag = reader.readTag();
    if (tag === INT_1) nanoseconds = reader.readInt64();
    else reader.skip(tag, 1);
  }
  reader.leave(outer);
  return formatDuration(BigInt(nanoseconds));
}

function readQuantity(reader: WireReader): string {
  const outer = reader.enter();
  let text = '';
  while (reader.pos < reader.limit) {
    const tag = reader.readTag();
    if (tag === BYTES_1) text = reader.readString();
    else reader.skip(tag, 1);
  }
  reader.leave(outer);
  if (text === '' || text === '0') return '0';
  return canonicalQuantity(text) ?? refuseMessage('a quantity is malformed');
}

function readIntOrString(reader: WireReader): number | string {
  const outer = reader.enter();
  let type = 0;
  let int = 0;
  let string = '';
  while (reader.pos < reader.limit) {
    const tag = reader.readTag();
    if (tag === INT_1) type = reader.readInt32();
    else if (tag === INT_2) int = reader.readInt32();
    else if (tag === BYTES_3) string = reader.readString();
    else reader.skip(tag, 3);
  }
  reader.leave(outer);
  if (type !== 0 && type !== 1) refuseMessage('an int-or-string is neither');
  return type === 0 ? int : string;
}

function readFreeForm(reader: WireReader): unknown {
  const outer = reader.enter();
  let text = '';
  while (reader.pos < reader.limit) {
    const tag = reader.readTag();
    if (tag === BYTES_1) text = reader.readString();
    else reader.skip(tag, 1);
  }
  reader.leave(outer);
  if (text === '') return null;
  const parsed = parseJson(text, { maxDepth: maxNesting - 2 * reader.depth + 1 });
  return parsed.ok ? parsed.value : refuseMessage(`embedded JSON: ${parsed.message}`);
}
