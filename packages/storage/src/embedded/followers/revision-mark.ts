/**
 * The newest revision that is on disk, in a file that the writer of an embedded store shares with its followers. Reading it
 * is one call of the system, so that a follower knows the newest revision without asking.
 *
 * The database itself would show a commit before it is on disk, and a read must not see what a loss of power may undo.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { decodeRevision, encodeRevision } from '../record.ts';

export interface RevisionMark {
  /** For child processes to inherit. */
  readonly descriptor: number;
  write(revision: number): void;
  close(): void;
}

/** The file has no name, so that it goes with the processes that have it open. */
export function createRevisionMark(folder: string): RevisionMark {
  const path = join(folder, `.revision-${String(process.pid)}`);
  const descriptor = openSync(path, 'w+', 0o600);
  rmSync(path);
  return {
    descriptor,
    write: (revision) => void writeSync(descriptor, encodeRevision(revision), 0, revisionBytes, 0),
    close: () => closeSync(descriptor),
  };
}

const revisionBytes = 8;

/** Returns a function that reads the mark. */
export function openRevisionMark(descriptor: number): () => number {
  const bytes = Buffer.alloc(revisionBytes);
  return () => {
    readSync(descriptor, bytes, 0, revisionBytes, 0);
    return decodeRevision(bytes);
  };
}
