/**
 * Ensures one process per directory. LMDB keeps a table of the processes that have it
 * open and detects dead ones by a lock of the operating system, so a killed process
 * holds nothing.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { RootDatabase } from 'lmdb';

import { StorageError } from '../contract/errors.ts';

export const lockFile = 'lock.mdb';

/** Directories open in this process, which the table of processes does not tell. */
const held = new Set<string>();

export function holdInProcess(path: string): () => void {
  const real = realpathSync(path);
  if (held.has(real)) throw inUse(path, 'this very process');
  held.add(real);
  return () => held.delete(real);
}

/** A read enters this process into the table; then other processes in it are an error. */
export function checkOnlyProcess(path: string, root: RootDatabase<Buffer, Buffer>): void {
  root.get(Buffer.from('x'));
  root.readerCheck();
  const others = processesOf(root.readerList()).filter((pid) => pid !== process.pid);
  if (others.length > 0) throw inUse(path, `process ${others.join(', ')}`);
}

/**
 * For a damaged file, which must not be opened: looks for the lock that every process keeps on the lock file. Linux alone
 * lists locks, and only those of processes that this one can see; elsewhere nothing is found.
 */
export function checkUnlocked(path: string): void {
  holdInProcess(path)();
  const inode = inodeOf(join(path, lockFile));
  if (inode === undefined) return;
  for (const line of listLocks().split('\n')) {
    // Its number, kind, mode, access, process, device:inode, first and last byte.
    const [, , , , pid, file] = line.split(/\s+/);
    if (pid !== undefined && file?.split(':').at(-1) === inode) throw inUse(path, `process ${pid}`);
  }
}

function inodeOf(file: string): string | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino.toString();
}

function listLocks(): string {
  try {
    return readFileSync('/proc/locks', 'utf8');
  } catch {
    return '';
  }
}

/** Lines after the first: process, thread, transaction. */
function processesOf(list: string): readonly number[] {
  const pids = list.split('\n').map((line) => Number.parseInt(line.trim(), 10));
  return [...new Set(pids.filter((pid) => Number.isSafeInteger(pid)))];
}

export function inUse(path: string, by: string): StorageError {
  return new StorageError(
    'directoryInUse',
    `The data directory ${path} is in use by ${by}. Stop that one first, or choose another directory with --data-dir.`,
  );
}
