/**
 * An append-only file that rotates: it is renamed after the current time and a new one
 * is opened. The number and the age of rotated files are limited, and they are compressed if that is asked for.
 */
import { constants, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

import { compressedExtension, compressFile } from './compress-file.ts';

export interface Rotation {
  /** Put aside before it is larger than this. */
  readonly maxBytes: number;
  /** 0 keeps them all. */
  readonly maxBackups: number;
  /** 0 keeps them for ever. */
  readonly maxAgeMs: number;
  /** Files that were put aside are compressed. Default: false. */
  readonly compresses?: boolean | undefined;
}

export interface RotatingFile {
  /** Bytes left before rotation; `Infinity` for an empty file, and for pipes and devices, which never rotate. */
  room(): Promise<number>;
  /** Rejects if not everything was written; the next append then begins with a newline, to end the partial line. */
  append(pieces: readonly Uint8Array[]): Promise<void>;
  /** The next piece goes into a new file. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

/** Audit logs name users and objects, so only the server's own user reads them. */
const fileMode = 0o600;
/** Non-blocking: a pipe without a reader refuses what does not fit, rather than blocking a thread for ever. */
const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;
const newline = Buffer.from('\n');

/** Opened on first use, so that a path that does not exist yet, or blocks, delays nothing. */
export function createRotatingFile(path: string, rotation: Rotation, now: () => number = Date.now): RotatingFile {
  let handle: FileHandle | undefined;
  let size = 0;
  let isTorn = false;
  let isPutAside = true;
  let compressing = Promise.resolve();

  const openFile = async (): Promise<FileHandle> => {
    if (handle !== undefined) return handle;
    const opened = await open(path, appending, fileMode);
    const stat = await opened.stat();
    handle = opened;
    size = stat.size;
    // A pipe, a terminal or the null device is written to for ever: put aside, it would be gone for everybody.
    isPutAside = stat.isFile();
    return opened;
  };
  const closeFile = async (): Promise<void> => {
    const open = handle;
    handle = undefined;
    await open?.close();
  };

  return {
    room: async () => {
      await openFile();
      return size === 0 || !isPutAside ? Infinity : rotation.maxBytes - size;
    },
    append: async (pieces) => {
      const file = await openFile();
      const before = size;
      try {
        if (isTorn) size += await writeAll(file, newline);
        for (const piece of pieces) size += await writeAll(file, piece);
        isTorn = false;
      } catch (error) {
        isTorn = await hasGrown(file, before);
        // Perhaps another one can be opened where this one is broken.
        await closeFile().catch(() => undefined);
        throw error;
      }
    },
    rotate: async () => {
      await openFile();
      if (!isPutAside) return;
      await closeFile();
      await rename(path, backupPath(path, now()));
      await prune(path, rotation, now()).catch(() => undefined);
      // One after the other, and beside what is written meanwhile.
      if (rotation.compresses === true)
        compressing = compressing.then(() => compressBackups(path)).catch(() => undefined);
    },
    close: async () => {
      await closeFile();
      await compressing;
    },
  };
}

/** Writes everything, in as many calls as it takes, and returns the number of bytes. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<number> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done);
    done += bytesWritten;
  }
  return bytes.length;
}

async function hasGrown(file: FileHandle, before: number): Promise<boolean> {
  return file.stat().then(
    ({ size }) => size > before,
    () => false,
  );
}

/** `audit-2024-01-31T23-59-59.999.log`, so that names sort by time. */
function backupPath(path: string, nowMs: number): string {
  const time = new Date(nowMs).toISOString().replaceAll(':', '-').slice(0, -1);
  const extension = extname(path);
  return join(dirname(path), `${basename(path, extension)}-${time}${extension}`);
}

const timePattern = String.raw`-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3})`;

async function prune(path: string, { maxBackups, maxAgeMs }: Rotation, nowMs: number): Promise<void> {
  if (maxBackups === 0 && maxAgeMs === 0) return;
  const pattern = backupPattern(path);
  const all = await backupsOf(path);
  // One whose compression is just done is there in both forms, and counts once.
  const found = all.filter((name) => !all.includes(`${name}${compressedExtension}`));
  const tooMany = maxBackups === 0 ? [] : found.slice(0, Math.max(0, found.length - maxBackups));
  const tooOld = maxAgeMs === 0 ? [] : found.filter((name) => nowMs - timeOf(pattern.exec(name)?.[1]) > maxAgeMs);
  for (const name of new Set([...tooMany, ...tooOld])) await rm(join(dirname(path), name), { force: true });
}

function backupPattern(path: string): RegExp {
  const extension = extname(path);
  const compressed = `(?:${escape(compressedExtension)})?`;
  return new RegExp(`^${escape(basename(path, extension))}${timePattern}${escape(extension)}${compressed}$`);
}

/** Their names, oldest first. */
async function backupsOf(path: string): Promise<string[]> {
  const pattern = backupPattern(path);
  return (await readdir(dirname(path))).filter((name) => pattern.test(name)).sort();
}

/** Includes backups that an earlier process left uncompressed. */
async function compressBackups(path: string): Promise<void> {
  for (const name of await backupsOf(path)) {
    if (!name.endsWith(compressedExtension)) await compressFile(join(dirname(path), name), fileMode);
  }
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** `2024-01-31T23-59-59.999` back to a time. */
function timeOf(text = ''): number {
  return Date.parse(`${text.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')}Z`);
}
