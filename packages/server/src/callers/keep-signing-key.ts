/** The key that signs the tokens of service accounts, where none is given: made once, and kept with our certificates. */
import { createPrivateKey, generateKeyPair } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { signingKeyOf, type VerifyingKey } from '@keelson/auth';

import { writeWhole } from '../certificates/keep.ts';
import { ConfigurationError } from '../files/configuration-error.ts';

const generate = promisify(generateKeyPair);
const modulusLength = 2048;

export async function keepSigningKey(folder: string): Promise<VerifyingKey> {
  const path = join(folder, 'sa.key');
  const pem = (await readIfThere(path)) ?? (await makeKey(path));
  const key = signingKeyOf(createPrivateKey(pem));
  if (typeof key === 'string') throw new ConfigurationError(`${path}: ${key}`);
  return key;
}

async function makeKey(path: string): Promise<string> {
  const { privateKey } = await generate('rsa', { modulusLength });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await writeWhole(path, pem, 0o600);
  return pem;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
