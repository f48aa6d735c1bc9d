/**
 * Replaces an authority in three steps, so that at every moment all parts of a cluster trust what the others show.
 * Between the steps the files are brought to their places and the processes take them up.
 *
 *     prepare   a new authority is made; both are trusted      ca.crt = old, new    ca.key = old
 *     switch    the new one signs; all leaves are made anew    ca.crt = new, old    ca.key = new
 *     finish    the old one is not trusted any more            ca.crt = new         ca.key = new
 *
 * The first certificate of the file is the one that signs. Each step can be repeated after it was interrupted.
 */
import { X509Certificate } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ConfigurationError, writeWhole } from '@keelson/files';

import type { KeyPair } from '../issue.ts';
import { commonNameOf } from './create-cluster.ts';
import { certificatePaths, readCertificates, readPair, writePair } from './cluster-folder.ts';
import type { ClusterAuthority } from './plan.ts';
import { leafPaths, nextOf, reissuePair } from './renew-cluster.ts';
import type { RenewOptions } from './renew-cluster.ts';

export interface RotationOptions extends RenewOptions {
  readonly authorityMs: number;
}

/** Rejects with a ConfigurationError. */
export async function prepareRotation(options: RotationOptions, name: ClusterAuthority): Promise<void> {
  const { folder, now, onMade } = options;
  const current = await readAuthority(folder, name);
  let next = await readNext(folder, name);
  if (next === undefined && current.trusted.length > 1) {
    throw new ConfigurationError(`the rotation of ${name} before this one is not finished: ${name}.crt holds two`);
  }
  if (next === undefined) {
    const { issueAuthority } = await import('../issue.ts');
    next = await issueAuthority(commonNameOf(name, now), now, options.authorityMs / dayMs);
    await writePair(folder, nextOf(name), next);
    onMade(`${nextOf(name)}.crt`);
  }
  await writeTrust(options, name, [current.signing, next]);
}

/** Rejects with a ConfigurationError. */
export async function switchAuthority(options: RotationOptions, name: ClusterAuthority): Promise<void> {
  const { folder } = options;
  const next = await readNext(folder, name);
  if (next === undefined) {
    if (await isSwitched(folder, name)) return;
    throw new ConfigurationError(`there is no ${nextOf(name)}.crt in ${folder}: prepare the rotation first`);
  }
  const all = await readCertificates(join(folder, `${name}.crt`));
  const own = new X509Certificate(next.certificate);
  const before = all.filter(({ fingerprint256 }) => fingerprint256 !== own.fingerprint256);
  await writePair(folder, name, { ...next, certificate: [own, ...before].map(String).join('') });
  options.onMade(`${name}.crt`);
  for (const path of await leavesSignedBy(folder, before)) await reissuePair(options, path, next);
  await removeNext(folder, name);
}

/** True from the preparation of a rotation until it is finished. Rejects with a ConfigurationError. */
export async function isRotating(folder: string, name: ClusterAuthority): Promise<boolean> {
  const paths = await certificatePaths(folder);
  if (!paths.includes(name)) return false;
  return paths.includes(nextOf(name)) || isSwitched(folder, name);
}

/** Rejects with a ConfigurationError. */
export async function finishRotation(options: RotationOptions, name: ClusterAuthority): Promise<void> {
  const { folder } = options;
  if ((await certificatePaths(folder)).includes(nextOf(name))) {
    throw new ConfigurationError(`the rotation of ${name} is prepared and not switched: ${nextOf(name)}.crt is there`);
  }
  const { signing, trusted } = await readAuthority(folder, name);
  const before = trusted.slice(1);
  if (before.length === 0) throw new ConfigurationError(`no rotation of ${name} is under way in ${folder}`);
  const [left] = await leavesSignedBy(folder, before);
  if (left !== undefined) {
    throw new ConfigurationError(`${left}.crt is signed by the authority that is to go: renew it, or remove the file`);
  }
  await removeNext(folder, name);
  await writeTrust(options, name, [signing]);
}

/** A key alone is what an interrupted step leaves: it is written before its certificate, and removed after it. */
async function readNext(folder: string, name: ClusterAuthority): Promise<KeyPair | undefined> {
  const isThere = (await certificatePaths(folder)).includes(nextOf(name));
  return isThere ? readPair(folder, nextOf(name)) : undefined;
}

async function removeNext(folder: string, name: ClusterAuthority): Promise<void> {
  for (const ending of ['crt', 'key']) await rm(join(folder, `${nextOf(name)}.${ending}`), { force: true });
}

/** Of an authority that has no successor any more. */
async function isSwitched(folder: string, name: ClusterAuthority): Promise<boolean> {
  const trusted = await readCertificates(join(folder, `${name}.crt`));
  return trusted.length > 1;
}

const dayMs = 86_400_000;

interface Authority {
  /** The file with only its own certificate. */
  readonly signing: KeyPair;
  readonly trusted: readonly X509Certificate[];
}

async function readAuthority(folder: string, name: ClusterAuthority): Promise<Authority> {
  const pair = await readPair(folder, name);
  if (pair === undefined) throw new ConfigurationError(`there is no ${name}.crt in ${folder}`);
  const trusted = await readCertificates(join(folder, `${name}.crt`));
  return { signing: { ...pair, certificate: String(trusted[0]) }, trusted };
}

async function writeTrust({ folder, onMade }: RenewOptions, name: ClusterAuthority, pairs: readonly KeyPair[]) {
  const text = pairs.map(({ certificate }) => certificate.trimEnd()).join('\n');
  await writeWhole({ path: join(folder, `${name}.crt`), text: `${text}\n`, mode: 0o644 });
  onMade(`${name}.crt`);
}

async function leavesSignedBy(folder: string, authorities: readonly X509Certificate[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of await leafPaths(folder)) {
    const [leaf] = await readCertificates(join(folder, `${path}.crt`));
    if (leaf !== undefined && authorities.some(({ publicKey }) => leaf.verify(publicKey))) found.push(path);
  }
  return found;
}
