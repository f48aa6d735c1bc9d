/**
 * Opens the database file for this process alone, and turns what the library says
 * when it cannot into what one can do about it.
 */
import { StorageError, isStorageError } from '../errors.ts';
import { damagedFile, damageIn } from './data-file/damage.ts';
import { checkOnlyProcess, holdInProcess, inUse } from './hold.ts';
import { openRoot, openTables } from './tables.ts';
import type { Tables } from './tables.ts';

export interface Held {
  readonly tables: Tables;
  /** Closes the file and lets go of the directory. */
  release(): Promise<void>;
}

export function openHeld(path: string): Held {
  const letGo = holdInProcess(path);
  let root;
  try {
    root = openRoot(path);
    checkOnlyProcess(path, root);
    const tables = openTables(root);
    return {
      tables,
      release: async () => {
        await tables.root.close();
        letGo();
      },
    };
  } catch (cause) {
    void root?.close();
    letGo();
    throw openError(path, cause);
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
