/** Renews the certificates of a cluster: each is made anew with its names and uses by the authority that signed it. */
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';

import { ConfigurationError } from '@keelson/files';

import type { KeyPair } from '../issue.ts';
import { isSignedBy } from '../keep-pair.ts';
import { daysWithin } from './create-cluster.ts';
import { certificatePaths, readIfThere, readLeaf, readPair, writePair } from './cluster-folder.ts';
import type { PlacedLeaf } from './cluster-folder.ts';
import { clusterAuthorities } from './plan.ts';
import type { ClusterAuthority } from './plan.ts';

export interface RenewOptions {
  readonly folder: string;
  readonly now: Date;
  /** The life of the new ones; that of each before it when absent. */
  readonly leafMs?: number | undefined;
  /** Called for each file that was made anew. */
  readonly onMade: (path: string) => void;
}

export interface RenewSelection {
  /** Renews certificates that expire within this time. */
  readonly withinMs: number;
  /** Paths of certificates to renew whatever time they have left; all that expire soon when absent. */
  readonly paths?: readonly string[] | undefined;
}

/** Rejects with a ConfigurationError. */
export async function renewClusterCertificates(options: RenewOptions, selection: RenewSelection): Promise<void> {
  const { folder, now } = options;
  const leaves = await leafPaths(folder);
  const unknown = selection.paths?.find((path) => !leaves.includes(path));
  if (unknown !== undefined) throw new ConfigurationError(`${folder} has no certificate ${unknown}.crt to renew`);
  for (const path of selection.paths ?? leaves) {
    const leaf = await readLeaf(folder, path);
    if (leaf === undefined) continue;
    const leftMs = new Date(new X509Certificate(leaf.certificate).validTo).getTime() - now.getTime();
    // Without its key a certificate is of no use, whatever time it has left.
    if (selection.paths === undefined && leftMs > selection.withinMs && leaf.key !== 'other') continue;
    const signer = await signerOf(folder, leaf);
    if (signer === undefined) {
      throw new ConfigurationError(
        `${path}.crt is signed by none of the authorities in ${folder}: finish the rotation, or remove the file`,
      );
    }
    await reissuePair(options, path, signer);
  }
}

export async function leafPaths(folder: string): Promise<readonly string[]> {
  const authorities = clusterAuthorities.flatMap((name) => [name, nextOf(name)]);
  return (await certificatePaths(folder)).filter((path) => !authorities.some((name) => name === path));
}

/** The authority to come, while a rotation is prepared. */
export function nextOf(name: ClusterAuthority): string {
  return `${name}.next`;
}

async function signerOf(folder: string, leaf: PlacedLeaf): Promise<KeyPair | undefined> {
  for (const name of clusterAuthorities) {
    const authority = await readPair(folder, name);
    if (authority !== undefined && isSignedBy(leaf, authority)) return authority;
  }
  return undefined;
}

/** The key is not read: one that is not of the certificate is left where the step before was interrupted. */
export async function reissuePair(options: RenewOptions, path: string, authority: KeyPair): Promise<void> {
  const { folder, now, onMade } = options;
  const certificate = await readIfThere(join(folder, `${path}.crt`));
  if (certificate === undefined) return;
  const { validFrom, validTo } = new X509Certificate(certificate);
  const lifeMs = options.leafMs ?? new Date(validTo).getTime() - new Date(validFrom).getTime();
  const { reissueLeaf } = await import('../reissue.ts');
  const days = daysWithin(lifeMs, authority, now);
  await writePair(folder, path, await reissueLeaf(authority, certificate, { now, days }));
  onMade(`${path}.crt`);
}
