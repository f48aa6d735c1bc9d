/**
 * The database file: its tables, reads of them, and commits, one at a time, which are on
 * disk before they resolve. It refuses to know what a change means.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';

import { open } from 'lmdb';
import type { Database, RootDatabase } from 'lmdb';

import type { Allocate } from '../contract/slabs.ts';
import type { Unreadable } from '../contract/unreadable.ts';
import { dataFile } from './data-file/damage.ts';
import { openAsWriter, openBesideWriter, type CommitGate } from './commit-gate.ts';
import {
  damagedRow,
  decodeHead,
  decodeLogRow,
  decodeRevision,
  decodeState,
  encodeRevision,
  encodeState,
} from './record.ts';
import type { HeadRow, LogRow, State } from './record.ts';

type Table = Database<Buffer, Buffer>;

export interface Tables {
  readonly root: RootDatabase<Buffer, Buffer>;
  /** Of the process that writes. */
  readonly gate?: CommitGate | undefined;
  /** Key to its newest state. */
  readonly heads: Table;
  /** Revision to change, for every revision that is not reclaimed. */
  readonly log: Table;
  /** Revision to value, for every readable value. */
  readonly values: Table;
  /** Expiry time and revision to key. */
  readonly expiries: Table;
  readonly state: Table;
}

const stateKey = Buffer.from('state');
const emptyState: State = { revision: 1, compactedRevision: 0, reclaimedRevision: 0 };
/** The time to wait for the reason of a failed commit. */
const reasonTimeoutMs = 1_000;

/**
 * `overlappingSync` off: pages and then the root are forced to disk before a commit
 * resolves. `eventTurnBatching` off: a commit is exactly one call of `commit`.
 */
export function openRoot(path: string): RootDatabase<Buffer, Buffer> {
  const options = { ...rootOptions(path), overlappingSync: false, eventTurnBatching: false };
  return openAsWriter(path, () => open<Buffer, Buffer>(options));
}

/** For a process that follows the one that writes. */
export function openRootToRead(path: string): RootDatabase<Buffer, Buffer> {
  return openBesideWriter(path, () => open<Buffer, Buffer>({ ...rootOptions(path), readOnly: true }));
}

function rootOptions(path: string) {
  const mapSize = roomFor(path);
  return { path, mapSize, noSubdir: false, maxDbs: 8, encoding: 'binary', keyEncoding: 'binary' } as const;
}

/**
 * Address space for the file and for what it may grow by. A file that grows beyond it is mapped once more, and what was read
 * through the old map and is read through the new one counts twice as memory of the process.
 */
function roomFor(path: string): number {
  const size = statSync(join(path, dataFile), { throwIfNoEntry: false })?.size ?? 0;
  return Math.max(leastRoom, 4 * size);
}

const leastRoom = 1024 ** 3;

export function openTables(root: RootDatabase<Buffer, Buffer>, gate?: CommitGate): Tables {
  const table = (name: string): Table =>
    root.openDB<Buffer, Buffer>({ name, encoding: 'binary', keyEncoding: 'binary' });
  return {
    root,
    gate,
    heads: table('heads'),
    log: table('log'),
    values: table('values'),
    expiries: table('expiries'),
    state: table('state'),
  };
}

/**
 * Commits everything that `write` does, or nothing. Must not be called again before it
 * has settled.
 */
export async function commitTables(tables: Tables, write: () => void): Promise<void> {
  const { root, gate } = tables;
  const entering = gate?.enter();
  if (entering !== undefined) await entering;
  try {
    await root.batch(write);
  } catch (failure) {
    throw await reasonOf(failure);
  } finally {
    gate?.leave();
  }
}

/** The library rejects at once, and gives the reason later in a second promise. */
async function reasonOf(failure: unknown): Promise<unknown> {
  if (!(failure instanceof Error) || !('commitError' in failure)) return failure;
  const timeout = new Promise((resolve) => setTimeout(resolve, reasonTimeoutMs, failure));
  return await Promise.race([Promise.resolve(failure.commitError).catch((reason: unknown) => reason), timeout]);
}

/** Throws if there is data without a state: starting anew would lose it. */
export function readState(tables: Tables): State {
  const bytes = tables.state.get(stateKey);
  if (bytes !== undefined) return decodeState(bytes);
  const isEmpty = [...tables.heads.getKeys({ limit: 1 })].length === 0;
  if (!isEmpty) throw damagedRow('its state');
  return emptyState;
}

/** Only inside `commit`. */
export function writeState(tables: Tables, state: State): void {
  tables.state.put(stateKey, encodeState(state));
}

export function readHead(tables: Tables, key: string): HeadRow | undefined {
  const bytes = tables.heads.get(Buffer.from(key));
  return bytes === undefined ? undefined : decodeHead(bytes);
}

export function readValue(tables: Tables, revision: number): Buffer | undefined {
  return tables.values.get(encodeRevision(revision));
}

/** The library lends its bytes until the next read. */
export function lendStoredValue(tables: Tables, revision: number): Buffer | undefined {
  const lent = tables.values.getBinaryFast(encodeRevision(revision));
  // Its length is that of the value, whatever memory there is behind it.
  return lent?.subarray(0, lent.length);
}

/** Into memory of the caller's: for ranges and events, of which a buffer for each value would cost more than its bytes. */
export function readStoredValueInto(tables: Tables, revision: number, allocate: Allocate): Buffer | Unreadable {
  const lent = lendStoredValue(tables, revision);
  if (lent === undefined) return lostValue;
  const value = allocate(lent.length);
  value.set(lent);
  return value;
}

/** Replaces a value that should exist and does not. Its key can be deleted or overwritten. */
export const lostValue: Unreadable = {
  fault:
    'its value is gone from the file of the store, which is damaged: delete it, or restore the directory from a copy',
};

/** The value of a readable revision that put one. */
export function readStoredValue(tables: Tables, revision: number): Buffer | Unreadable {
  return readValue(tables, revision) ?? lostValue;
}

export function readLogRow(tables: Tables, revision: number): LogRow | undefined {
  const bytes = tables.log.get(encodeRevision(revision));
  return bytes === undefined ? undefined : decodeLogRow(bytes);
}

/** The log from one revision to another, inclusive. */
export function* scanLog(tables: Tables, from: number, to: number): Generator<LogRow & { readonly revision: number }> {
  const range = tables.log.getRange({ start: encodeRevision(from), end: encodeRevision(to), inclusiveEnd: true });
  for (const { key, value } of range) yield { ...decodeLogRow(value), revision: decodeRevision(key) };
}
