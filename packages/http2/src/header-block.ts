/**
 * Reads header blocks (HPACK, RFC 7541) without a dynamic table: the server was told SETTINGS_HEADER_TABLE_SIZE 0. So a
 * block can be decoded, and cached, by itself.
 */
import { protocolError } from './errors.ts';
import { decodeHuffman } from './huffman.ts';
import { staticTable } from './static-table.ts';

export interface HeaderBlock {
  /** `:status`; 0 in a block without one, as trailers are. */
  readonly status: number;
  /** As received, in order, without pseudo-headers: name, value, name, value. */
  readonly fields: readonly string[];
  /** `content-length`; undefined without one. */
  readonly length: number | undefined;
  /** The rule of HTTP that it breaks (RFC 9113, section 8.2); undefined for good ones. */
  readonly fault: string | undefined;
}

/** The value of the first field with this name. */
export function fieldOf({ fields }: HeaderBlock, name: string): string | undefined {
  for (let index = 0; index < fields.length; index += 2) if (fields[index] === name) return fields[index + 1];
  return undefined;
}

interface Reader {
  readonly block: Buffer;
  at: number;
}

interface Draft {
  status: number;
  readonly fields: string[];
  length: number | undefined;
  fault: string | undefined;
}

/** Throws a protocol error for what is no block, also for an index into the dynamic table. */
export function readHeaderBlock(block: Buffer): HeaderBlock {
  const draft: Draft = { status: 0, fields: [], length: undefined, fault: undefined };
  const reader = { block, at: 0 };
  while (reader.at < block.length) readField(reader, draft);
  return draft;
}

function readField(reader: Reader, draft: Draft): void {
  const first = reader.block[reader.at] ?? 0;
  if (first >= 0x80) {
    const [name, value] = entryAt(readNumber(reader, 7));
    note(draft, name, value);
  } else if (first >= 0x20 && first < 0x40) {
    // A size update of the dynamic table: it stays empty.
    readNumber(reader, 5);
  } else {
    const index = readNumber(reader, first >= 0x40 ? 6 : 4);
    const name = index === 0 ? readText(reader) : entryAt(index)[0];
    note(draft, name, readText(reader));
  }
}

function entryAt(index: number): readonly [name: string, value: string] {
  const entry = index === 0 ? undefined : staticTable[index];
  if (entry === undefined) throw protocolError('the server sent headers that refer to others');
  return entry;
}

/** RFC 9110, section 5.6.2, in lower case: RFC 9113, section 8.2.1. */
const plainName = /^[\d!#$%&'*+.^_`|~a-z-]+$/;
/** RFC 9113, section 8.2.1: these would end a header where it is passed on over HTTP/1.1. */
const breaks = /[\0\r\n]/;
/** RFC 9113, section 8.2.2. */
const ofConnections = new Set(['connection', 'proxy-connection', 'keep-alive', 'transfer-encoding', 'upgrade']);
const statusCode = /^[1-9]\d\d$/;
const lengthDigits = /^\d{1,15}$/;

function note(draft: Draft, name: string, value: string): void {
  if (name.startsWith(':')) return notePseudo(draft, name, value);
  if (draft.fields.length >= mostFields * 2) {
    draft.fault = 'too many header fields';
    return;
  }
  draft.fields.push(name, value);
  if (!plainName.test(name) || ofConnections.has(name) || breaks.test(value)) {
    draft.fault ??= `invalid header field ${JSON.stringify(name.slice(0, shownLetters))}`;
  } else if (name === 'content-length') noteLength(draft, value);
}

function noteLength(draft: Draft, value: string): void {
  const length = lengthDigits.test(value) ? Number(value) : undefined;
  if (length === undefined || (draft.length !== undefined && draft.length !== length)) {
    draft.fault ??= 'invalid content-length';
  }
  draft.length = length;
}

/** A field that names an entry of the static table takes one byte, and thirty where it is passed on. */
const mostFields = 1_000;
const shownLetters = 40;

function notePseudo(draft: Draft, name: string, value: string): void {
  const isGood = name === ':status' && draft.status === 0 && draft.fields.length === 0 && statusCode.test(value);
  if (isGood) draft.status = Number(value);
  else draft.fault ??= `invalid pseudo-header ${JSON.stringify(name.slice(0, shownLetters))}`;
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
  throw protocolError('the server sent headers with a number without an end');
}

function readByte(reader: Reader): number {
  const byte = reader.block[reader.at];
  if (byte === undefined) throw protocolError('the server sent headers that are cut off');
  reader.at += 1;
  return byte;
}

function readText(reader: Reader): string {
  const isHuffman = ((reader.block[reader.at] ?? 0) & 0x80) !== 0;
  const length = readNumber(reader, 7);
  const end = reader.at + length;
  if (end > reader.block.length) throw protocolError('the server sent headers that are cut off');
  const bytes = reader.block.subarray(reader.at, end);
  reader.at = end;
  return isHuffman ? decodeHuffman(bytes) : bytes.toString('latin1');
}
