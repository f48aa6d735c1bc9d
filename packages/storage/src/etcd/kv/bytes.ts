/**
 * The few fields of protobuf that reads and writes need, written and read by hand: they
 * are on the path of every request, and a general codec costs several times as much.
 */

/** Larger numbers than these are not told exactly, and refused where they are read. */
const halfRange = 0x1_0000_0000;

export interface Field {
  readonly number: number;
  /** Of a number; zero for bytes. */
  readonly value: number;
  /** Of bytes: shares memory with the message. */
  readonly bytes: Buffer;
}

const none = Buffer.alloc(0);

export function bytesField(number: number, bytes: Uint8Array): Uint8Array[] {
  return [varint((number << 3) | 2), varint(bytes.length), bytes];
}

export function messageField(number: number, parts: readonly Uint8Array[]): Uint8Array[] {
  let length = 0;
  for (const part of parts) length += part.length;
  return [varint((number << 3) | 2), varint(length), ...parts];
}

/** Zero is what is not written. */
export function numberField(number: number, value: number): Uint8Array[] {
  return value === 0 ? [] : [varint(number << 3), varint(value)];
}

/** Most numbers are small, and nobody changes their bytes. */
const smallNumbers = Array.from({ length: 0x80 }, (_, value) => Uint8Array.of(value));

function varint(value: number): Uint8Array {
  const small = smallNumbers[value];
  if (small !== undefined) return small;
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

/** The fields of a message in their order. Throws on what is no message. */
export function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  const reader = { message, at: 0 };
  while (reader.at < message.length) {
    const tag = readVarint(reader);
    const number = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        fields.push({ number, value: readVarint(reader), bytes: none });
        break;
      case 1:
        skip(reader, 8);
        break;
      case 2: {
        const length = readVarint(reader);
        fields.push({ number, value: 0, bytes: skip(reader, length) });
        break;
      }
      case 5:
        skip(reader, 4);
        break;
      default:
        throw new Error('etcd sent what is no message');
    }
  }
  return fields;
}

interface Reader {
  readonly message: Buffer;
  at: number;
}

function skip(reader: Reader, length: number): Buffer {
  const end = reader.at + length;
  if (end > reader.message.length) throw new Error('etcd sent a message that is cut off');
  const bytes = reader.message.subarray(reader.at, end);
  reader.at = end;
  return bytes;
}

/** Numbers of 64 bits; what is beyond 2^53 comes out inexact, and is refused by whoever uses it. */
function readVarint(reader: Reader): number {
  let low = 0;
  let high = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    const byte = reader.message[reader.at];
    if (byte === undefined) throw new Error('etcd sent a message that is cut off');
    reader.at += 1;
    if (shift < 28) low += (byte & 0x7f) * 2 ** shift;
    else high += (byte & 0x7f) * 2 ** (shift - 28);
    if (byte < 0x80) return low + (high % (halfRange * 16)) * 2 ** 28;
  }
  throw new Error('etcd sent a number without an end');
}
