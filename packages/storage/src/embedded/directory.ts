/**
 * The data directory: decides whether it may be used, by a marker file in it.
 * It refuses to know the format of the database.
 */
import { access, constants, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { StorageError } from '../contract/errors.ts';

const formatVersion = 1;
const formatFile = 'keelson-store.json';
const engineName = 'embedded';
/** Entries that file systems put into an empty directory. */
const strangers = new Set(['lost+found']);

export interface PreparedDirectory {
  /** A database was opened there before: since then it must not be absent or empty. */
  readonly hasData: boolean;
}

/**
 * Checks the directory and creates it if necessary. A refusal leaves an existing
 * directory unchanged.
 */
export async function prepareDirectory(path: string): Promise<PreparedDirectory> {
  await makeDirectory(path);
  const text = await readFormatFile(path);
  if (text === undefined) await claimEmptyDirectory(path);
  const hasData = text !== undefined && checkFormat(path, text).hasData;
  await checkWritable(path);
  return { hasData };
}

/** For reading alone. Rejects with `directoryNotOurs` or `formatTooNew` if this is not the directory of a store. */
export async function checkFormatOf(path: string): Promise<void> {
  const text = await readFormatFile(path);
  if (text !== undefined && checkFormat(path, text).hasData) return;
  const found = text === undefined ? `there is no ${formatFile} in it` : 'nothing was ever stored in it';
  throw new StorageError('directoryNotOurs', `${path} holds no embedded store: ${found}. Name its --data-dir.`);
}

/** Records that a database exists. Rejects with errors of the file system. */
export async function noteData(path: string): Promise<void> {
  await writeDurably(path, formatText(true));
}

function formatText(hasData: boolean): string {
  return `${JSON.stringify({ engine: engineName, format: formatVersion, ...(hasData && { hasData }) })}\n`;
}

async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST' || codeOf(cause) === 'ENOTDIR') throw notOurs(path, 'it is not a directory');
    throw notWritable(path, cause);
  }
  if (!(await stat(path)).isDirectory()) throw notOurs(path, 'it is not a directory');
}

async function readFormatFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(join(path, formatFile), 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw notWritable(path, cause);
  }
}

async function claimEmptyDirectory(path: string): Promise<void> {
  const found = (await readdir(path)).filter((name) => !strangers.has(name) && name !== `${formatFile}.new`);
  if (found.length > 0) throw notOurs(path, `it holds ${found.slice(0, 3).join(', ')} and no ${formatFile}`);
  await checkWritable(path);
  try {
    await writeDurably(path, formatText(false));
  } catch (cause) {
    throw notWritable(path, cause);
  }
}

/** Atomic: after a crash the file is complete or absent. */
async function writeDurably(path: string, text: string): Promise<void> {
  const made = join(path, `${formatFile}.new`);
  try {
    await writeFile(made, text, { mode: 0o600, flush: true });
    await rename(made, join(path, formatFile));
  } catch (error) {
    await rm(made, { force: true });
    throw error;
  }
  await syncDirectory(path);
}

/** Until then a crash of the machine may undo what was made, renamed or removed in it. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
}

interface Format {
  readonly version: number;
  readonly hasData: boolean;
}

function checkFormat(path: string, text: string): Format {
  const format = parseFormat(text);
  if (format === undefined) throw notOurs(path, `its ${formatFile} is not one that Keelson wrote`);
  if (format.version <= formatVersion) return format;
  throw new StorageError(
    'formatTooNew',
    `The data directory ${path} has format ${format.version}, this version of Keelson reads formats up to ${formatVersion}. ` +
      'Run the newer version that wrote it, or choose another directory with --data-dir.',
  );
}

function parseFormat(text: string): Format | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof content !== 'object' || content === null) return undefined;
  if (!('engine' in content) || content.engine !== engineName || !('format' in content)) return undefined;
  if (typeof content.format !== 'number' || content.format < 1) return undefined;
  return { version: content.format, hasData: 'hasData' in content && content.hasData === true };
}

async function checkWritable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw notWritable(path, cause);
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

function notOurs(path: string, why: string): StorageError {
  return new StorageError(
    'directoryNotOurs',
    `${path} cannot be the data directory: ${why}. Nothing was changed. ` +
      'Choose an empty or a new directory with --data-dir.',
  );
}

/** Remedies, by the error code of the file system. */
const remedies: Readonly<Record<string, string>> = {
  EROFS: 'Mount its file system for writing, or choose another one with --data-dir.',
  EIO: "Look at the disk and the kernel's log.",
};

export function notWritable(path: string, cause: unknown): StorageError {
  const code = String(codeOf(cause));
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StorageError('outOfSpace', `The disk that holds ${path} is full. Free some space.`, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  const remedy = remedies[code] ?? 'Give this user the right to write it, or choose another one with --data-dir.';
  return new StorageError(
    'directoryNotWritable',
    `The data directory ${path} cannot be written (${reason}). ${remedy}`,
    {
      cause,
    },
  );
}
