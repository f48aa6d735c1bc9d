/**
 * The certificates that a server makes for itself, kept in its data directory: an
 * authority, the server's own, and an administrator's. Made once; made anew when they
 * are about to expire or no longer fit.
 */
import { X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';

import { silentLogger } from '@keelson/telemetry';
import type { Logger } from '@keelson/telemetry';

import { ConfigurationError, unwritableFile, writeTogether } from '@keelson/files';
import type { KeyPair, LeafRequest } from './issue.ts';
import { notItsKey, parseServingPair } from './parse-certificates.ts';

export interface KeptCertificates {
  readonly authority: KeyPair;
  readonly server: KeyPair;
  readonly admin: KeyPair;
}

const authorityName = 'ca';
const authorityDays = 3650;
const leafDays = 365;
const renewalMs = 30 * 86_400_000;

export const adminUser = 'kubernetes-admin';
const adminGroup = 'system:masters';

/**
 * Rejects with a ConfigurationError where something else is in the way. Where the folder cannot be written, what is
 * there is used as long as it is valid, and a certificate that does not fit is made for this process alone; only an
 * authority has to be kept, and without one this rejects with an UnwritableFileError.
 */
export async function keepCertificates(
  folder: string,
  hosts: readonly string[],
  now: Date,
  logger: Logger = silentLogger,
): Promise<KeptCertificates> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw unwritableFile(folder, error);
  });
  const authority = await keep(folder, authorityName, {
    fits: () => true,
    now,
    logger,
    mustBeKept: true,
    make: async () => {
      const { issueAuthority } = await import('./issue.ts');
      return issueAuthority('keelson-ca', now, authorityDays);
    },
  });
  const leaf = (name: string, request: Omit<LeafRequest, 'now' | 'days'>) =>
    keep(folder, name, {
      fits: (found) => isOf(found, authority) && namesAll(found, request.hosts),
      now,
      logger,
      mustBeKept: false,
      make: async () => {
        const { issueLeaf } = await import('./issue.ts');
        return issueLeaf(authority, { ...request, now, days: leafDays });
      },
    });
  return {
    authority,
    server: await leaf('server', { subject: { commonName: 'keelson' }, usage: 'server', hosts }),
    admin: await leaf('admin', { subject: { commonName: adminUser, organization: adminGroup }, usage: 'client' }),
  };
}

interface Keeping {
  readonly fits: (found: KeyPair) => boolean;
  readonly make: () => Promise<KeyPair>;
  readonly now: Date;
  readonly logger: Logger;
  /** Others trust it by its file. */
  readonly mustBeKept: boolean;
}

async function keep(folder: string, name: string, keeping: Keeping): Promise<KeyPair> {
  const { fits, make, now, logger, mustBeKept } = keeping;
  const found = await read(folder, name);
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

async function read(folder: string, name: string): Promise<KeyPair | undefined> {
  const paths = [join(folder, `${name}.crt`), join(folder, `${name}.key`)] as const;
  const pair = await readBoth(...paths);
  if (pair === undefined) return undefined;
  const parsed = parseServingPair([pair.certificate, pair.privateKey]);
  if (parsed.ok) return pair;
  // A process that died between the two leaves a new key beside an old certificate, which another of its own replaces.
  if (parsed.message === notItsKey && name !== authorityName) return undefined;
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

function isOf({ certificate }: KeyPair, authority: KeyPair): boolean {
  return new X509Certificate(certificate).verify(new X509Certificate(authority.certificate).publicKey);
}

function namesAll({ certificate }: KeyPair, hosts: readonly string[] = []): boolean {
  const found = new X509Certificate(certificate);
  return hosts.every((host) => (isIP(host) === 0 ? found.checkHost(host) : found.checkIP(host)) !== undefined);
}
