/** An etcd that is restored from a backup while servers run over it: they show what it holds now, and say so. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, expect, it } from '@jest/globals';
import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';
import type { V1ConfigMap } from '@kubernetes/client-node';

import { startEtcd } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster, RestoreOptions } from '@keelson/storage/etcd-cluster';

import { configMaps, counted, make, parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import type { Started } from './support/serve.ts';

const run = promisify(execFile);
const newHome = useHomes();
let etcd: EtcdCluster;
let stopInformer: () => Promise<void> = () => Promise.resolve();
afterEach(async () => {
  await stopInformer();
  await etcd.close();
});

interface List {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

async function namesIn(server: Started, query = ''): Promise<readonly string[]> {
  const answer = await server.ask(`${configMaps}${query}`);
  expect(answer.status).toBe(200);
  const names = parse<List>(answer).items.map(({ metadata }) => metadata.name);
  return names.filter((name) => name !== 'kube-root-ca.crt');
}

/** An informer of the JavaScript client, as controllers have one. */
async function inform(kubeconfig: string): Promise<() => readonly string[]> {
  const config = new KubeConfig();
  config.loadFromFile(kubeconfig);
  const api = config.makeApiClient(CoreV1Api);
  const seen = new Set<string>();
  const informer = makeInformer<V1ConfigMap>(config, configMaps, () =>
    api.listNamespacedConfigMap({ namespace: 'default' }),
  );
  let isOver = false;
  informer.on('add', ({ metadata }) => void seen.add(metadata?.name ?? ''));
  informer.on('delete', ({ metadata }) => void seen.delete(metadata?.name ?? ''));
  informer.on('error', () => {
    if (!isOver) setTimeout(() => void informer.start(), 100);
  });
  stopInformer = async () => {
    isOver = true;
    await informer.stop();
  };
  await informer.start();
  return () => [...seen].filter((name) => name !== 'kube-root-ca.crt').sort();
}

const makeMap = (server: Started, name: string) => make(server, configMaps, { metadata: { name } });
const restartsTotal = 'keelson_storage_history_restarts_total';

/** So much that the store comes past all that was known. */
async function writeElsewhere([url = '']: readonly string[]): Promise<void> {
  const env = { ...process.env, ETCDCTL_API: '3' };
  for (let count = 0; count < 60; count += 1) {
    await run('etcdctl', ['--endpoints', url, 'put', '/elsewhere', String(count)], { env });
  }
}

const cases: readonly (readonly [string, RestoreOptions])[] = [
  ['at the same addresses', {}],
  ['as a cluster of another id', { token: 'another' }],
  ['and written to by others before it came back', { meanwhile: writeElsewhere }],
];

it.each(cases)('shows what an etcd holds that was restored %s', async (_name, options) => {
  etcd = await startEtcd({ members: 1, isTls: false });
  const home = await newHome();
  const server = await home.start(`--etcd-servers=${etcd.urls.join()}`);
  for (const name of ['kept', 'deleted-later']) await makeMap(server, name);
  const backup = join(home.folder, 'backup.db');
  await etcd.saveSnapshot(backup);
  for (const name of ['lost-1', 'lost-2']) await makeMap(server, name);
  await server.ask(`${configMaps}/deleted-later`, { method: 'DELETE' });
  const informed = await inform(home.kubeconfig);
  await eventually(() => expect(informed()).toEqual(['kept', 'lost-1', 'lost-2']));
  const { resourceVersion } = parse<List>(await server.ask(configMaps)).metadata;
  const watching = server.ask(`${configMaps}?watch=1&resourceVersion=${resourceVersion}&timeoutSeconds=60`);
  expect(await counted(server, restartsTotal)).toBe(0);

  await etcd.restoreSnapshot(backup, options);

  const truth = ['deleted-later', 'kept'];
  await eventually(async () => {
    expect(await namesIn(server)).toEqual(truth);
    expect(await namesIn(server, '?resourceVersion=0')).toEqual(truth);
  });
  expect((await server.ask(`${configMaps}/lost-1`)).status).toBe(404);
  expect((await server.ask(`${configMaps}/lost-1?resourceVersion=0`)).status).toBe(404);
  const ended = (await watching).body.trimEnd().split('\n').at(-1) ?? '';
  expect(JSON.parse(ended)).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } });
  await makeMap(server, 'new');
  expect(await namesIn(server)).toEqual([...truth, 'new']);
  await eventually(async () => {
    expect(await namesIn(server, '?resourceVersion=0')).toEqual([...truth, 'new']);
    expect(informed()).toEqual([...truth, 'new']);
    expect((await server.ask('/readyz')).status).toBe(200);
  });
  expect(await counted(server, restartsTotal)).toBe(1);
  expect(server.printed()).toMatch(/error.*restored from a backup/);
});
