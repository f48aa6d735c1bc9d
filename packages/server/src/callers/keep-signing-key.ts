/** The key that signs the tokens of service accounts, where none is given: made once, and kept with our certificates. */
import { generateKeyPair } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { VerifyingKey } from '@keelson/auth';

import { writeWhole } from '../certificates/keep.ts';
import { ConfigurationError } from '../files/configuration-error.ts';
import { parseSigningKey } from './parse-keys.ts';

const generate = promisify(generateKeyPair);
const modulusLength = 2048;

export interface KeptKey {
  /** Takes a while where it has to be made. */
  readonly key: Promise<VerifyingKey>;
}

/** Rejects with a ConfigurationError if the one that is there cannot be used. */
export async function keepSigningKey(folder: string): Promise<KeptKey> {
  const path = join(folder, 'sa.key');
  const pem = await readIfThere(path);
  return { key: pem === undefined ? makeKey(path) : Promise.resolve(parse(path, pem)) };
}

function parse(path: string, pem: string): VerifyingKey {
  const parsed = parseSigningKey([pem]);
  if (parsed.ok) return parsed.value;
  const where = parsed.line === undefined ? '' : `line ${String(parsed.line)}: `;
  throw new ConfigurationError(`${path}: ${where}${parsed.message}; take it away to have one made anew`);
}

async function makeKey(path: string): Promise<VerifyingKey> {
  const { privateKey } = await generate('rsa', { modulusLength });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await writeWhole(path, pem, 0o600);
  return parse(path, pem);
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
