/**
 * A kube-apiserver (1.20) takes the place of this server over the same etcd, and this server that of the kube-apiserver,
 * under load and for clients that know one address: no acknowledged write is lost, and no watch misses an event.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CoreV1Api, KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node';
import { openTestClient, type TestClient } from '@keelson/testkit/client';

import { startProxy, type Proxy } from './faults/proxy.ts';
import { eventually } from './support/eventually.ts';
import { findPeer } from './support/kube-apiserver.ts';
import { watchResumed } from './support/resumed-watch.ts';
import { token, type Started } from './support/serve.ts';
import { openSharedEtcd, type SharedEtcd } from './support/shared-etcd.ts';

const bin = findPeer();
const withPeer = bin === undefined ? describe.skip : describe;

const [watchers, informers, writers, counters] = [20, 10, 8, 40];
const betweenSwitchesMs = 5_000;
const path = '/api/v1/namespaces/default/configmaps';

const portOf = (server: { readonly url: string }): number => Number(new URL(server.url).port);

interface Written {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
}

withPeer('replaced by a kube-apiserver, and back (KEELSON_PEER names a folder with it)', () => {
  let store: SharedEtcd;
  let server: Started;
  /** The address that clients know. */
  let proxy: Proxy;
  let url: string;
  beforeAll(async () => {
    store = await openSharedEtcd(bin ?? '', []);
    server = await store.start();
    proxy = await startProxy(portOf(server));
    url = `https://127.0.0.1:${String(proxy.port)}`;
  }, 200_000);
  afterAll(async () => {
    await store.close();
    proxy.close();
  });

  function openClient(maxSockets: number): TestClient {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/merge-patch+json' };
    return openTestClient({ url, connections: { rejectUnauthorized: false, maxSockets }, headers });
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
      clusters: [{ name: 'c', server: url, skipTLSVerify: true }],
      users: [{ name: 'u', token }],
      contexts: [{ name: 'x', cluster: 'c', user: 'u' }],
      currentContext: 'x',
    });
    const api = config.makeApiClient(CoreV1Api);
    const informer = makeInformer<V1ConfigMap>(config, path, () =>
      api.listNamespacedConfigMap({ namespace: 'default' }),
    );
    let isOver = false;
    const start = async (): Promise<void> => {
      if (!isOver) await informer.start();
    };
    const restart = (): void => void delay(100).then(start).catch(restart);
    informer.on('error', restart);
    const stop = (): Promise<void> => {
      isOver = true;
      return informer.stop();
    };
    return { start, stop, list: () => informer.list() };
  }

  it('loses no acknowledged write, and no watch misses an event', async () => {
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
    proxy.lead(portOf(store.peer));
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    await delay(betweenSwitchesMs);
    server = await store.start();
    proxy.lead(portOf(server));
    await store.peer.stop();
    await delay(betweenSwitchesMs);
    await load.stop();
    newest = load.written.reduce((most, [, revision]) => Math.max(most, revision), 0);
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
