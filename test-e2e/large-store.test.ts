/**
 * A store with more objects than are read when a server starts: each is read when somebody asks for it first, and nobody
 * can tell.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { openEmbedded, openEtcd, type Storage } from '@keelson/storage';
import { startEtcd } from '@keelson/storage/etcd-cluster';

import { configMaps, counted, parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import type { Home, Started } from './support/serve.ts';

const newHome = useHomes();
const objects = 12_300;
const folder = '/registry/configmaps/default/';
const brokenKey = '/registry/configmaps/other/broken';
const broken = '/api/v1/namespaces/other/configmaps/broken';
const nameOf = (number: number): string => `object-${String(number).padStart(5, '0')}`;

interface ConfigMap {
  readonly metadata: { readonly name: string; readonly resourceVersion: string; readonly labels: object };
  readonly data: { readonly number: string };
}
interface List {
  readonly metadata: { readonly continue?: string; readonly remainingItemCount?: number };
  readonly items: readonly ConfigMap[];
}

function bytesOf(number: number): Buffer {
  const name = nameOf(number);
  const labels = { kind: number % 1_000 === 0 ? 'rare' : 'common' };
  const uid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const metadata = { name, namespace: 'default', uid, creationTimestamp: '2026-01-01T00:00:00Z', labels };
  return Buffer.from(
    JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', metadata, data: { number: String(number) } }),
  );
}

/** The values are what another program would have left there: one of them is no JSON. */
async function fill(home: Home): Promise<void> {
  const server = await home.start();
  server.process.kill('SIGTERM');
  await server.ended;
  await fillStore(await openEmbedded({ path: join(home.folder, 'data', 'store') }));
}

async function fillStore(storage: Storage): Promise<void> {
  const numbers = Array.from({ length: objects }, (_, number) => number);
  await Promise.all(numbers.map((number) => storage.create(folder + nameOf(number), bytesOf(number))));
  await storage.create(brokenKey, Buffer.from('{"kind":'));
  await storage.close();
}

async function listAll(server: Started): Promise<readonly ConfigMap[]> {
  const items: ConfigMap[] = [];
  let next: string | undefined = '';
  while (next !== undefined) {
    const query = next === '' ? '' : `&continue=${encodeURIComponent(next)}`;
    const answer = await server.ask(`${configMaps}?limit=5000${query}`);
    expect(answer.status).toBe(200);
    const page = parse<List>(answer);
    items.push(...page.items.filter(({ metadata }) => metadata.name.startsWith('object-')));
    next = page.metadata.continue;
  }
  return items;
}

describe.each([
  ['one process', []],
  ['two workers', ['--workers=2']],
])('a server of %s over a large store', (_, flags) => {
  let server: Started;
  beforeAll(async () => {
    const home = await newHome();
    await fill(home);
    server = await home.start(...flags);
  });

  it('reads, lists, watches and writes as over a small one', async () => {
    const one = await server.ask(`${configMaps}/${nameOf(7)}`);
    expect([one.status, parse<ConfigMap>(one).data]).toEqual([200, { number: '7' }]);

    const first = parse<List>(await server.ask(`${configMaps}?limit=3`));
    expect(first.items).toHaveLength(3);
    expect(first.metadata.remainingItemCount).toBeGreaterThan(objects - 10);
    const rare = parse<List>(await server.ask(`${configMaps}?labelSelector=kind%3Drare&limit=500`));
    expect(rare.items.map(({ data }) => Number(data.number))).toEqual(
      Array.from({ length: Math.ceil(objects / 1_000) }, (__, index) => index * 1_000),
    );
    const all = await listAll(server);
    expect(all.map(({ metadata }) => metadata.name)).toEqual(Array.from({ length: objects }, (__, at) => nameOf(at)));
    expect(new Set(all.map(({ metadata }) => metadata.resourceVersion)).size).toBe(objects);

    const { resourceVersion } = parse<ConfigMap>(one).metadata;
    const since = all.reduce((most, { metadata }) => Math.max(most, Number(metadata.resourceVersion)), 0) + 1;
    const query = `watch=1&timeoutSeconds=3&resourceVersion=${String(since)}&labelSelector=kind%3Dcommon`;
    const watched = server.ask(`${configMaps}?${query}`);
    // Nobody has asked for this one before: its selector needs what it was.
    const patched = await server.ask(`${configMaps}/${nameOf(11)}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/merge-patch+json' },
      body: { metadata: { labels: { kind: 'rare' } } },
    });
    expect(patched.status).toBe(200);
    const deleted = await server.ask(`${configMaps}/${nameOf(7)}`, {
      method: 'DELETE',
      body: { preconditions: { resourceVersion } },
    });
    expect(deleted.status).toBe(200);
    const events = (await watched).body.trim().split('\n');
    const told = events.map((line) => JSON.parse(line) as { readonly type: string; readonly object: ConfigMap });
    expect(told.map(({ type, object }) => `${type} ${object.metadata.name}`).sort()).toEqual(
      [`DELETED ${nameOf(11)}`, `DELETED ${nameOf(7)}`].sort(),
    );
  });

  it('counts all for a quota that comes later', async () => {
    const quotas = '/api/v1/namespaces/default/resourcequotas';
    const hard = { 'count/configmaps': '20000' };
    const body = { metadata: { name: 'all' }, spec: { hard } };
    expect((await server.ask(quotas, { method: 'POST', body })).status).toBe(201);
    await eventually(async () => {
      const { status } = parse<{ status: { used?: object } }>(await server.ask(`${quotas}/all`));
      const { items } = parse<List>(await server.ask(configMaps));
      expect(items.length).toBeGreaterThanOrEqual(objects - 1);
      expect(status.used).toEqual({ 'count/configmaps': String(items.length) });
    });
  });

  it('names what cannot be read when it is met, and serves the rest', async () => {
    const met = await server.ask(broken);
    expect([met.status, met.body]).toEqual([500, expect.stringContaining(brokenKey)]);
    await eventually(async () => expect(await counted(server, gauge)).toBe(1));
    expect((await server.ask(`${configMaps}/${nameOf(3)}`)).status).toBe(200);
    expect((await server.ask(broken, { method: 'DELETE' })).status).toBe(200);
    await eventually(async () => expect(await counted(server, gauge)).toBe(0));
    // Another test deletes one.
    expect((await listAll(server)).length).toBeGreaterThanOrEqual(objects - 1);
  });
});

const gauge = 'keelson_storage_unreadable_objects{resource="configmaps"}';

it('a server over an etcd reads all once it is ready, and counts what cannot be read though nobody asks', async () => {
  const etcd = await startEtcd({ members: 1, isTls: false });
  try {
    await fillStore(await openEtcd({ endpoints: etcd.urls }));
    const home = await newHome();
    const mediaType = '--storage-media-type=application/vnd.kubernetes.protobuf';
    const server = await home.start('--etcd-servers', etcd.urls.join(), mediaType);
    const one = await server.ask(`${configMaps}/${nameOf(9)}`);
    expect([one.status, parse<ConfigMap>(one).data]).toEqual([200, { number: '9' }]);
    await eventually(async () => expect(await counted(server, gauge)).toBe(1));
    expect((await listAll(server)).map(({ data }) => Number(data.number))).toEqual(
      Array.from({ length: objects }, (_, number) => number),
    );
    server.process.kill('SIGTERM');
    await server.ended;
  } finally {
    await etcd.close();
  }
});

it('values that are encrypted are decrypted when they are asked for', async () => {
  const home = await newHome();
  const secret = Buffer.alloc(32, 7).toString('base64');
  const configuration = join(home.folder, 'encryption.yaml');
  await writeFile(
    configuration,
    `apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
  - resources: [configmaps]
    providers: [{ aesgcm: { keys: [{ name: one, secret: ${secret} }] } }, { identity: {} }]
`,
  );
  await fill(home);
  const started = await home.start(`--encryption-provider-config=${configuration}`);
  const created = await started.ask(configMaps, {
    method: 'POST',
    body: { metadata: { name: 'hidden' }, data: { number: '1' } },
  });
  expect(created.status).toBe(201);
  started.process.kill('SIGTERM');
  await started.ended;
  const again = await home.start(`--encryption-provider-config=${configuration}`);
  for (const [name, number] of [
    ['hidden', '1'],
    [nameOf(5), '5'],
  ] as const) {
    expect(parse<ConfigMap>(await again.ask(`${configMaps}/${name}`)).data.number).toBe(number);
  }
  again.process.kill('SIGTERM');
  await again.ended;
});
