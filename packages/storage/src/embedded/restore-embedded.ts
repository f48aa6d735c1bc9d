/**
 * Fills a new embedded store from a backup. The store is made in a directory beside its final one and renamed once it
 * is whole, so that a restore that fails changes nothing.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { BackupEntry, RestoreOptions, RestoreTarget } from '../backup/backup-source.ts';
import { hasStorageCode, StorageError } from '../contract/errors.ts';
import { verifyDataFile } from './data-file/verify-data-file.ts';
import { noteData, notWritable, prepareDirectory, syncDirectory } from './directory.ts';
import { checkUnlocked } from './hold.ts';
import { openHeld } from './open-held.ts';
import { encodeExpiry, encodeHead, encodeRevision } from './record.ts';
import { asidePathOf, unfinishedPathOf } from './restore-remains.ts';
import { commitTables, writeState } from './tables.ts';
import type { Tables } from './tables.ts';

export interface EmbeddedRestoreOptions extends RestoreOptions {
  /** The directory of the store, which need not exist. */
  readonly path: string;
}

/** Rejects with `notEmpty`, `directoryInUse`, `directoryNotWritable`, `outOfSpace`, before anything is changed. */
export async function openEmbeddedRestore(options: EmbeddedRestoreOptions): Promise<RestoreTarget> {
  const { path, replaces } = options;
  const isThere = await isFilled(path);
  if (isThere && !replaces) {
    throw new StorageError(
      'notEmpty',
      `${path} holds a store. Restore into another --data-dir, or put this one aside with --replace.`,
    );
  }
  if (isThere) await checkFree(path);
  const unfinished = unfinishedPathOf(path);
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw notWritable(dirname(path), error);
  }
  await prepareDirectory(unfinished);
  return fill(options, { unfinished, isThere });
}

async function isFilled(path: string): Promise<boolean> {
  const found = await readdir(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw notWritable(path, error);
  });
  return found.some((name) => name !== 'lost+found');
}

/** Rejects with `directoryInUse` while a process serves from it. A damaged store is to be replaced, and never opened. */
async function checkFree(path: string): Promise<void> {
  try {
    await verifyDataFile(path, { hasData: true });
    await openHeld(path).release();
  } catch (error) {
    if (!hasStorageCode(error, 'damaged')) throw error;
    checkUnlocked(path);
  }
}

interface Place {
  readonly unfinished: string;
  readonly isThere: boolean;
}

function fill(options: EmbeddedRestoreOptions, { unfinished, isThere }: Place): RestoreTarget {
  const { path, backupRevision, bumpRevision, now } = options;
  const { tables, release } = openHeld(unfinished);
  let revision = backupRevision + bumpRevision;
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await release();
    isOpen = false;
  };
  return {
    write: async (entries) => {
      const kept = entries.filter(({ expiresAtMs = Infinity }) => expiresAtMs > now());
      await commitTables(tables, () => {
        for (const entry of kept) {
          revision += 1;
          writeEntry(tables, entry, revision);
        }
      });
    },
    finish: async () => {
      // One more than the newest entry, so that a watch from any earlier revision asks for a compacted one.
      revision += 1;
      const state = { revision, compactedRevision: revision, reclaimedRevision: revision };
      await commitTables(tables, () => writeState(tables, state));
      await close();
      await noteData(unfinished);
      await moveInto(path, { unfinished, aside: isThere ? asidePathOf(path, new Date(now())) : undefined });
      return revision;
    },
    close: async () => {
      await close();
      await rm(unfinished, { recursive: true, force: true });
    },
  };
}

interface Move {
  readonly unfinished: string;
  /** The folder to which the store that is there is moved. */
  readonly aside: string | undefined;
}

/** Each rename is on disk before the next one, so that a crash of the machine leaves both stores under one of their names. */
async function moveInto(path: string, { unfinished, aside }: Move): Promise<void> {
  const folder = dirname(path);
  await syncDirectory(folder);
  if (aside !== undefined) {
    await rename(path, aside);
    await syncDirectory(folder);
  }
  await rename(unfinished, path);
  await syncDirectory(folder);
}

/** Only inside a commit. */
function writeEntry(tables: Tables, { key, value, expiresAtMs }: BackupEntry, revision: number): void {
  const keyBytes = Buffer.from(key);
  tables.heads.put(keyBytes, encodeHead({ revision, isDeleted: false }));
  tables.values.put(encodeRevision(revision), Buffer.from(value.buffer, value.byteOffset, value.byteLength));
  if (expiresAtMs !== undefined) tables.expiries.put(encodeExpiry(expiresAtMs, revision), keyBytes);
}
