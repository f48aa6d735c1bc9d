/**
 * Keeps the commits of the writer and the opening of the database by another process apart.
 *
 * While it opens a database, LMDB writes the number of the transaction that it found into the memory that all processes
 * share. A commit that ended meanwhile is set back by that: readers are shown the state before it, and the next commit
 * overwrites it or finds the file damaged. So whoever opens puts a file beside the database, and waits until no commit
 * is under way; the writer says when one is, and begins none while that file is there.
 */
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The process that opens, as text. */
const openingFile = '.opening';
/** A byte for a commit under way, and the process of the writer. */
const commitsFile = '.commits';
const pauseMs = 1;
/** An open takes milliseconds. */
const mostOpeningMs = 10_000;
/** After this the process is looked for: one that was killed is not waited for, and one in another container is not seen. */
const plentyOpeningMs = 1_000;
/** A commit takes as long as the disk; a writer that was killed in one has not ended it. */
const mostCommitMs = 30_000;

export interface CommitGate {
  /** Resolves when a commit may begin; `undefined` where it may at once. */
  enter(): Promise<void> | undefined;
  leave(): void;
  close(): void;
}

/** For the one process that writes. */
export function createCommitGate(folder: string): CommitGate {
  const file = join(folder, commitsFile);
  const opening = join(folder, openingFile);
  let descriptor: number | undefined;
  const tell = (isCommitting: boolean): void => {
    try {
      descriptor ??= openSync(file, 'w', 0o600);
      writeSync(descriptor, `${isCommitting ? '1' : '0'}${String(process.pid)}\n`, 0);
    } catch {
      // A disk that is full takes no commit either.
    }
  };
  const enterLater = async (): Promise<void> => {
    for (;;) {
      tell(false);
      while (existsSync(opening)) {
        if (isAbandoned(opening)) rmSync(opening, { force: true });
        else await wait(pauseMs);
      }
      // In this order on both sides: one of the two sees the other.
      tell(true);
      if (!existsSync(opening)) return;
    }
  };
  tell(false);
  return {
    enter: () => {
      tell(true);
      return existsSync(opening) ? enterLater() : undefined;
    },
    leave: () => tell(false),
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor);
      rmSync(file, { force: true });
    },
  };
}

/**
 * Opens the database beside the process that writes, which may be in another container and not seen from here. Throws
 * what `open` throws.
 */
export function openBesideWriter<T>(folder: string, open: () => T): T {
  return openThroughGate(folder, open, () => true);
}

/**
 * Opens the database to write it. A writer that was killed in a commit is not waited for: it ran where this process
 * runs, and in a container often as the same number.
 */
export function openAsWriter<T>(folder: string, open: () => T): T {
  return openThroughGate(folder, open, (writer) => writer !== process.pid && isAlive(writer));
}

function openThroughGate<T>(folder: string, open: () => T, mayCommit: (writer: number) => boolean): T {
  const opening = join(folder, openingFile);
  if (!begin(opening)) return open();
  try {
    while (isCommitting(join(folder, commitsFile), mayCommit)) pause();
    return open();
  } finally {
    rmSync(opening, { force: true });
  }
}

/** One at a time. False where the folder cannot be written, and nobody commits. */
function begin(opening: string): boolean {
  for (;;) {
    try {
      writeFileSync(opening, String(process.pid), { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
    if (isAbandoned(opening)) rmSync(opening, { force: true });
    else pause();
  }
}

function isAbandoned(opening: string): boolean {
  const ageMs = ageMsOf(opening);
  return ageMs > mostOpeningMs || (ageMs > plentyOpeningMs && !isAlive(Number(readText(opening))));
}

/** Since it was written; 0 if it is not there. */
function ageMsOf(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
}

/** Empty if the file is not there. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function isCommitting(file: string, mayCommit: (writer: number) => boolean): boolean {
  const text = readText(file);
  return text.startsWith('1') && mayCommit(Number(text.slice(1))) && ageMsOf(file) < mostCommitMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Opening is synchronous, and nothing else is to be done before it. */
function pause(): void {
  Atomics.wait(sleeper, 0, 0, pauseMs);
}
