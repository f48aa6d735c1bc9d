/** Writes converted objects in a format: to standard output, or to a file per input. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';

import { encodeProtobuf, sealEnvelope, stringifyJson, stringifyYaml } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

import type { Converted } from './converted.ts';
import type { OutputFormat } from './options.ts';
import { toJson } from './to-json.ts';

export type Written =
  { readonly ok: true; readonly output: string | Uint8Array } | { readonly ok: false; readonly message: string };

export function writeObjects(objects: readonly Converted[], format: OutputFormat): Written {
  switch (format) {
    case 'json':
      return { ok: true, output: `${stringifyJson(oneValue(objects.map(toJson)), 2)}\n` };
    case 'yaml':
      return { ok: true, output: objects.map((each) => stringifyYaml(toJson(each))).join('---\n') };
    case 'protobuf':
      return writeProtobuf(objects);
  }
}

/** JSON has no documents, so several objects become one List. */
function oneValue(values: readonly JsonValue[]): JsonValue {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  return { kind: 'List', apiVersion: 'v1', metadata: {}, items: [...values] };
}

function writeProtobuf(objects: readonly Converted[]): Written {
  const [only, ...others] = objects;
  if (only === undefined || others.length > 0) {
    return { ok: false, message: 'protobuf holds one object; convert objects one by one, or as items of one list' };
  }
  if ('untouched' in only) return { ok: false, message: 'an object that is left as it is cannot become protobuf' };
  const { apiVersion = '', kind = '' } = only.object;
  return { ok: true, output: sealEnvelope({ apiVersion, kind }, encodeProtobuf(only.message, only.object)) };
}

const extensionOf: Readonly<Record<OutputFormat, string>> = { json: '.json', yaml: '.yaml', protobuf: '.pb' };

/** The input's own name, with the extension of the format it is written in. */
export function outputPath(outputDir: string, relativePath: string, format: OutputFormat): string {
  const extension = extname(relativePath);
  const stem = extension === '' ? relativePath : relativePath.slice(0, -extension.length);
  const keeps = format === 'yaml' && extension === '.yml';
  return join(outputDir, `${stem}${keeps ? extension : extensionOf[format]}`);
}

/** All or nothing: the file appears under its name when it is complete. */
export async function writeOutputFile(path: string, output: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${String(process.pid)}.tmp`;
  try {
    await writeFile(unfinished, output);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'may not be written',
  EROFS: 'may not be written: the file system is read-only',
  EEXIST: 'cannot be written: a part of the path is a file, not a folder',
  ENOTDIR: 'cannot be written: a part of the path is a file, not a folder',
  EISDIR: 'cannot be written: there is a folder of that name',
  ENOSPC: 'cannot be written: no space is left',
};

/** Why something could not be written, in words; the system's own where we have none. */
export function describeWriteFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code !== undefined && reasons[code]) || message;
}
