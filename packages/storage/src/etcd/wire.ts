/**
 * etcd's requests and answers in the words of the contract, and back. Every
 * number that etcd sends is a text here, and is made a number in one place.
 */
import type { IEvent, IKeyValue, ITxnRequest, ITxnResponse } from 'etcd3';

import type { Entry, StorageEvent, WriteResult } from '../contract.ts';
import { compactedError, StorageError } from '../errors.ts';

export function numberOf(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new StorageError('damaged', `etcd is at revision ${text}, beyond what can be told exactly (2^53).`);
}

export function entryOf(kv: IKeyValue): Entry {
  return { key: kv.key.toString(), value: kv.value, revision: numberOf(kv.mod_revision) };
}

/**
 * `undefined` for what is not above `position`, which was handed over before.
 * Fails with `compacted` when the value before is gone, so that it cannot be told whole.
 */
export function eventOf(
  { type, kv, prev_kv }: IEvent,
  position: number,
  withPrevious: boolean,
): StorageEvent | undefined {
  const revision = numberOf(kv.mod_revision);
  if (revision <= position) return undefined;
  const isDeleted = type === 'Delete';
  const previous = (prev_kv as IKeyValue | null) === null ? undefined : entryOf(prev_kv);
  if (withPrevious && previous === undefined && (isDeleted || kv.create_revision !== kv.mod_revision))
    throw compactedError(position);
  return { key: kv.key.toString(), revision, value: isDeleted ? undefined : kv.value, previous };
}

/** The end of a folder: its last slash made the next byte. */
export function endOf(folder: string): Buffer {
  const end = Buffer.from(folder);
  end[end.length - 1] = 0x30;
  return end;
}

/** The first key above this one: the same with a zero byte behind it. */
export function startAbove(key: string): Buffer {
  return Buffer.concat([Buffer.from(key), Buffer.of(0)]);
}

export interface TxnOptions {
  readonly key: string;
  /** `undefined` deletes. */
  readonly value: Uint8Array | undefined;
  /** 0: the key must not exist. */
  readonly expectedRevision: number;
  readonly lease?: string;
}

/** One round trip: writes, or answers with the key as it stands. */
export function txnRequest({ key, value, expectedRevision, lease }: TxnOptions): ITxnRequest {
  const keyBytes = Buffer.from(key);
  return {
    compare: [{ key: keyBytes, target: 'Mod', result: 'Equal', mod_revision: expectedRevision }],
    success: [
      value === undefined
        ? { request_delete_range: { key: keyBytes } }
        : { request_put: { key: keyBytes, value: bufferOf(value), ...(lease !== undefined && { lease }) } },
    ],
    failure: [{ request_range: { key: keyBytes } }],
  };
}

export function writeResultOf({ header, succeeded, responses }: ITxnResponse): WriteResult {
  const revision = numberOf(header.revision);
  if (succeeded) return { ok: true, revision };
  const kv = responses[0]?.response_range.kvs[0];
  return { ok: false, current: kv && entryOf(kv), revision };
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
