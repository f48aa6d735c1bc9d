import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createReloads, type Reloads } from '@keelson/files';
import { createMetrics, silentLogger as logger } from '@keelson/telemetry';

import { openFrontProxy } from './front-proxy.ts';
import { issueAuthority, issueLeaf } from './issue.ts';

let folder: string;
let reloads: Reloads;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'front-proxy-'));
  reloads = createReloads({ logger, metrics: createMetrics({ release: '1.24', logger }), settle: async () => {} });
});
afterEach(async () => {
  reloads.close();
  await rm(folder, { recursive: true });
});

it('makes an authority and a client certificate once, and keeps them', async () => {
  const first = await openFrontProxy({ folder, reloads, logger });
  first.stop();
  const again = await openFrontProxy({ folder, reloads, logger });
  again.stop();
  expect((await readdir(folder)).sort()).toEqual([
    'front-proxy-ca.crt',
    'front-proxy-ca.key',
    'front-proxy-client.crt',
    'front-proxy-client.key',
  ]);
  expect(again.current()).toEqual(first.current());
  expect(again.authority()).toBe(first.authority());
  const client = new X509Certificate(first.current().certificate);
  expect(client.subject).toBe('CN=front-proxy-client');
  expect(client.verify(new X509Certificate(first.authority() ?? '').publicKey)).toBe(true);
});

it('shows the certificate that an operator names, makes none, and follows its files', async () => {
  const now = new Date();
  const authority = await issueAuthority('others', now, 10);
  const issue = () => issueLeaf(authority, { subject: { commonName: 'proxy' }, usage: 'client', now, days: 1 });
  const [certificate, privateKey] = [
    { flag: 'proxy-client-cert-file', path: join(folder, 'a.crt') },
    { flag: 'proxy-client-key-file', path: join(folder, 'a.key') },
  ];
  const write = async (pair: Awaited<ReturnType<typeof issue>>) => {
    await writeFile(certificate.path, pair.certificate);
    await writeFile(privateKey.path, pair.privateKey);
    return pair;
  };
  const first = await write(await issue());
  const opened = await openFrontProxy({ files: { certificate, privateKey }, folder, reloads, logger });
  expect(opened.current()).toEqual(first);
  expect(opened.authority()).toBeUndefined();
  expect(await readdir(folder)).toHaveLength(2);
  const changes: string[] = [];
  opened.onChange(() => changes.push(opened.current().certificate));
  const second = await write(await issue());
  await reloads.check();
  expect(changes).toEqual([second.certificate]);
  opened.stop();
});
