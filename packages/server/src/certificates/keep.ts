/**
 * The certificates that a server makes for itself, kept in its data directory: an
 * authority, the server's own, and an administrator's. Made once; made anew when they
 * are about to expire or no longer fit.
 */
import { X509Certificate } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';

import { ConfigurationError } from '../files/configuration-error.ts';
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

/** Rejects with a ConfigurationError where something else is in the way. */
export async function keepCertificates(folder: string, hosts: readonly string[], now: Date): Promise<KeptCertificates> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const authority = await keep(
    folder,
    authorityName,
    (found) => isFresh(found, now),
    async () => {
      const { issueAuthority } = await import('./issue.ts');
      return issueAuthority('keelson-ca', now, authorityDays);
    },
  );
  const leaf = (name: string, request: Omit<LeafRequest, 'now' | 'days'>) =>
    keep(
      folder,
      name,
      (found) => isFresh(found, now) && isOf(found, authority) && fits(found, request.hosts),
      async () => {
        const { issueLeaf } = await import('./issue.ts');
        return issueLeaf(authority, { ...request, now, days: leafDays });
      },
    );
  return {
    authority,
    server: await leaf('server', { subject: { commonName: 'keelson' }, usage: 'server', hosts }),
    admin: await leaf('admin', { subject: { commonName: adminUser, organization: adminGroup }, usage: 'client' }),
  };
}

async function keep(
  folder: string,
  name: string,
  isGood: (found: KeyPair) => boolean,
  make: () => Promise<KeyPair>,
): Promise<KeyPair> {
  const found = await read(folder, name);
  if (found !== undefined && isGood(found)) return found;
  const made = await make();
  await writeWhole(join(folder, `${name}.key`), made.privateKey, 0o600);
  await writeWhole(join(folder, `${name}.crt`), made.certificate, 0o644);
  return made;
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

/** A file is either the old one or the new one, whenever the process dies. */
export async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  const unfinished = `${path}.${String(process.pid)}.tmp`;
  await writeFile(unfinished, text, { mode });
  await chmod(unfinished, mode);
  await rename(unfinished, path);
}

function isFresh({ certificate }: KeyPair, now: Date): boolean {
  return new Date(new X509Certificate(certificate).validTo).getTime() - now.getTime() > renewalMs;
}

function isOf({ certificate }: KeyPair, authority: KeyPair): boolean {
  return new X509Certificate(certificate).verify(new X509Certificate(authority.certificate).publicKey);
}

function fits({ certificate }: KeyPair, hosts: readonly string[] = []): boolean {
  const found = new X509Certificate(certificate);
  return hosts.every((host) => (isIP(host) === 0 ? found.checkHost(host) : found.checkIP(host)) !== undefined);
}
