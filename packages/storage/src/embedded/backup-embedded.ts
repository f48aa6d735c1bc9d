/**
 * Reads a whole embedded store for a backup, beside the process that serves from it: LMDB lets other processes read a
 * snapshot, which neither waits for writers nor makes them wait. The file grows by what is written meanwhile.
 */
import { setImmediate, setTimeout as wait } from 'node:timers/promises';

import type { RootDatabase } from 'lmdb';

import type { BackupEntry, BackupSource } from '../backup/backup-source.ts';
import { ownFolderOf } from '../backup/backup-source.ts';
import { StorageError } from '../contract/errors.ts';
import { defaultPrefix, parsePrefix } from '../contract/limits.ts';
import { verifyDataFile } from './data-file/verify-data-file.ts';
import { checkFormatOf } from './directory.ts';
import { holdInProcess } from './hold.ts';
import { decodeExpiry, decodeHead, decodeState, encodeRevision } from './record.ts';
import { openRootToRead, openTables, readState } from './tables.ts';
import type { Tables } from './tables.ts';

export interface EmbeddedBackupOptions {
  /** The directory of the store. Changed by nothing here. */
  readonly path: string;
  readonly prefix?: string | undefined;
}

const pageBytes = 2_000_000;

/** Rejects with `directoryNotOurs`, `formatTooNew`, `damaged` or `unavailable`. */
export async function openEmbeddedBackup({ path, prefix: text }: EmbeddedBackupOptions): Promise<BackupSource> {
  const prefix = parsePrefix(text ?? defaultPrefix);
  await checkFormatOf(path);
  // LMDB must not be opened twice by one process.
  const letGo = holdInProcess(path);
  let root: RootDatabase<Buffer, Buffer> | undefined;
  const release = async (): Promise<void> => {
    await root?.close();
    letGo();
  };
  try {
    await verifyPatiently(path);
    root = openToRead(path);
    return sourceOf(root, prefix, release);
  } catch (error) {
    await release();
    throw error;
  }
}

/** A server that commits between two reads of the file makes it look damaged for a moment. */
async function verifyPatiently(path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await verifyDataFile(path, { hasData: true });
      return;
    } catch (error) {
      if (attempt === mostAttempts) throw error;
      await wait(attempt * pauseMs);
    }
  }
}

const mostAttempts = 5;
const pauseMs = 20;

function openToRead(path: string): RootDatabase<Buffer, Buffer> {
  try {
    return openRootToRead(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StorageError('unavailable', `The store in ${path} cannot be opened to be read (${reason}).`, { cause });
  }
}

function sourceOf(root: RootDatabase<Buffer, Buffer>, prefix: string, release: () => Promise<void>): BackupSource {
  const tables = openTables(root);
  const transaction = root.useReadTransaction();
  const bytes = tables.state.get(Buffer.from('state'), { transaction });
  const { revision } = bytes === undefined ? readState(tables) : decodeState(bytes);
  return {
    engine: 'embedded',
    prefix,
    revision,
    pages: () => pagesOf(tables, { prefix, transaction }),
    close: async () => {
      transaction.done();
      await release();
    },
  };
}

interface Reading {
  readonly prefix: string;
  readonly transaction: ReturnType<RootDatabase<Buffer, Buffer>['useReadTransaction']>;
}

async function* pagesOf(tables: Tables, { prefix, transaction }: Reading): AsyncGenerator<readonly BackupEntry[]> {
  const expiries = readExpiries(tables, transaction);
  const own = ownFolderOf(prefix);
  const end = Buffer.from(prefix);
  end[end.length - 1] = 0x30;
  let [page, size]: [BackupEntry[], number] = [[], 0];
  for (const row of tables.heads.getRange({ start: Buffer.from(prefix), end, transaction })) {
    const [key, head] = [row.key.toString(), decodeHead(row.value)];
    if (head.isDeleted || key.startsWith(own)) continue;
    const value = tables.values.get(encodeRevision(head.revision), { transaction });
    if (value === undefined) throw new StorageError('damaged', `The store is damaged: the value of ${key} is gone.`);
    page.push({ key, value, revision: head.revision, expiresAtMs: expiries.get(head.revision) });
    size += value.byteLength;
    if (size < pageBytes) continue;
    yield page;
    [page, size] = [[], 0];
    await setImmediate();
  }
  yield page;
}

/** Expiries, keyed by the revision of the value. */
function readExpiries(tables: Tables, transaction: Reading['transaction']): ReadonlyMap<number, number> {
  const expiries = new Map<number, number>();
  for (const { key } of tables.expiries.getRange({ transaction })) {
    const { expiresAtMs, revision } = decodeExpiry(key);
    expiries.set(revision, expiresAtMs);
  }
  return expiries;
}
