/** The messages of `etcdserverpb.Watch`: the requests that are sent, the responses that arrive. */
import { readClusterId } from '../cluster-id.ts';
import { bytesField, fieldsOf, messageField, numberField } from '../protobuf/fields.ts';
import type { WireField } from '../protobuf/fields.ts';

export interface WatchCreateRequest {
  readonly key: Uint8Array;
  readonly end: Uint8Array;
  /** The first revision wanted. */
  readonly startRevision: number;
  /** Events carry the previous value of their key (`prev_kv`). */
  readonly withPrevious: boolean;
}

/** Numbers above 2^53 are inexact: the reader applies `exact` to those it uses. */
export interface WatchKeyValue {
  readonly key: string;
  readonly value: Buffer;
  readonly createRevision: number;
  readonly modRevision: number;
}

export interface WatchEvent {
  readonly isDeleted: boolean;
  readonly entry: WatchKeyValue;
  readonly previous: WatchKeyValue | undefined;
}

export interface WatchResponse {
  readonly isCreated: boolean;
  readonly isCanceled: boolean;
  readonly cancelReason: string;
  /** 0 unless the watch was cancelled because its start revision was compacted. */
  readonly compactRevision: number;
  /** Of the response that tells that the watch is created; empty in others, and where there is none. */
  readonly clusterId: Buffer;
  /** The next response continues this one. */
  readonly isFragment: boolean;
  readonly events: readonly WatchEvent[];
}

/** Asks for fragments: the changes of one revision may exceed one message. */
export function encodeWatchRequest({ key, end, startRevision, withPrevious }: WatchCreateRequest): Uint8Array[] {
  return messageField(1, [
    ...bytesField(1, key),
    ...bytesField(2, end),
    ...numberField(3, startRevision),
    ...numberField(6, withPrevious ? 1 : 0),
    ...numberField(8, 1),
  ]);
}

/** Throws a `ProtocolError` if the bytes are not protobuf. Values share memory with the message. */
export function decodeWatchResponse(message: Buffer): WatchResponse {
  let isCreated = false;
  let isCanceled = false;
  let cancelReason = '';
  let compactRevision = 0;
  let isFragment = false;
  const events: WatchEvent[] = [];
  for (const { number, value, bytes } of fieldsOf(message)) {
    if (number === 11) events.push(decodeEvent(bytes));
    else if (number === 3) isCreated = value === 1;
    else if (number === 4) isCanceled = value === 1;
    else if (number === 5) compactRevision = value;
    else if (number === 6) cancelReason = bytes.toString();
    else if (number === 7) isFragment = value === 1;
  }
  const clusterId = isCreated ? readClusterId(message) : none;
  return { isCreated, isCanceled, cancelReason, compactRevision, clusterId, isFragment, events };
}

const none = Buffer.alloc(0);

const nothing: WatchKeyValue = { key: '', value: Buffer.alloc(0), createRevision: 0, modRevision: 0 };

function decodeEvent(event: Buffer): WatchEvent {
  let isDeleted = false;
  let entry = nothing;
  let previous: WatchKeyValue | undefined;
  for (const { number, value, bytes } of fieldsOf(event)) {
    if (number === 1) isDeleted = value === 1;
    else if (number === 2) entry = decodeKeyValue(fieldsOf(bytes));
    else if (number === 3) previous = decodeKeyValue(fieldsOf(bytes));
  }
  return { isDeleted, entry, previous };
}

function decodeKeyValue(fields: readonly WireField[]): WatchKeyValue {
  let { key, value: content, createRevision, modRevision } = nothing;
  for (const { number, value, bytes } of fields) {
    if (number === 1) key = bytes.toString();
    else if (number === 2) createRevision = value;
    else if (number === 3) modRevision = value;
    else if (number === 5) content = bytes;
  }
  return { key, value: content, createRevision, modRevision };
}
