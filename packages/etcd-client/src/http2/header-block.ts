/**
 * Header blocks (HPACK, RFC 7541) without a dynamic table: fields are sent "without indexing", and the peer was told
 * SETTINGS_HEADER_TABLE_SIZE 0. So a block can be decoded, and cached, by itself.
 */
import { ProtocolError } from '../errors.ts';
import { decodeHuffman } from './huffman.ts';

/** By name; the last of several with one name. */
export type Headers = ReadonlyMap<string, string>;

/** The names of the static table that are read, by index; fields with another name of it are decoded under ''. */
const staticNames = new Map<number, string>([[31, 'content-type']]);
const firstStatus = 8;
const statuses = ['200', '204', '206', '304', '400', '404', '500'];
const lastStatic = 61;

interface Reader {
  readonly block: Buffer;
  at: number;
}

/** Throws a `ProtocolError`, also for an index into the dynamic table. */
export function readHeaderBlock(block: Buffer): Headers {
  const headers = new Map<string, string>();
  const reader = { block, at: 0 };
  while (reader.at < block.length) readField(reader, headers);
  return headers;
}

function readField(reader: Reader, headers: Map<string, string>): void {
  const first = reader.block[reader.at] ?? 0;
  if (first >= 0x80) {
    const index = readNumber(reader, 7);
    const status = statusAt(index);
    if (status === undefined) nameAt(index);
    else headers.set(':status', status);
  } else if (first >= 0x20 && first < 0x40) {
    // A size update of the dynamic table: it stays empty.
    readNumber(reader, 5);
  } else {
    const index = readNumber(reader, first >= 0x40 ? 6 : 4);
    const name = index === 0 ? readText(reader) : nameAt(index);
    headers.set(name, readText(reader));
  }
}

function statusAt(index: number): string | undefined {
  return statuses[index - firstStatus];
}

function nameAt(index: number): string {
  if (index === 0 || index > lastStatic) throw new ProtocolError('etcd sent headers that refer to others');
  return statusAt(index) === undefined ? (staticNames.get(index) ?? '') : ':status';
}

/** RFC 7541, section 5.1: the low bits of a byte, continued in further bytes if they are all ones. */
function readNumber(reader: Reader, bits: number): number {
  const most = 2 ** bits - 1;
  let number = readByte(reader) & most;
  if (number < most) return number;
  for (let scale = 1; scale <= 2 ** 21; scale *= 128) {
    const byte = readByte(reader);
    number += (byte & 0x7f) * scale;
    if (byte < 0x80) return number;
  }
  throw new ProtocolError('etcd sent headers with a number without an end');
}

function readByte(reader: Reader): number {
  const byte = reader.block[reader.at];
  if (byte === undefined) throw new ProtocolError('etcd sent headers that are cut off');
  reader.at += 1;
  return byte;
}

function readText(reader: Reader): string {
  const isHuffman = ((reader.block[reader.at] ?? 0) & 0x80) !== 0;
  const length = readNumber(reader, 7);
  const end = reader.at + length;
  if (end > reader.block.length) throw new ProtocolError('etcd sent headers that are cut off');
  const bytes = reader.block.subarray(reader.at, end);
  reader.at = end;
  return isHuffman ? decodeHuffman(bytes) : bytes.toString('latin1');
}

/** A size update of the dynamic table to 0 (RFC 7541, section 6.3). */
const noTable = Buffer.of(0x20);

/**
 * Every field literal, without indexing, without Huffman coding. The size update is required where the peer's SETTINGS
 * make the table smaller (section 4.2), and allowed in every block.
 */
export function writeHeaderBlock(headers: readonly (readonly [name: string, value: string])[]): Buffer {
  const fields = headers.flatMap(([name, value]) => [Buffer.of(0), ...textOf(name), ...textOf(value)]);
  return Buffer.concat([noTable, ...fields]);
}

function textOf(text: string): Buffer[] {
  const bytes = Buffer.from(text, 'latin1');
  return [numberOf(bytes.length), bytes];
}

function numberOf(number: number): Buffer {
  const most = 0x7f;
  if (number < most) return Buffer.of(number);
  const bytes = [most];
  let rest = number - most;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}
