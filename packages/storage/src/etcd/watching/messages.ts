/** What is asked of a watch and what it tells, as etcd writes them. */
import { bytesField, fieldsOf, messageField, numberField } from '../kv/bytes.ts';
import type { Field } from '../kv/bytes.ts';

export interface WatchRequest {
  readonly key: Uint8Array;
  readonly end: Uint8Array;
  /** The first revision wanted. */
  readonly startRevision: number;
  readonly withPrevious: boolean;
}

/** Numbers may be inexact beyond 2^53: whoever uses them looks. */
export interface RawEntry {
  readonly key: string;
  readonly value: Buffer;
  readonly createRevision: number;
  readonly modRevision: number;
}

export interface RawEvent {
  readonly isDeleted: boolean;
  readonly entry: RawEntry;
  readonly previous: RawEntry | undefined;
}

export interface WatchResponse {
  readonly isCreated: boolean;
  readonly isCanceled: boolean;
  readonly cancelReason: string;
  /** 0 unless it was cancelled for want of history. */
  readonly compactRevision: number;
  /** More of the same is to come. */
  readonly isFragment: boolean;
  readonly events: readonly RawEvent[];
}

/** In fragments, for what changes at once may be more than fits one message. */
export function writeWatchRequest({ key, end, startRevision, withPrevious }: WatchRequest): Uint8Array[] {
  return messageField(1, [
    ...bytesField(1, key),
    ...bytesField(2, end),
    ...numberField(3, startRevision),
    ...numberField(6, withPrevious ? 1 : 0),
    ...numberField(8, 1),
  ]);
}

export function readWatchResponse(message: Buffer): WatchResponse {
  let isCreated = false;
  let isCanceled = false;
  let cancelReason = '';
  let compactRevision = 0;
  let isFragment = false;
  const events: RawEvent[] = [];
  for (const { number, value, bytes } of fieldsOf(message)) {
    if (number === 11) events.push(readEvent(bytes));
    else if (number === 3) isCreated = value === 1;
    else if (number === 4) isCanceled = value === 1;
    else if (number === 5) compactRevision = value;
    else if (number === 6) cancelReason = bytes.toString();
    else if (number === 7) isFragment = value === 1;
  }
  return { isCreated, isCanceled, cancelReason, compactRevision, isFragment, events };
}

const nothing: RawEntry = { key: '', value: Buffer.alloc(0), createRevision: 0, modRevision: 0 };

function readEvent(event: Buffer): RawEvent {
  let isDeleted = false;
  let entry = nothing;
  let previous: RawEntry | undefined;
  for (const { number, value, bytes } of fieldsOf(event)) {
    if (number === 1) isDeleted = value === 1;
    else if (number === 2) entry = readEntry(fieldsOf(bytes));
    else if (number === 3) previous = readEntry(fieldsOf(bytes));
  }
  return { isDeleted, entry, previous };
}

function readEntry(fields: readonly Field[]): RawEntry {
  let { key, value: content, createRevision, modRevision } = nothing;
  for (const { number, value, bytes } of fields) {
    if (number === 1) key = bytes.toString();
    else if (number === 2) createRevision = value;
    else if (number === 3) modRevision = value;
    else if (number === 5) content = bytes;
  }
  return { key, value: content, createRevision, modRevision };
}
