/**
 * The envelope around a message: four bytes of magic, then a message that names
 * the kind and holds the raw bytes. Knows nothing of their content.
 */
import type { TypeMeta } from '../language/infer.ts';
import { WireReader } from './reader.ts';
import { isWireFault, LENGTH_DELIMITED, fieldTag } from './wire.ts';
import { Writer } from './writer.ts';

/** `k8s` and a zero byte. */
const MAGIC = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);

export interface Envelope {
  readonly typeMeta: Required<TypeMeta>;
  /** Shares memory with the bytes it came from. */
  readonly raw: Uint8Array;
  readonly contentEncoding: string;
  readonly contentType: string;
}

export type OpenResult =
  { readonly ok: true; readonly envelope: Envelope } | { readonly ok: false; readonly message: string };

const BYTES_1 = fieldTag(1, LENGTH_DELIMITED);
const BYTES_2 = fieldTag(2, LENGTH_DELIMITED);
const BYTES_3 = fieldTag(3, LENGTH_DELIMITED);
const BYTES_4 = fieldTag(4, LENGTH_DELIMITED);

const shared = new Writer();

/** Content encoding and type are empty, and written all the same, as the peer does. */
export function sealEnvelope(typeMeta: TypeMeta, raw: Uint8Array): Uint8Array {
  try {
    writeTail();
    shared.writeRaw(raw);
    writeHead(typeMeta, raw.length);
    return shared.finish();
  } finally {
    shared.clear();
  }
}

export interface Seal {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** The bytes around a raw object of `rawLength` bytes, for callers that do not hold it all at once. */
export function envelopeAround(typeMeta: TypeMeta, rawLength: number): Seal {
  try {
    writeTail();
    const tail = shared.finish();
    writeHead(typeMeta, rawLength);
    return { head: shared.finish(), tail };
  } finally {
    shared.clear();
  }
}

function writeTail(): void {
  writeString(BYTES_4, '');
  writeString(BYTES_3, '');
}

function writeHead(typeMeta: TypeMeta, rawLength: number): void {
  shared.writeUint32(rawLength);
  shared.writeUint32(BYTES_2);
  const before = shared.size;
  writeString(BYTES_2, typeMeta.kind ?? '');
  writeString(BYTES_1, typeMeta.apiVersion ?? '');
  shared.writeUint32(shared.size - before);
  shared.writeUint32(BYTES_1);
  shared.writeRaw(MAGIC);
}

function writeString(tag: number, text: string): void {
  shared.writeString(text);
  shared.writeUint32(tag);
}

export function isEnvelope(bytes: Uint8Array): boolean {
  return bytes.length >= MAGIC.length && MAGIC.every((byte, index) => bytes[index] === byte);
}

export interface SeenEnvelope {
  /** The bytes that name the kind, as text: equal for all envelopes that one encoder writes of a kind. */
  readonly kindBytes: string;
  readonly raw: Uint8Array;
}

const [kindStart, lengthOfOneByte] = [6, 0x7f];
const emptyTail = Uint8Array.of(BYTES_3, 0, BYTES_4, 0);

/** Finds the raw object without reading what names its kind. Undefined for envelopes in a form that servers do not store. */
export function seeThroughEnvelope(bytes: Uint8Array): SeenEnvelope | undefined {
  const kindLength = bytes[5] ?? 0xff;
  const kindEnd = kindStart + kindLength;
  if (bytes[4] !== BYTES_1 || kindLength > lengthOfOneByte || bytes[kindEnd] !== BYTES_2) return undefined;
  let rawLength = 0;
  let at = kindEnd + 1;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = bytes[at++] ?? 0;
    rawLength |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  const rawEnd = at + rawLength;
  if (!isEnvelope(bytes) || !isEmptyTail(bytes, rawEnd)) return undefined;
  let kindBytes = '';
  for (let index = kindStart; index < kindEnd; index++) kindBytes += String.fromCharCode(bytes[index] ?? 0);
  return { kindBytes, raw: bytes.subarray(at, rawEnd) };
}

function isEmptyTail(bytes: Uint8Array, start: number): boolean {
  return bytes.length === start + emptyTail.length && emptyTail.every((byte, index) => bytes[start + index] === byte);
}

export function openEnvelope(bytes: Uint8Array): OpenResult {
  if (!isEnvelope(bytes)) return { ok: false, message: 'no protobuf envelope: it has to start with "k8s\\x00"' };
  const reader = new WireReader(bytes.subarray(MAGIC.length), { maxDepth: 2, maxItems: 0 });
  try {
    return { ok: true, envelope: readEnvelope(reader) };
  } catch (fault) {
    if (!isWireFault(fault)) throw fault;
    return { ok: false, message: `protobuf envelope: ${fault.message} (at byte ${reader.pos + MAGIC.length})` };
  }
}

function readEnvelope(reader: WireReader): Envelope {
  const typeMeta = { apiVersion: '', kind: '' };
  let raw: Uint8Array = new Uint8Array(0);
  let contentEncoding = '';
  let contentType = '';
  while (reader.pos < reader.limit) {
    const tag = reader.readTag();
    if (tag === BYTES_1) readTypeMeta(reader, typeMeta);
    else if (tag === BYTES_2) raw = reader.readBytes();
    else if (tag === BYTES_3) contentEncoding = reader.readString();
    else if (tag === BYTES_4) contentType = reader.readString();
    else reader.skip(tag, 4);
  }
  return { typeMeta, raw, contentEncoding, contentType };
}

function readTypeMeta(reader: WireReader, typeMeta: { apiVersion: string; kind: string }): void {
  const outer = reader.enter();
  while (reader.pos < reader.limit) {
    const tag = reader.readTag();
    if (tag === BYTES_1) typeMeta.apiVersion = reader.readString();
    else if (tag === BYTES_2) typeMeta.kind = reader.readString();
    else reader.skip(tag, 2);
  }
  reader.leave(outer);
}
