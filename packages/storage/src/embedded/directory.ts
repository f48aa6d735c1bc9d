/**
 * The data directory: whether it may be used, and the file that says it is ours.
 * It refuses to know what the database in it looks like.
 */
import { access, constants, mkdir, open, readFile, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { StorageError } from '../errors.ts';

const formatVersion = 1;
const formatFile = 'keelson-store.json';
const engineName = 'embedded';
const dataFile = 'data.mdb';
/** LMDB begins both of its root pages with it, some bytes in. */
const dataFileMagic = Buffer.from([0xde, 0xc0, 0xef, 0xbe]);
/** What a file system may put into an empty directory by itself. */
const strangers = new Set(['lost+found']);

/**
 * Checks the directory and makes it if need be. When it refuses, nothing has been
 * written into a directory that was there before.
 */
export async function prepareDirectory(path: string): Promise<void> {
  await makeDirectory(path);
  const text = await readFormatFile(path);
  if (text === undefined) await claimEmptyDirectory(path);
  else checkFormat(path, text);
  await checkWritable(path);
  await checkDataFile(path);
}

/** The library does not survive a file of another kind. An empty one is a first start that was cut short. */
async function checkDataFile(path: string): Promise<void> {
  const file = await open(join(path, dataFile), 'r').catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw notWritable(path, cause);
  });
  if (file === undefined) return;
  const { bytesRead, buffer } = await file.read(Buffer.alloc(64)).finally(() => file.close());
  if (bytesRead === 0 || buffer.includes(dataFileMagic)) return;
  throw new StorageError(
    'damaged',
    `${join(path, dataFile)} is damaged: it does not begin as a database does. ` +
      'If the disk is sound, restore the directory from a copy.',
  );
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
    await writeDurably(path, `${JSON.stringify({ engine: engineName, format: formatVersion })}\n`);
  } catch (cause) {
    throw notWritable(path, cause);
  }
}

/** After a crash the file is there whole, or not at all. */
async function writeDurably(path: string, text: string): Promise<void> {
  const made = join(path, `${formatFile}.new`);
  const file = await open(made, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(made, join(path, formatFile));
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
}

function checkFormat(path: string, text: string): void {
  const format = parseFormat(text);
  if (format === undefined) throw notOurs(path, `its ${formatFile} is not one that Keelson wrote`);
  if (format <= formatVersion) return;
  throw new StorageError(
    'formatTooNew',
    `The data directory ${path} has format ${format}, this version of Keelson reads formats up to ${formatVersion}. ` +
      'Run the newer version that wrote it, or choose another directory with --data-dir.',
  );
}

function parseFormat(text: string): number | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof content !== 'object' || content === null) return undefined;
  if (!('engine' in content) || content.engine !== engineName || !('format' in content)) return undefined;
  return typeof content.format === 'number' && content.format >= 1 ? content.format : undefined;
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

function notWritable(path: string, cause: unknown): StorageError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StorageError(
    'directoryNotWritable',
    `The data directory ${path} cannot be written (${reason}). ` +
      'Give this user the right to write it, or choose another one with --data-dir.',
    { cause },
  );
}
