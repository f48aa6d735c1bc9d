/**
 * Ensures one process per directory. LMDB keeps a table of the processes that have it
 * open and detects dead ones by a lock of the operating system, so a killed process
 * holds nothing.
 */
import { realpathSync } from 'node:fs';

import type { RootDatabase } from 'lmdb';

import { StorageError } from '../contract/errors.ts';

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
