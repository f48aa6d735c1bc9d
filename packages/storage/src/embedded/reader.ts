/**
 * Reads at a revision. The state at a revision that is not compacted never changes, so
 * a long range can yield to the event loop and remain consistent.
 */
import { setImmediate } from 'node:timers/promises';

import type { DeferredReads, Entry, KeyEntry, KeyRangeResult, RangeOptions, RangeResult } from '../contract/storage.ts';
import type { StoredValue, Unreadable } from '../contract/unreadable.ts';
import { createSlabs, type Allocate } from '../contract/slabs.ts';
import { compactedError, futureRevisionError } from '../contract/errors.ts';
import { decodeHead } from './record.ts';
import type { HeadRow, State } from './record.ts';
import {
  lendStoredValue,
  lostValue,
  readHead,
  readLogRow,
  readStoredValue,
  readStoredValueInto,
  readValue,
} from './tables.ts';
import type { Tables } from './tables.ts';

/** The longest time that a range may block the event loop. */
const turnMs = 5;
const rowsBetweenLooks = 64;

export interface ReaderOptions {
  readonly tables: Tables;
  readonly standing: { readonly state: State };
}

export function revisionToRead({ revision, compactedRevision }: State, asked: number | undefined): number {
  if (asked === undefined) return revision;
  if (asked > revision) throw futureRevisionError(asked, revision);
  if (asked < compactedRevision) throw compactedError(asked);
  return asked;
}

export function readEntry(tables: Tables, key: string, at: number): Entry | undefined {
  const head = readHead(tables, key);
  return head === undefined ? undefined : entryAt(tables, key, head, at);
}

/** Cost: the entries, and for each key its changes since `at`. */
export function readRange(options: ReaderOptions, prefix: string, range: RangeOptions): Promise<RangeResult> {
  const { tables } = options;
  const allocate = createSlabs();
  return readPage(options, prefix, range, (key, head) => newestEntry(tables, key, head, allocate));
}

/** The values stay where they are, but for those that were replaced since. */
function readKeys(options: ReaderOptions, prefix: string, range: RangeOptions): Promise<KeyRangeResult> {
  return readPage<KeyEntry>(options, prefix, range, (key, { revision }) => ({ key, revision }));
}

type ReadNewest<E> = (key: string, head: HeadRow) => E;

interface Page<E> {
  readonly entries: readonly E[];
  readonly revision: number;
  readonly more: boolean;
}

async function readPage<E>(
  options: ReaderOptions,
  prefix: string,
  range: RangeOptions,
  readNewest: ReadNewest<E | Entry>,
): Promise<Page<E | Entry>> {
  const { limit = Number.POSITIVE_INFINITY, after, revision } = range;
  const at = revisionToRead(options.standing.state, revision);
  const entries: (E | Entry)[] = [];
  let position: string | undefined = after;
  for (;;) {
    const stopped = readTurn(options.tables, { prefix, after: position, at, limit, entries, readNewest });
    if (stopped === undefined) return { entries, revision: at, more: false };
    if (entries.length > limit) return { entries: entries.slice(0, limit), revision: at, more: true };
    position = stopped;
    await setImmediate();
    if (at < options.standing.state.compactedRevision) {
      // Only a read without a revision may restart at the newest state.
      if (revision === undefined) return await readPage(options, prefix, range, readNewest);
      throw compactedError(at);
    }
  }
}

interface Turn<E> {
  readonly prefix: string;
  readonly after: string | undefined;
  readonly at: number;
  readonly limit: number;
  readonly entries: (E | Entry)[];
  readonly readNewest: ReadNewest<E | Entry>;
}

/** Adds entries up to one above the limit or the end of the turn. Returns the last key visited, `undefined` at the end. */
function readTurn<E>(tables: Tables, { prefix, after, at, limit, entries, readNewest }: Turn<E>): string | undefined {
  const start = Buffer.from(after ?? prefix);
  const range = tables.heads.getRange({ start, end: endOfFolder(prefix), exclusiveStart: after !== undefined });
  const endsAt = performance.now() + turnMs;
  let rows = 0;
  for (const row of range) {
    const key = row.key.toString();
    const head = decodeHead(row.value);
    const entry = isNewestAt(head, at) ? readNewest(key, head) : entryAt(tables, key, head, at);
    if (entry !== undefined) entries.push(entry);
    if (entries.length > limit) return key;
    rows += 1;
    if (rows % rowsBetweenLooks === 0 && performance.now() > endsAt) return key;
  }
  return undefined;
}

function isNewestAt({ revision, isDeleted }: HeadRow, at: number): boolean {
  return revision <= at && !isDeleted;
}

function newestEntry(tables: Tables, key: string, { revision }: HeadRow, allocate: Allocate): Entry {
  return { key, value: readStoredValueInto(tables, revision, allocate), revision };
}

/** `onFailedRead` gives the reason of what the library throws. */
export function createDeferredReads(options: ReaderOptions, onFailedRead: (cause: unknown) => Error): DeferredReads {
  const lend = ({ key, revision, value }: KeyEntry): StoredValue => {
    // Of a key that had been replaced before its range was read.
    if (value !== undefined) return value;
    try {
      return lendStoredValue(options.tables, revision) ?? reasonOfAbsence(options.tables, key, revision);
    } catch (cause) {
      return { fault: onFailedRead(cause).message };
    }
  };
  return {
    givesValues: false,
    range: (folder, range = {}) =>
      readKeys(options, folder, range).catch((cause: unknown) => Promise.reject(onFailedRead(cause))),
    read: (entry) => ({ value: lend(entry) }),
    peek: lend,
  };
}

function reasonOfAbsence(tables: Tables, key: string, revision: number): Unreadable {
  return readHead(tables, key)?.revision === revision ? lostValue : replacedValue;
}

/** Of a process that stood still for so long that its own events come after a compaction. */
const replacedValue: Unreadable = { fault: 'it has been replaced, and the event of that has not come yet: try again' };

/** The exclusive end of a folder: its final slash replaced by the next byte. */
function endOfFolder(prefix: string): Buffer {
  const end = Buffer.from(prefix);
  end[end.length - 1] = 0x30;
  return end;
}

/**
 * Walks back from the newest change. Every readable put has its value stored, so an
 * earlier revision without a value was a deletion.
 */
function entryAt(tables: Tables, key: string, head: HeadRow, at: number): Entry | undefined {
  let { revision } = head;
  if (revision <= at) return head.isDeleted ? undefined : { key, value: readStoredValue(tables, revision), revision };
  while (revision > at) revision = readLogRow(tables, revision)?.earlierRevision ?? 0;
  if (revision === 0) return undefined;
  const value = readValue(tables, revision);
  return value === undefined ? undefined : { key, value, revision };
}
