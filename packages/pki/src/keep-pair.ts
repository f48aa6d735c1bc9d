/** A certificate with its key, kept in a folder: made once; made anew when it is about to expire or no longer fits. */
import { X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Logger } from '@keelson/telemetry';

import { ConfigurationError, unwritableFile, writeTogether } from '@keelson/files';
import type { KeyPair } from './issue.ts';
import { notItsKey, parseServingPair } from './parse-certificates.ts';

export const leafDays = 365;
const authorityDays = 3650;
const renewalMs = 30 * 86_400_000;

interface Kept {
  readonly folder: string;
  /** The name of its files, which end in `.crt` and `.key`. */
  readonly name: string;
  readonly now: Date;
  readonly logger: Logger;
}

interface Keeping extends Kept {
  readonly fits: (found: KeyPair) => boolean;
  readonly make: () => Promise<KeyPair>;
  /** Others trust it by its file. */
  readonly mustBeKept: boolean;
}

/** Rejects with an UnwritableFileError if it is not there and cannot be made. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw unwritableFile(folder, error);
  });
}

export function keepAuthority(kept: Kept & Pick<Keeping, 'mustBeKept'>, commonName: string): Promise<KeyPair> {
  return keepPair({
    ...kept,
    fits: () => true,
    make: async () => {
      const { issueAuthority } = await import('./issue.ts');
      return issueAuthority(commonName, kept.now, authorityDays);
    },
  });
}

/**
 * Rejects with a ConfigurationError where something else is in the way. Where the folder cannot be written, what is there is
 * used as long as it is valid, and else one that is made for this process alone, unless it must be kept.
 */
export async function keepPair(keeping: Keeping): Promise<KeyPair> {
  const { folder, name, fits, make, now, logger, mustBeKept } = keeping;
  const found = await read(keeping);
  const fitting = found !== undefined && fits(found) ? found : undefined;
  if (fitting !== undefined && leftMs(fitting, now) > renewalMs) return fitting;
  const made = await make();
  try {
    await writeTogether([
      { path: join(folder, `${name}.key`), text: made.privateKey, mode: 0o600 },
      { path: join(folder, `${name}.crt`), text: made.certificate, mode: 0o644 },
    ]);
    return made;
  } catch (error) {
    const usable = fitting !== undefined && leftMs(fitting, now) > 0 ? fitting : undefined;
    if (usable === undefined && mustBeKept) throw error;
    logger.warn('a certificate of our own should be made anew and cannot be kept', { name, folder, error });
    return usable ?? made;
  }
}

async function read({ folder, name, mustBeKept }: Keeping): Promise<KeyPair | undefined> {
  const paths = [join(folder, `${name}.crt`), join(folder, `${name}.key`)] as const;
  const pair = await readBoth(...paths);
  if (pair === undefined) return undefined;
  const parsed = parseServingPair([pair.certificate, pair.privateKey]);
  if (parsed.ok) return pair;
  // A process that died between the two leaves a new key beside an old certificate, which another of its own replaces.
  if (parsed.message === notItsKey && !mustBeKept) return undefined;
  const where = parsed.line === undefined ? '' : `line ${String(parsed.line)}: `;
  const remedy = 'take both files away to have them made anew';
  throw new ConfigurationError(`${paths[parsed.at === 1 ? 1 : 0]}: ${where}${parsed.message}; ${remedy}`);
}

async function readBoth(certificatePath: string, keyPath: string): Promise<KeyPair | undefined> {
  try {
    const [certificate, privateKey] = await Promise.all([readFile(certificatePath, 'utf8'), readFile(keyPath, 'utf8')]);
    return { certificate, privateKey };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function leftMs({ certificate }: KeyPair, now: Date): number {
  return new Date(new X509Certificate(certificate).validTo).getTime() - now.getTime();
}

/** By its key: the names of authorities say nothing. */
export function isSignedBy({ certificate }: Pick<KeyPair, 'certificate'>, authority: KeyPair): boolean {
  return new X509Certificate(certificate).verify(new X509Certificate(authority.certificate).publicKey);
}
