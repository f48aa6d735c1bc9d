/** Ranges and transactions as etcd writes them, in the words of the contract. */
import type { Compare, Entry, WriteResult } from '../../contract.ts';
import { exact } from '../exact.ts';
import { bytesField, fieldsOf, messageField, numberField } from './bytes.ts';

export interface RangeRequest {
  readonly key: Uint8Array;
  readonly end?: Uint8Array;
  readonly limit?: number;
  /** Of the state to read; the newest without. */
  readonly revision?: number;
  readonly countOnly?: boolean;
}

export interface RangeAnswer {
  readonly revision: number;
  readonly entries: readonly Entry[];
  readonly more: boolean;
}

export interface TxnOptions {
  readonly key: string;
  /** `undefined` deletes. */
  readonly value: Uint8Array | undefined;
  /** 0: the key must not exist. */
  readonly expectedRevision: number;
  /** A second compare, with another key. */
  readonly compare?: Compare | undefined;
  readonly lease?: string;
}

export function writeRange({ key, end, limit = 0, revision = 0, countOnly = false }: RangeRequest): Uint8Array[] {
  return [
    ...bytesField(1, key),
    ...(end === undefined ? [] : bytesField(2, end)),
    ...numberField(3, Number.isFinite(limit) ? limit : 0),
    ...numberField(4, revision),
    ...numberField(9, countOnly ? 1 : 0),
  ];
}

const targetMod = 2;

/** One round trip: writes, or answers with the key as it stands, and then with the one that it is compared with. */
export function writeTxn({ key, value, expectedRevision, compare, lease }: TxnOptions): Uint8Array[] {
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

/** Creates that follow each other are as a rule in one namespace, so the last one is kept as it was written. */
let lastWritten: { readonly compare: Compare; readonly bytes: Uint8Array } | undefined;

/** The compare, and the key among what a refusal answers with. */
function secondCompare(compare: Compare): Uint8Array {
  const { key, revision } = compare;
  if (lastWritten?.compare.key !== key || lastWritten.compare.revision !== revision) {
    const keyBytes = Buffer.from(key);
    const asked = messageField(3, messageField(1, bytesField(1, keyBytes)));
    const bytes = Buffer.concat([...messageField(1, compareWith(keyBytes, revision)), ...asked]);
    lastWritten = { compare, bytes };
  }
  return lastWritten.bytes;
}

function compareWith(key: Uint8Array, revision: number): Uint8Array[] {
  return [...numberField(2, targetMod), ...bytesField(3, key), ...modRevision(revision)];
}

/** It is one of several that can be compared with, so that its zero is written. */
function modRevision(revision: number): Uint8Array[] {
  return revision === 0 ? [Uint8Array.of(0x30, 0)] : numberField(6, revision);
}

/** Leases have numbers of 63 bits. */
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

export function readRangeAnswer(message: Buffer): RangeAnswer {
  let revision = 0;
  let more = false;
  const entries: Entry[] = [];
  for (const { number, value, bytes } of fieldsOf(message)) {
    if (number === 1) revision = revisionOf(bytes);
    else if (number === 2) entries.push(entryOf(bytes));
    else if (number === 3) more = value === 1;
  }
  return { revision, entries, more };
}

export function readTxnAnswer(message: Buffer): WriteResult {
  let revision = 0;
  let isDone = false;
  const responses: Buffer[] = [];
  for (const { number, value, bytes } of fieldsOf(message)) {
    if (number === 1) revision = revisionOf(bytes);
    else if (number === 2) isDone = value === 1;
    else if (number === 3) responses.push(bytes);
  }
  if (isDone) return { ok: true, revision };
  const [current, compared] = responses.map(entryFound);
  return { ok: false, current, revision, ...(compared !== undefined && { compared }) };
}

function entryFound(response: Buffer): Entry | undefined {
  for (const { number, bytes } of fieldsOf(response)) if (number === 1) return readRangeAnswer(bytes).entries[0];
  return undefined;
}

function revisionOf(header: Buffer): number {
  for (const { number, value } of fieldsOf(header)) if (number === 3) return exact(value);
  return 0;
}

function entryOf(keyValue: Buffer): Entry {
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
