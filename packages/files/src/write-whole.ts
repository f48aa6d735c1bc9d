/**
 * Writes files that others read meanwhile: a file is either the old one or the new one, whenever the process or the
 * machine dies. A file that says so already is not written, so that a restart needs no room on the disk.
 */
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';

import { unwritableFile } from './unwritable-file.ts';

export interface WholeFile {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

/** None is replaced before all have been written beside their places. Rejects with an UnwritableFileError. */
export async function writeTogether(files: readonly WholeFile[]): Promise<void> {
  const made: string[] = [];
  let path = '';
  try {
    for (const file of files) {
      ({ path } = file);
      const unfinished = `${path}.${String(process.pid)}.tmp`;
      made.push(unfinished);
      await writeFile(unfinished, file.text, { mode: file.mode, flush: true });
      await chmod(unfinished, file.mode);
    }
    for (const [index, file] of files.entries()) {
      ({ path } = file);
      await rename(made[index] ?? '', path);
    }
  } catch (error) {
    // An unfinished file would keep occupying a disk that may be full.
    await Promise.allSettled(made.map((unfinished) => rm(unfinished, { force: true })));
    throw unwritableFile(path, error);
  }
}

export async function writeWhole(file: WholeFile): Promise<void> {
  await writeTogether([file]);
}

/** Leaves the file alone if it has this text. Rejects with an UnwritableFileError. */
export async function writeIfDifferent(file: WholeFile): Promise<'same' | 'written'> {
  if ((await readIfThere(file.path)) === file.text) return 'same';
  await writeWhole(file);
  return 'written';
}

/** `undefined` also where it may not be read. */
async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
