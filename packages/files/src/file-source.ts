/** A file that a flag names, and how it is read. */
import { readFile, stat } from 'node:fs/promises';

export interface FileSource {
  readonly flag: string;
  readonly path: string;
}

export type ReadResult =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** Larger than any certificate bundle, token file or policy. */
const limitBytes = 64 * 1024 * 1024;

export async function readSource({ path }: FileSource): Promise<ReadResult> {
  try {
    const { size } = await stat(path);
    if (size > limitBytes) return { ok: false, message: `it is larger than ${String(limitBytes)} bytes` };
    return { ok: true, text: await readFile(path, 'utf8') };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { ok: false, message: code === 'ENOENT' ? 'there is no such file' : message };
  }
}

/** The state of a file, as far as its directory entry tells. */
export interface Stamp {
  /** Changes with the file, also when it is another one under the same name, as where files are swapped by a symbolic link. */
  readonly text: string;
  /** The last change is so fresh that another one might not show. */
  readonly isFresh: boolean;
}

export async function stampOf({ path }: FileSource): Promise<Stamp> {
  try {
    const { mtimeNs, ctimeNs, size, ino, dev } = await stat(path, { bigint: true });
    const isFresh = BigInt(Date.now()) * 1_000_000n - ctimeNs < freshNs;
    return { text: `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`, isFresh };
  } catch {
    return { text: 'none', isFresh: false };
  }
}

const freshNs = 2_000_000_000n;
