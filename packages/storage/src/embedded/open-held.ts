/** Opens the database file exclusively for this process, and translates the errors of the library into remedies. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { StorageError, isStorageError } from '../contract/errors.ts';
import { createCommitGate } from './commit-gate.ts';
import { damagedFile, damageIn } from './data-file/damage.ts';
import { notWritable } from './directory.ts';
import { checkOnlyProcess, holdInProcess, inUse, lockFile } from './hold.ts';
import { openRoot, openTables } from './tables.ts';
import type { Tables } from './tables.ts';

export interface Held {
  readonly tables: Tables;
  /** Closes the file and releases the directory. */
  release(): Promise<void>;
}

export function openHeld(path: string): Held {
  const letGo = holdInProcess(path);
  let root;
  try {
    reserveLockFile(path);
    root = openRoot(path);
    checkOnlyProcess(path, root);
    const gate = createCommitGate(path);
    const tables = openTables(root, gate);
    return {
      tables,
      release: async () => {
        await tables.root.close();
        gate.close();
        letGo();
      },
    };
  } catch (cause) {
    // The first fault tells more than one of closing what could not be opened.
    root?.close().catch(() => undefined);
    letGo();
    throw openError(path, cause);
  }
}

/** More than the table of readers needs. */
const lockFileBytes = 16 * 1024;

/**
 * Allocates the lock file. LMDB creates it sparse and maps it, so that a full disk ends the process with a signal; here
 * it is an error. An existing file was created by the process that has the store open.
 */
function reserveLockFile(path: string): void {
  const file = join(path, lockFile);
  try {
    writeFileSync(file, Buffer.alloc(lockFileBytes), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    rmSync(file, { force: true });
    throw notWritable(path, error);
  }
}

function openError(path: string, cause: unknown): StorageError {
  if (isStorageError(cause)) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (/temporarily unavailable/i.test(reason)) return inUse(path, 'another process');
  if (/no space/i.test(reason)) {
    return new StorageError('outOfSpace', `The disk that holds ${path} is full. Free some space.`, { cause });
  }
  return damageIn(path, cause) ?? damagedFile(path, `it cannot be opened (${reason})`, cause);
}
