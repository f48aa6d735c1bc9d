/** Makes the certificates of a cluster that are missing, and leaves those that are there. */
import { generateKeyPair, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ConfigurationError, writeTogether } from '@keelson/files';

import type { KeyPair } from '../issue.ts';
import { isSignedBy } from '../keep-pair.ts';
import { makeFolderOf, readIfThere, readLeaf, readPair, writePair } from './cluster-folder.ts';
import type { PlacedLeaf } from './cluster-folder.ts';
import { clusterAuthorities, plannedLeaves } from './plan.ts';
import type { ClusterAuthority, ClusterPlan, PlannedLeaf } from './plan.ts';

export interface CertificateLives {
  readonly leafMs: number;
  readonly authorityMs: number;
}

export interface CreateClusterOptions {
  readonly folder: string;
  readonly plan: ClusterPlan;
  readonly lives: CertificateLives;
  readonly now: Date;
  /** Called for each file that was made. */
  readonly onMade: (path: string) => void;
}

const dayMs = 86_400_000;
const generate = promisify(generateKeyPair);

/**
 * Can be repeated: a second run makes what is missing, such as the certificate of a further member, and makes anew
 * what lacks a host, has expired or is signed by an authority that is gone. Rejects with a ConfigurationError.
 */
export async function createClusterCertificates(options: CreateClusterOptions): Promise<void> {
  const authorities = new Map<ClusterAuthority, KeyPair>();
  for (const name of clusterAuthorities) authorities.set(name, await authorityOf(options, name));
  for (const leaf of plannedLeaves(options.plan)) {
    const authority = authorities.get(leaf.authority);
    if (authority !== undefined) await keepLeaf(options, leaf, authority);
  }
  await keepServiceAccountKey(options);
}

const commonNames: Readonly<Record<ClusterAuthority, string>> = {
  ca: 'keelson-ca',
  'etcd/ca': 'keelson-etcd-ca',
  'front-proxy-ca': 'keelson-front-proxy-ca',
};

/** The time of creation in the name tells it from the previous authority. */
export function commonNameOf(name: ClusterAuthority, now: Date): string {
  return `${commonNames[name]}@${Math.floor(now.getTime() / 1000)}`;
}

async function authorityOf({ folder, lives, now, onMade }: CreateClusterOptions, name: ClusterAuthority) {
  const found = await readPair(folder, name);
  if (found !== undefined) return found;
  const { issueAuthority } = await import('../issue.ts');
  const made = await issueAuthority(commonNameOf(name, now), now, lives.authorityMs / dayMs);
  await writePair(folder, name, made);
  onMade(`${name}.crt`);
  return made;
}

async function keepLeaf(options: CreateClusterOptions, leaf: PlannedLeaf, authority: KeyPair): Promise<void> {
  const { folder, lives, now, onMade } = options;
  const found = await readLeaf(folder, leaf.path);
  if (found?.key === 'absent') throw new ConfigurationError(`${join(folder, leaf.path)}.crt has no key beside it`);
  const isKept =
    found?.key === 'own' &&
    isSignedBy(found, authority) &&
    namesAll(found, leaf.demandedHosts) &&
    new Date(new X509Certificate(found.certificate).validTo) > now;
  if (isKept) return;
  const { issueLeaf } = await import('../issue.ts');
  const days = daysWithin(lives.leafMs, authority, now);
  await writePair(folder, leaf.path, await issueLeaf(authority, { ...leaf.request, now, days }));
  onMade(`${leaf.path}.crt`);
}

/** No certificate outlives the authority that it is verified with. */
export function daysWithin(lifeMs: number, authority: KeyPair, now: Date): number {
  const leftMs = new Date(new X509Certificate(authority.certificate).validTo).getTime() - now.getTime();
  if (leftMs <= 0) {
    throw new ConfigurationError('the authority has expired: rotate it with `keelson pki rotate-ca`');
  }
  return Math.min(lifeMs, leftMs) / dayMs;
}

function namesAll({ certificate }: PlacedLeaf, hosts: readonly string[]): boolean {
  const found = new X509Certificate(certificate);
  return hosts.every((host) => (isIP(host) === 0 ? found.checkHost(host) : found.checkIP(host)) !== undefined);
}

/** The key that signs tokens of service accounts: the same for all replicas. */
async function keepServiceAccountKey({ folder, onMade }: CreateClusterOptions): Promise<void> {
  const path = join(folder, 'sa');
  if ((await readIfThere(`${path}.key`)) !== undefined) return;
  const { privateKey, publicKey } = await generate('ec', { namedCurve: 'P-256' });
  await makeFolderOf(path);
  await writeTogether([
    { path: `${path}.key`, text: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), mode: 0o600 },
    { path: `${path}.pub`, text: String(publicKey.export({ type: 'spki', format: 'pem' })), mode: 0o644 },
  ]);
  onMade('sa.key');
}
