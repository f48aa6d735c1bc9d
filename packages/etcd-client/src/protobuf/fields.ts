/**
 * The wire format of protobuf, as far as the messages of etcd need it. Written by hand: it is on the path of every
 * request, and a general codec costs several times as much.
 */
import { ProtocolError } from '../errors.ts';

const halfRange = 0x1_0000_0000;

export interface WireField {
  readonly number: number;
  /** Of a varint; zero for bytes. */
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

/** Zero is the default of proto3 and is not written. */
export function numberField(number: number, value: number): Uint8Array[] {
  return value === 0 ? [] : [varint(number << 3), varint(value)];
}

/** Most numbers are small. Shared: the bytes are never changed. */
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

/**
 * The most fields of a message: more than the largest page of a range (10,000 entries) or fragment of a watch has. A
 * field can be two bytes long, and each costs two hundred bytes of memory.
 */
const mostFields = 200_000;

/** The fields of a message in their order; those of fixed length are skipped. Throws a `ProtocolError`. */
export function fieldsOf(message: Buffer): WireField[] {
  const fields: WireField[] = [];
  const reader = { message, at: 0 };
  while (reader.at < message.length) {
    if (fields.length >= mostFields) throw new ProtocolError('etcd sent a message with too many fields');
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
        throw new ProtocolError('etcd sent what is no message');
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
  if (end > reader.message.length) throw new ProtocolError('etcd sent a message that is cut off');
  const bytes = reader.message.subarray(reader.at, end);
  reader.at = end;
  return bytes;
}

/** A number of 64 bits. Above 2^53 the result is inexact; its reader applies `exact`. */
function readVarint(reader: Reader): number {
  let low = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = nextByte(reader);
    low |= (byte & 0x7f) << shift;
    if (byte < 0x80) return low;
  }
  let high = 0;
  let weight = 1;
  for (let index = 4; index < 10; index += 1) {
    const byte = nextByte(reader);
    high += (byte & 0x7f) * weight;
    if (byte < 0x80) return low + (high % (halfRange * 16)) * 2 ** 28;
    weight *= 0x80;
  }
  throw new ProtocolError('etcd sent a number without an end');
}

function nextByte(reader: Reader): number {
  const byte = reader.message[reader.at];
  if (byte === undefined) throw new ProtocolError('etcd sent a message that is cut off');
  reader.at += 1;
  return byte;
}
