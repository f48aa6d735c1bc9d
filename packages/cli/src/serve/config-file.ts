/** The flags of a file: a mapping in YAML or JSON, from the names of flags to what they are set to. */
import { readFile } from 'node:fs/promises';

import { ExactNumber, parseYaml } from '@keelson/schema';

import { UsageError } from '../terminal.ts';

/** Returns the arguments that say what the file says. */
export async function readConfigFile(path: string): Promise<readonly string[]> {
  return argumentsOf(await read(path), path);
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`--config ${path}: ${code === 'ENOENT' ? 'there is no such file' : message}`, {
      cause: error,
    });
  }
}

function argumentsOf(text: string, path: string): string[] {
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new UsageError(`--config ${path}: line ${parsed.line ?? 1}: ${parsed.message}`);
  const [document, another] = parsed.documents;
  if (document === undefined) return [];
  if (another !== undefined || !isMapping(document) || Array.isArray(document)) {
    throw new UsageError(`--config ${path}: it is no mapping from flags to values, such as "secure-port: 6443"`);
  }
  return Object.entries(document).flatMap(([name, value]) => {
    if (name === 'config') throw new UsageError(`--config ${path}: a file cannot name another one`);
    return argumentsOfFlag(name, value, path);
  });
}

function argumentsOfFlag(name: string, value: unknown, path: string): string[] {
  const texts = Array.isArray(value) ? value.map(textOf) : isMapping(value) ? pairsOf(value) : [textOf(value)];
  if (texts.includes(undefined))
    throw new UsageError(`--config ${path}: ${name}: a value, a list or a mapping of values`);
  return texts.map((text) => `--${name}=${text ?? ''}`);
}

function pairsOf(mapping: object): (string | undefined)[] {
  return Object.entries(mapping).map(([key, value]) => {
    const text = textOf(value);
    return text === undefined ? undefined : `${key}=${text}`;
  });
}

function isMapping(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' || value instanceof ExactNumber
    ? String(value)
    : undefined;
}
