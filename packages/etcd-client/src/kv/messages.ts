/** The messages of `etcdserverpb.KV`: ranges, and transactions that compare revisions and write one key. */
import { exact } from '../protobuf/exact.ts';
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

export interface TxnRequest {
  readonly key: string;
  /** `undefined` deletes. */
  readonly value: Uint8Array | undefined;
  /** 0: the key must not exist. */
  readonly expectedRevision: number;
  /** A second compare, with another key. */
  readonly compare?: KeyCompare | undefined;
  /** The id in decimal: it has 63 bits. */
  readonly lease?: string;
}

export type TxnResponse =
  | { readonly ok: true; readonly revision: number }
  | {
      readonly ok: false;
      readonly revision: number;
      /** The key, and the key of `compare`, in the transaction that refused. */
      readonly current: KeyValue | undefined;
      readonly compared?: KeyValue | undefined;
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
export function encodeTxnRequest({ key, value, expectedRevision, compare, lease }: TxnRequest): Uint8Array[] {
  const keyBytes = Buffer.from(key);
  const own = bytesField(1, keyBytes);
  const change =
    value === undefined
      ? messageField(3, own)
      : messageField(2, [...own, ...bytesField(2, value), ...leaseField(lease)]);
  const parts = [
    ...messageField(1, compareWith(keyBytes, expectedRevision)),
    ...messageField(2, change),
    ...messageField(3, messageField(1, own)),
  ];
  if (compare !== undefined) parts.push(secondCompare(compare));
  return parts;
}

/** Consecutive creates are usually in one namespace, so the last compare is kept encoded. */
let lastEncoded: { readonly compare: KeyCompare; readonly bytes: Uint8Array } | undefined;

/** The compare, and the range that reads its key when the transaction is refused. */
function secondCompare(compare: KeyCompare): Uint8Array {
  const { key, revision } = compare;
  if (lastEncoded?.compare.key !== key || lastEncoded.compare.revision !== revision) {
    const keyBytes = Buffer.from(key);
    const range = messageField(3, messageField(1, bytesField(1, keyBytes)));
    const bytes = Buffer.concat([...messageField(1, compareWith(keyBytes, revision)), ...range]);
    lastEncoded = { compare, bytes };
  }
  return lastEncoded.bytes;
}

function compareWith(key: Uint8Array, revision: number): Uint8Array[] {
  return [...numberField(2, targetMod), ...bytesField(3, key), ...modRevision(revision)];
}

/** A member of a `oneof`, so zero is written too. */
function modRevision(revision: number): Uint8Array[] {
  return revision === 0 ? [Uint8Array.of(0x30, 0)] : numberField(6, revision);
}

function leaseField(lease: string | undefined): Uint8Array[] {
  if (lease === undefined) return [];
  const bytes: number[] = [0x18];
  let rest = BigInt(lease);
  while (rest >= 0x80n) {
    bytes.push(Number(rest % 0x80n) | 0x80);
    rest /= 0x80n;
  }
  bytes.push(Number(rest));
  return [Uint8Array.from(bytes)];
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
  const [current, compared] = responses.map(entryFound);
  return { ok: false, current, revision, ...(compared !== undefined && { compared }) };
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
