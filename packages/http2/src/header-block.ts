/**
 * Reads header blocks (HPACK, RFC 7541) without a dynamic table: the server was told SETTINGS_HEADER_TABLE_SIZE 0. So a
 * block can be decoded, and cached, by itself.
 */
import { protocolError } from './errors.ts';
import { isFieldAllowed, parseLength, showField } from './field-rules.ts';
import { readHpackNumber, readHpackText, type BlockReader } from './hpack-reader.ts';
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

function readField(reader: BlockReader, draft: Draft): void {
  const first = reader.block[reader.at] ?? 0;
  if (first >= 0x80) {
    const [name, value] = entryAt(readHpackNumber(reader, 7));
    note(draft, name, value);
  } else if (first >= 0x20 && first < 0x40) {
    // A size update of the dynamic table: it stays empty.
    readHpackNumber(reader, 5);
  } else {
    const index = readHpackNumber(reader, first >= 0x40 ? 6 : 4);
    const name = index === 0 ? readHpackText(reader) : entryAt(index)[0];
    note(draft, name, readHpackText(reader));
  }
}

function entryAt(index: number): readonly [name: string, value: string] {
  const entry = index === 0 ? undefined : staticTable[index];
  if (entry === undefined) throw protocolError('the server sent headers that refer to others');
  return entry;
}

const statusCode = /^[1-9]\d\d$/;

function note(draft: Draft, name: string, value: string): void {
  if (name.startsWith(':')) return notePseudo(draft, name, value);
  if (draft.fields.length >= mostFields * 2) {
    draft.fault = 'too many header fields';
    return;
  }
  draft.fields.push(name, value);
  if (!isFieldAllowed(name, value)) draft.fault ??= `invalid header field ${showField(name)}`;
  else if (name === 'content-length') noteLength(draft, value);
}

function noteLength(draft: Draft, value: string): void {
  const length = parseLength(value);
  if (length === undefined || (draft.length !== undefined && draft.length !== length)) {
    draft.fault ??= 'invalid content-length';
  }
  draft.length = length;
}

/** A field that names an entry of the static table takes one byte, and thirty where it is passed on. */
const mostFields = 1_000;

function notePseudo(draft: Draft, name: string, value: string): void {
  const isGood = name === ':status' && draft.status === 0 && draft.fields.length === 0 && statusCode.test(value);
  if (isGood) draft.status = Number(value);
  else draft.fault ??= `invalid pseudo-header ${showField(name)}`;
}
