/**
 * Reads the header blocks of requests (HPACK, RFC 7541), with a dynamic table, and by the rules of RFC 9113, section 8.
 * Most requests of a client are alike: blocks that neither change the table nor came before a change are cached.
 */
import { protocolError, resetCodes } from '../errors.ts';
import { isFieldAllowed, parseLength, showField } from '../field-rules.ts';
import { readHpackNumber, readHpackText, type BlockReader } from '../hpack-reader.ts';
import { HeaderTable, fieldBytes, type HeaderField } from './header-table.ts';

export interface RequestBlock {
  /** Empty in trailers, as the next three. */
  readonly method: string;
  readonly scheme: string;
  readonly path: string;
  /** Empty where the client names its server by `host` or not at all. */
  readonly authority: string;
  /** As received, in order, without pseudo-headers: name, value, name, value. */
  readonly fields: readonly string[];
  /** `content-length`; undefined without one. */
  readonly length: number | undefined;
  /** The rule of HTTP that it breaks; undefined for good ones. */
  readonly fault: string | undefined;
  /** The fields beyond the limit are not in `fields`. */
  readonly isTooLarge: boolean;
}

type Pseudo = 'method' | 'scheme' | 'path' | 'authority';
type Draft = { -readonly [Key in keyof RequestBlock]: RequestBlock[Key] } & {
  readonly fields: string[];
  /** Bits of the pseudo-headers that have come. */
  seen: number;
  bytes: number;
};

/** Of all fields of a request, each with 32 bytes (RFC 9113, section 10.5.1). A block may expand a thousand times. */
export const headerListBytes = 64 * 1024;
const mostCached = 64;
const longestCached = 1_024;

const bits: Readonly<Record<Pseudo, number>> = { method: 1, scheme: 2, path: 4, authority: 8 };
const ofTunnels = bits.method | bits.authority;

/** For the blocks of one connection, in order. Throws a compression error, after which nothing more can be read. */
export function createRequestReader(): (block: Buffer) => RequestBlock {
  const table = new HeaderTable();
  const known = new Map<string, RequestBlock>();
  /** `table.changes` as it was when the first of `known` was read. */
  let knownAt = table.changes;
  return (block) => {
    if (block.length > longestCached) return readBlock(block, table);
    // Here and not after a change, so that no way of changing the table is forgotten: a stale block is another request.
    if (table.changes !== knownAt || known.size >= mostCached) {
      known.clear();
      knownAt = table.changes;
    }
    const text = block.toString('latin1');
    const cached = known.get(text);
    if (cached !== undefined) return cached;
    const read = readBlock(block, table);
    if (table.changes === knownAt) known.set(text, read);
    return read;
  };
}

function readBlock(block: Buffer, table: HeaderTable): RequestBlock {
  // Written out, as is the result: a spread costs more than reading the block.
  const draft: Draft = {
    method: '',
    scheme: '',
    path: '',
    authority: '',
    fields: [],
    length: undefined,
    fault: undefined,
    isTooLarge: false,
    seen: 0,
    bytes: 0,
  };
  const reader: BlockReader = { block, at: 0 };
  let isBegun = false;
  while (reader.at < block.length) {
    const field = readField(reader, table, isBegun);
    if (field === undefined) continue;
    isBegun = true;
    note(draft, field);
  }
  const { method, scheme, path, authority, fields, length, isTooLarge } = draft;
  return { method, scheme, path, authority, fields, length, fault: draft.fault ?? findFault(draft), isTooLarge };
}

/** Undefined for a size update, which comes before the first field alone (RFC 7541, section 4.2). */
function readField(reader: BlockReader, table: HeaderTable, isBegun: boolean): HeaderField | undefined {
  const first = reader.block[reader.at] ?? 0;
  if (first >= 0x80) return table.at(readHpackNumber(reader, 7));
  if (first >= 0x20 && first < 0x40) {
    if (isBegun) throw protocolError('the peer sent a header table between headers', resetCodes.compression);
    table.resize(readHpackNumber(reader, 5));
    return undefined;
  }
  const isKept = first >= 0x40;
  const index = readHpackNumber(reader, isKept ? 6 : 4);
  const name = index === 0 ? readHpackText(reader) : table.at(index)[0];
  const field = [name, readHpackText(reader)] as const;
  if (isKept) table.add(field);
  return field;
}

function note(draft: Draft, field: HeaderField): void {
  const [name, value] = field;
  draft.bytes += fieldBytes(field);
  if (draft.bytes > headerListBytes) draft.isTooLarge = true;
  else if (name.startsWith(':')) notePseudo(draft, name, value);
  else noteField(draft, name, value);
}

/** Section 8.3: known, once, before all others. */
function notePseudo(draft: Draft, name: string, value: string): void {
  const pseudo = pseudoOf(name);
  if (pseudo === undefined || (draft.seen & bits[pseudo]) !== 0 || draft.fields.length > 0 || !isText.test(value)) {
    draft.fault ??= `invalid pseudo-header ${showField(name)}`;
    return;
  }
  draft.seen |= bits[pseudo];
  draft[pseudo] = value;
}

function pseudoOf(name: string): Pseudo | undefined {
  switch (name) {
    case ':method':
      return 'method';
    case ':scheme':
      return 'scheme';
    case ':path':
      return 'path';
    case ':authority':
      return 'authority';
    default:
      return undefined;
  }
}

const isText = /^[\x21-\x7e]*$/;
/** Section 8.2.1. A server behind this one would strip the white space, and read another value than was checked here. */
const edgeSpace = /^[ \t]|[ \t]$/;

function noteField(draft: Draft, name: string, value: string): void {
  draft.fields.push(name, value);
  const isAllowed = isFieldAllowed(name, value) && !edgeSpace.test(value) && (name !== 'te' || value === 'trailers');
  if (!isAllowed) draft.fault ??= `invalid header field ${showField(name)}`;
  if (name !== 'content-length') return;
  const length = parseLength(value);
  if (length === undefined || (draft.length !== undefined && draft.length !== length)) {
    draft.fault ??= 'invalid content-length';
  }
  draft.length = length;
}

/** Section 8.3.1. Blocks without any pseudo-header are trailers, or no requests. */
function findFault({ method, scheme, path, authority, seen }: Draft): string | undefined {
  if (seen === 0) return undefined;
  // Section 8.5.
  if (method === 'CONNECT') return seen === ofTunnels && authority !== '' ? undefined : 'invalid tunnel';
  if (method === '' || scheme === '') return 'a pseudo-header is missing';
  const isPath = path.startsWith('/') || (path === '*' && method === 'OPTIONS');
  return isPath ? undefined : 'invalid path';
}
