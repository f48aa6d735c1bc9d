/**
 * A kube-apiserver (1.20) takes the place of this server over the same etcd, and this server that of the kube-apiserver,
 * under load and for clients that know one address: no acknowledged write is lost, and who watches misses nothing.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CoreV1Api, KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node';
import { startEtcd, type EtcdCluster } from '@keelson/storage/etcd-cluster';
import { openTestClient, type TestClient } from '@keelson/testkit/client';

import { eventually } from './support/eventually.ts';
import { findPeer, startPeer, type Peer } from './support/kube-apiserver.ts';
import { watchResumed } from './support/resumed-watch.ts';
import { makeHome, token, type Home, type Started } from './support/serve.ts';
import { openSwitchedPort, type SwitchedPort } from './support/switched-port.ts';

const bin = findPeer();
const withPeer = bin === undefined ? describe.skip : describe;

const [watchers, informers, writers, counters] = [20, 10, 8, 40];
const betweenSwitchesMs = 5_000;
const path = '/api/v1/namespaces/default/configmaps';
const flags = ['--controllers=', '--storage-media-type=application/vnd.kubernetes.protobuf'];

interface Written {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
}

withPeer('replaced by a kube-apiserver, and back (KEELSON_PEER names a folder with it)', () => {
  let etcd: EtcdCluster;
  let home: Home;
  let peer: Peer;
  let server: Started;
  let port: SwitchedPort;
  let startOurs: () => Promise<Started>;
  beforeAll(async () => {
    etcd = await startEtcd({ members: 1, isTls: false });
    home = await makeHome();
    const store = `--etcd-servers=${etcd.urls.join(',')}`;
    const pki = join(home.folder, 'data', 'pki');
    const serviceAccountKey = join(pki, 'sa.key');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await mkdir(pki, { recursive: true });
    await writeFile(serviceAccountKey, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    peer = await startPeer(bin ?? '', { serviceAccountKey, flags: [store] });
    startOurs = () => home.start(store, ...flags, `--service-account-signing-key-file=${serviceAccountKey}`);
    server = await startOurs();
    port = await openSwitchedPort(server.url);
  }, 200_000);
  afterAll(async () => {
    await port.close();
    await home.remove();
    await peer.stop();
    await etcd.close();
  });

  function openClient(maxSockets: number): TestClient {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/merge-patch+json' };
    return openTestClient({ url: port.url, connections: { rejectUnauthorized: false, maxSockets }, headers });
  }

  /** Again and again, until it is acknowledged: while a server is replaced, connections break. */
  async function write(client: TestClient, count: number): Promise<readonly [name: string, revision: number]> {
    const name = `counter-${String(count % counters)}`;
    const body = JSON.stringify({ data: { count: String(count) } });
    for (;;) {
      const answer = await client.ask(`${path}/${name}`, { method: 'PATCH', body }).catch(() => undefined);
      if (answer?.status === 200) {
        return [name, Number((JSON.parse(answer.body) as Written).metadata.resourceVersion)];
      }
      if (answer !== undefined) throw new Error(`${String(answer.status)}: ${answer.body}`);
      await delay(20);
    }
  }

  function startLoad(client: TestClient) {
    const written: (readonly [name: string, revision: number])[] = [];
    let isOver = false;
    let count = 0;
    const run = async (): Promise<void> => {
      while (!isOver) {
        written.push(await write(client, count++));
        await delay(10);
      }
    };
    const running = Array.from({ length: writers }, run);
    return {
      written,
      stop: async () => {
        isOver = true;
        await Promise.all(running);
      },
    };
  }

  function openInformer() {
    const config = new KubeConfig();
    config.loadFromOptions({
      clusters: [{ name: 'c', server: port.url, skipTLSVerify: true }],
      users: [{ name: 'u', token }],
      contexts: [{ name: 'x', cluster: 'c', user: 'u' }],
      currentContext: 'x',
    });
    const api = config.makeApiClient(CoreV1Api);
    const informer = makeInformer<V1ConfigMap>(config, path, () =>
      api.listNamespacedConfigMap({ namespace: 'default' }),
    );
    informer.on('error', () => void delay(100).then(() => informer.start()));
    return informer;
  }

  it('loses no acknowledged write, and who watches misses nothing', async () => {
    const [writing, watching] = [openClient(writers), openClient(watchers)];
    for (let count = 0; count < counters; count += 1) {
      const body = JSON.stringify({ metadata: { name: `counter-${String(count)}` } });
      const headers = { 'Content-Type': 'application/json' };
      expect((await writing.ask(path, { method: 'POST', body, headers })).status).toBe(201);
    }
    const { body } = await writing.ask(`${path}?limit=1`);
    const after = Number((JSON.parse(body) as Written).metadata.resourceVersion);
    const cached = Array.from({ length: informers }, openInformer);
    await Promise.all(cached.map((each) => each.start()));
    const load = startLoad(writing);
    let newest = Infinity;
    const watches = Array.from({ length: watchers }, () => {
      const watch = watchResumed({
        ...{ client: watching, path, after },
        goesOn: (): boolean => newest === Infinity || (watch.events.at(-1)?.revision ?? 0) < newest,
      });
      return watch;
    });

    await delay(betweenSwitchesMs);
    port.lead(peer.url);
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    await delay(betweenSwitchesMs);
    server = await startOurs();
    port.lead(server.url);
    await peer.stop();
    await delay(betweenSwitchesMs);
    await load.stop();
    newest = Math.max(...load.written.map(([, revision]) => revision));
    await Promise.all(watches.map(({ over }) => over));

    const stored = (JSON.parse((await writing.ask(path)).body) as { items: Written[] }).items;
    const inStore = new Map(stored.map(({ metadata }) => [metadata.name, Number(metadata.resourceVersion)]));
    const last = new Map(load.written.toSorted(([, one], [, other]) => one - other));
    expect(Object.fromEntries([...last.keys()].map((name) => [name, inStore.get(name)]))).toEqual(
      Object.fromEntries(last),
    );
    for (const { events, resumptions } of watches) {
      const seen = new Set(events.map(({ revision }) => revision));
      expect(load.written.filter(([, revision]) => !seen.has(revision))).toEqual([]);
      expect(events.map(({ revision }) => revision)).toEqual([...seen].sort((one, other) => one - other));
      expect(resumptions()).toBeGreaterThanOrEqual(2);
    }
    for (const informer of cached) {
      await eventually(() => {
        const known = informer.list().filter(({ metadata }) => inStore.has(metadata?.name ?? ''));
        const revisions = known.map(({ metadata }) => [metadata?.name, Number(metadata?.resourceVersion)] as const);
        expect(new Map(revisions)).toEqual(inStore);
      });
      await informer.stop();
    }
    process.stdout.write(`${String(load.written.length)} writes through both, ${String(watchers)} watches\n`);
    for (const client of [writing, watching]) client.close();
  }, 200_000);
});
