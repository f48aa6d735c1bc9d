/** The progress of a migration, in a file: which objects are done, of which resource of which server. */
import { readFile, rm } from 'node:fs/promises';

import { writeWhole } from '@keelson/files';

export interface Progress {
  readonly server: string;
  /** The list of the objects, and the definition and its storage version, if there is one. */
  readonly path: string;
  readonly definition: string;
  readonly storageVersion: string;
  /** Of the next page. */
  readonly continue: string;
  readonly done: number;
  readonly failed: number;
}

type Identity = Pick<Progress, 'server' | 'path' | 'definition' | 'storageVersion'>;

/** `undefined` if there is none, or one of another migration: it has nothing to say about this one. Rejects if it cannot be read. */
export async function readProgress(file: string, of: Identity): Promise<Progress | undefined> {
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  const read = parse(text);
  if (read === undefined) throw new Error(`${file} is no note of a migration; remove it, or name another with --state`);
  const { server, path, definition, storageVersion } = read;
  const isSame =
    server === of.server && path === of.path && definition === of.definition && storageVersion === of.storageVersion;
  return isSame ? read : undefined;
}

function parse(text: string): Progress | undefined {
  try {
    const value = JSON.parse(text) as Partial<Progress> | null;
    const isWhole =
      typeof value?.continue === 'string' && Number.isSafeInteger(value.done) && Number.isSafeInteger(value.failed);
    return isWhole ? (value as Progress) : undefined;
  } catch {
    return undefined;
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export async function writeProgress(file: string, progress: Progress): Promise<void> {
  await writeWhole({ path: file, text: `${JSON.stringify(progress, undefined, 2)}\n`, mode: 0o600 });
}

export async function removeProgress(file: string): Promise<void> {
  await rm(file, { force: true });
}
