/** The authorities that sign certificate requests, one for all signers or one for each. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createReloads, type Reloads } from '@keelson/files';
import { issueAuthority, type KeyPair } from '@keelson/pki';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import type { SigningFiles } from './configuration.ts';
import { openSigning } from './open-signing.ts';

const [serving, client] = ['kubernetes.io/kubelet-serving', 'kubernetes.io/kube-apiserver-client'];
let folder: string;
let reloads: Reloads;
let own: KeyPair;
let other: KeyPair;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-signing-'));
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  reloads = createReloads({ logger: silentLogger, metrics, intervalMs: 5, settle: () => Promise.resolve() });
  own = await issueAuthority('own', new Date(), 1);
  other = await issueAuthority('other', new Date(), 1);
});
afterAll(async () => {
  reloads.close();
  await rm(folder, { recursive: true });
});

async function write(name: string, { certificate, privateKey }: KeyPair): Promise<SigningFiles> {
  const [chain, key] = [`${name}.crt`, `${name}.key`].map((file) => join(folder, file));
  await writeFile(chain ?? '', certificate);
  await writeFile(key ?? '', privateKey);
  return { chain: { flag: 'cert', path: chain ?? '' }, privateKey: { flag: 'key', path: key ?? '' } };
}

it('is the one that we make for all signers where none is given, and the given one for all where one is', async () => {
  const maxSeconds = 1;
  const made = await openSigning({ maxSeconds }, () => own, reloads);
  expect([serving, client].map(made.authorityOf)).toEqual([own, own]);
  const authority = await write('given', other);
  const given = await openSigning({ authority, maxSeconds }, () => own, reloads);
  expect([serving, client].map(given.authorityOf)).toEqual([other, other]);
  expect(Object.keys(given.certificates)).toEqual(['signing']);
});

it('is for one signer alone where its flags say so, and follows its files', async () => {
  const signers = new Map([[serving, await write('serving', own)]]);
  const opened = await openSigning({ signers, maxSeconds: 1 }, () => other, reloads);
  expect([serving, client].map(opened.authorityOf)).toEqual([own, undefined]);
  expect(opened.certificates[`signing for ${serving}`]?.()).toBe(own.certificate);
  await write('serving', other);
  while (opened.authorityOf(serving)?.certificate !== other.certificate) await reloads.check();
});
