/** Finds the inputs: files, the files of folders, standard input. Knows nothing of their content. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';

import type { Terminal } from '../terminal.ts';

export interface Input {
  /** For messages. */
  readonly name: string;
  /** The path of the output below the output folder. */
  readonly relativePath: string;
  read(): Promise<Uint8Array>;
}

export interface InputFailure {
  readonly name: string;
  readonly message: string;
}

export type FoundInput = { readonly ok: true; readonly input: Input } | ({ readonly ok: false } & InputFailure);

const extensions = new Set(['.json', '.yaml', '.yml', '.pb']);
/** More than any file of objects is, and far less than would exhaust the machine. */
const inputBytesLimit = 512 * 1024 * 1024;

/** Everything the names stand for; folders in the order of their file names. */
export async function findInputs(
  names: readonly string[],
  isRecursive: boolean,
  terminal: Terminal,
): Promise<FoundInput[]> {
  const found: FoundInput[] = [];
  for (const name of names) {
    if (name === '-') found.push({ ok: true, input: standardInput(terminal) });
    else found.push(...(await findFiles(name, isRecursive)));
  }
  return found;
}

function standardInput({ stdin }: Terminal): Input {
  return {
    name: 'standard input',
    relativePath: 'stdin',
    async read() {
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of stdin) {
        size += chunk.length;
        if (size > inputBytesLimit) throw new Error(`is larger than ${String(inputBytesLimit)} bytes`);
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    },
  };
}

async function findFiles(path: string, isRecursive: boolean): Promise<FoundInput[]> {
  try {
    const status = await stat(path);
    if (!status.isDirectory()) return [file(path, basename(path), status.size)];
    const entries = await readdir(path, { withFileTypes: true, recursive: isRecursive });
    const paths = entries
      .filter((entry) => !entry.isDirectory() && extensions.has(extname(entry.name)))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    const found = await Promise.all(paths.map((each) => findFile(each, relative(path, each))));
    const files = found.flatMap((each) => each ?? []);
    return files.length > 0 ? files : [failure(path, 'holds no .json, .yaml, .yml or .pb file')];
  } catch (error) {
    return [failure(path, describe(error))];
  }
}

/** Undefined for what has the name of a file and is none, such as a link to a folder. */
async function findFile(path: string, relativePath: string): Promise<FoundInput | undefined> {
  try {
    const status = await stat(path);
    return status.isFile() ? file(path, relativePath, status.size) : undefined;
  } catch (error) {
    return failure(path, describe(error));
  }
}

function file(path: string, relativePath: string, size: number): FoundInput {
  if (size > inputBytesLimit) return failure(path, `is larger than ${String(inputBytesLimit)} bytes`);
  return { ok: true, input: { name: path, relativePath, read: () => readFile(path) } };
}

function failure(name: string, message: string): FoundInput {
  return { ok: false, name, message };
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read',
  ENOTDIR: 'does not exist',
};

/** Why something could not be read, in words; the system's own where we have none. */
export function describe(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code !== undefined && reasons[code]) || message;
}
