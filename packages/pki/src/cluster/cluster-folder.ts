/** The folder of the certificates of a cluster: pairs read from it, checked, and written into it. */
import type { X509Certificate } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { ConfigurationError, unwritableFile, writeTogether } from '@keelson/files';

import type { KeyPair } from '../issue.ts';
import { notItsKey, parseCertificates, parseServingPair } from '../parse-certificates.ts';

/** Rejects with a ConfigurationError if there are files that do not belong together. `path`: without its ending. */
export async function readPair(folder: string, path: string): Promise<KeyPair | undefined> {
  const [certificate, privateKey] = await Promise.all([
    readIfThere(join(folder, `${path}.crt`)),
    readIfThere(join(folder, `${path}.key`)),
  ]);
  if (certificate === undefined && privateKey === undefined) return undefined;
  if (certificate === undefined) throw new ConfigurationError(`${join(folder, path)}.key has no certificate beside it`);
  if (privateKey === undefined) throw new ConfigurationError(`${join(folder, path)}.crt has no key beside it`);
  const parsed = parseServingPair([certificate, privateKey]);
  if (parsed.ok) return { certificate, privateKey };
  const ending = parsed.at === 1 ? 'key' : 'crt';
  throw new ConfigurationError(`${join(folder, path)}.${ending}: ${parsed.message}`);
}

export interface PlacedLeaf {
  readonly certificate: string;
  /** `other`: a process that ended between the two files of a pair left the key of the certificate to come. */
  readonly key: 'own' | 'other' | 'absent';
}

/** Undefined without a certificate. Rejects with a ConfigurationError. */
export async function readLeaf(folder: string, path: string): Promise<PlacedLeaf | undefined> {
  const file = join(folder, path);
  const certificate = await readIfThere(`${file}.crt`);
  if (certificate === undefined) return undefined;
  const privateKey = await readIfThere(`${file}.key`);
  const parsed =
    privateKey === undefined ? parseCertificates([certificate]) : parseServingPair([certificate, privateKey]);
  if (parsed.ok) return { certificate, key: privateKey === undefined ? 'absent' : 'own' };
  if (parsed.message === notItsKey) return { certificate, key: 'other' };
  throw new ConfigurationError(`${file}.${parsed.at === 1 ? 'key' : 'crt'}: ${parsed.message}`);
}

/** Rejects with an UnwritableFileError. The key is replaced first; `readPair` detects a key that does not match. */
export async function writePair(folder: string, path: string, pair: KeyPair): Promise<void> {
  await makeFolderOf(join(folder, path));
  await writeTogether([
    { path: join(folder, `${path}.key`), text: pair.privateKey, mode: 0o600 },
    { path: join(folder, `${path}.crt`), text: pair.certificate, mode: 0o644 },
  ]);
}

export async function makeFolderOf(file: string): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw unwritableFile(folder, error);
  });
}

export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new ConfigurationError(`${file} cannot be read: ${message}`);
  }
}

/** The certificates of a file, each in PEM. Rejects with a ConfigurationError. */
export async function readCertificates(file: string): Promise<readonly X509Certificate[]> {
  const text = await readIfThere(file);
  if (text === undefined) throw new ConfigurationError(`${file} does not exist`);
  const parsed = parseCertificates([text]);
  if (parsed.ok) return parsed.value;
  throw new ConfigurationError(`${file}: ${parsed.line === undefined ? '' : `line ${parsed.line}: `}${parsed.message}`);
}

/** The paths of all `.crt` files, without that ending and in order. */
export async function certificatePaths(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new ConfigurationError(`${folder} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  return found
    .filter((path) => path.endsWith('.crt'))
    .map((path) => path.slice(0, -'.crt'.length))
    .sort();
}
