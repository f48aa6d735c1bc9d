/** The messages of `etcdserverpb.KV`: ranges, and transactions that compare revisions and write one key. */
import { encodeDecimal } from '../protobuf/decimal.ts';
import { exact } from '../protobuf/exact.ts';
import {
  createFieldBuffer,
  lengthFieldSize,
  numberFieldSize,
  writeBytesField,
  writeLengthHead,
  writeNumberField,
} from '../protobuf/field-buffer.ts';
import type { FieldBuffer } from '../protobuf/field-buffer.ts';
import { bytesField, fieldsOf, messageField, numberField } from '../protobuf/fields.ts';

export interface RangeRequest {
  readonly key: Uint8Array;
  readonly end?: Uint8Array;
  readonly limit?: number;
  /** Reads the state at this revision; the newest without. */
  readonly revision?: number;
  readonly countOnly?: boolean;
}

export interface KeyValue {
  readonly key: string;
  /** Shares memory with the response. */
  readonly value: Uint8Array;
  /** `mod_revision`. */
  readonly revision: number;
}

export interface RangeResponse {
  /** Of the header: the newest revision of the store. */
  readonly revision: number;
  readonly entries: readonly KeyValue[];
  readonly more: boolean;
}

/** A key, and the `mod_revision` that the transaction requires of it. */
export interface KeyCompare {
  readonly key: string;
  readonly revision: number;
}

/** A write of another key in a transaction. */
export interface KeyWrite {
  readonly key: string;
  /** `undefined` deletes. */
  readonly value: Uint8Array | undefined;
  /** 0: the key must not exist. `undefined`: it may have any revision. */
  readonly expectedRevision?: number | undefined;
}

export interface TxnRequest {
  readonly key: string;
  /** `undefined` deletes. */
  readonly value: Uint8Array | undefined;
  /** 0: the key must not exist. */
  readonly expectedRevision: number;
  /** Further compares, each of another key. */
  readonly compares?: readonly KeyCompare[] | undefined;
  /** Further writes, each of another key. They have no lease. */
  readonly companions?: readonly KeyWrite[] | undefined;
  /** The id in decimal: it has 63 bits. */
  readonly lease?: string;
}

export type TxnResponse =
  | { readonly ok: true; readonly revision: number }
  | {
      readonly ok: false;
      readonly revision: number;
      /** The key in the transaction that refused. */
      readonly current: KeyValue | undefined;
      /** The keys of `compares` in it, and then those of `companions` with a revision; absent where there were none. */
      readonly compared?: readonly (KeyValue | undefined)[];
    };

export function encodeRangeRequest({
  key,
  end,
  limit = 0,
  revision = 0,
  countOnly = false,
}: RangeRequest): Uint8Array[] {
  return [
    ...bytesField(1, key),
    ...(end === undefined ? [] : bytesField(2, end)),
    ...numberField(3, Number.isFinite(limit) ? limit : 0),
    ...numberField(4, revision),
    ...numberField(9, countOnly ? 1 : 0),
  ];
}

const targetMod = 2;

/** Compares and writes; if a compare fails, reads the compared keys instead. One round trip. */
export function encodeTxnRequest(request: TxnRequest): Uint8Array[] {
  const { key, value, expectedRevision, compares, lease } = request;
  const keyBytes = Buffer.from(key);
  const ownSize = lengthFieldSize(keyBytes.length);
  const leaseBytes = leaseField(lease);
  const isPut = value !== undefined;
  const contentSize = isPut ? value.length + leaseBytes.length : 0;
  const operationSize = ownSize + (isPut ? lengthFieldSize(value.length) + leaseBytes.length : 0);
  const changeSize = lengthFieldSize(operationSize);
  const ownCompareSize = lengthFieldSize(compareSize(keyBytes, expectedRevision));
  const before = createFieldBuffer(ownCompareSize + lengthFieldSize(changeSize) - contentSize);
  writeCompare(before, keyBytes, expectedRevision);
  writeLengthHead(before, 2, changeSize);
  writeLengthHead(before, isPut ? 2 : 3, operationSize);
  writeBytesField(before, 1, keyBytes);
  if (isPut) writeLengthHead(before, 2, value.length);
  const after = createFieldBuffer(rangeSize(keyBytes));
  writeRange(after, keyBytes);

  const parts = isPut ? [before.bytes, value, leaseBytes, after.bytes] : [before.bytes, after.bytes];
  if (compares !== undefined) {
    for (const [index, compare] of compares.entries()) {
      encoders[index] ??= createCompareEncoder();
      parts.push(encoders[index](compare));
    }
  }
  if (request.companions !== undefined) for (const each of request.companions) parts.push(...encodeCompanion(each));
  return parts;
}

/** Fields of a message may come in any order, but those of one number keep theirs. */
function encodeCompanion({ key, value, expectedRevision }: KeyWrite): Uint8Array[] {
  const keyField = bytesField(1, Buffer.from(key));
  const operation =
    value === undefined ? messageField(3, keyField) : messageField(2, [...keyField, ...bytesField(2, value)]);
  const write = messageField(2, operation);
  if (expectedRevision === undefined) return write;
  const target = [
    ...numberField(2, targetMod),
    ...bytesField(3, Buffer.from(key)),
    ...numberField(6, expectedRevision),
  ];
  return [...write, ...messageField(1, target), ...messageField(3, messageField(1, keyField))];
}

/** Of each place among the compares. Consecutive creates are usually in one namespace and of one kind. */
const encoders: ((compare: KeyCompare) => Uint8Array)[] = [];

/** The compare, and the range that reads its key when the transaction is refused. Keeps the last one encoded. */
function createCompareEncoder(): (compare: KeyCompare) => Uint8Array {
  let last: { readonly compare: KeyCompare; readonly bytes: Uint8Array } | undefined;
  return (compare) => {
    const { key, revision } = compare;
    if (last?.compare.key !== key || last.compare.revision !== revision) {
      const keyBytes = Buffer.from(key);
      const writer = createFieldBuffer(lengthFieldSize(compareSize(keyBytes, revision)) + rangeSize(keyBytes));
      writeCompare(writer, keyBytes, revision);
      writeRange(writer, keyBytes);
      last = { compare, bytes: writer.bytes };
    }
    return last.bytes;
  };
}

function compareSize(key: Uint8Array, revision: number): number {
  return numberFieldSize(targetMod) + lengthFieldSize(key.length) + numberFieldSize(revision);
}

function writeCompare(writer: FieldBuffer, key: Uint8Array, revision: number): void {
  writeLengthHead(writer, 1, compareSize(key, revision));
  writeNumberField(writer, 2, targetMod);
  writeBytesField(writer, 3, key);
  writeNumberField(writer, 6, revision);
}

function rangeSize(key: Uint8Array): number {
  return lengthFieldSize(lengthFieldSize(lengthFieldSize(key.length)));
}

/** The operation if a compare fails: reads the key. */
function writeRange(writer: FieldBuffer, key: Uint8Array): void {
  const size = lengthFieldSize(key.length);
  writeLengthHead(writer, 3, lengthFieldSize(size));
  writeLengthHead(writer, 1, size);
  writeBytesField(writer, 1, key);
}

const noBytes = new Uint8Array(0);

export function leaseField(lease: string | undefined): Uint8Array {
  if (lease === undefined) return noBytes;
  return Uint8Array.of(0x18, ...encodeDecimal(lease));
}

/** Throws a `ProtocolError` or `InexactNumberError`. Values share memory with the message. */
export function decodeRangeResponse(message: Buffer): RangeResponse {
  let revision = 0;
  let more = false;
  const entries: KeyValue[] = [];
  for (const { number, value, bytes } of fieldsOf(message)) {
    if (number === 1) revision = revisionOf(bytes);
    else if (number === 2) entries.push(decodeKeyValue(bytes));
    else if (number === 3) more = value === 1;
  }
  return { revision, entries, more };
}

/** Throws a `ProtocolError` or `InexactNumberError`. */
export function decodeTxnResponse(message: Buffer): TxnResponse {
  let revision = 0;
  let succeeded = false;
  const responses: Buffer[] = [];
  for (const { number, value, bytes } of fieldsOf(message)) {
    if (number === 1) revision = revisionOf(bytes);
    else if (number === 2) succeeded = value === 1;
    else if (number === 3) responses.push(bytes);
  }
  if (succeeded) return { ok: true, revision };
  const [current, ...compared] = responses.map(entryFound);
  return { ok: false, current, revision, ...(compared.length > 0 && { compared }) };
}

function entryFound(response: Buffer): KeyValue | undefined {
  for (const { number, bytes } of fieldsOf(response)) if (number === 1) return decodeRangeResponse(bytes).entries[0];
  return undefined;
}

function revisionOf(header: Buffer): number {
  for (const { number, value } of fieldsOf(header)) if (number === 3) return exact(value);
  return 0;
}

function decodeKeyValue(keyValue: Buffer): KeyValue {
  let key = '';
  let revision = 0;
  let content: Buffer = Buffer.alloc(0);
  for (const { number, value, bytes } of fieldsOf(keyValue)) {
    if (number === 1) key = bytes.toString();
    else if (number === 3) revision = exact(value);
    else if (number === 5) content = bytes;
  }
  return { key, value: content, revision };
}
