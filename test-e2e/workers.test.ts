/**
 * One replica of several worker processes (`--workers`): clients cannot tell them from one process, also while workers are
 * killed under load, and their metrics are those of one. `KEELSON_WORKER_KILL_SECONDS` sets how long they are.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEtcd, type EtcdCluster } from '@keelson/storage/etcd-cluster';
import { openTestClient, type TestClient } from '@keelson/testkit/client';

import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { countersIn, wentBack } from './support/printed-counters.ts';
import { hasPrometheus, runPromtool } from './support/prometheus.ts';
import { watchResumed } from './support/resumed-watch.ts';
import { token, type Started } from './support/serve.ts';
import { isAlive, killProcess, workerPidsOf } from './support/worker-processes.ts';

const killSeconds = Number(process.env['KEELSON_WORKER_KILL_SECONDS'] ?? 10);
const betweenKillsMs = 2_000;
const startMs = 90_000;

const newHome = useHomes();
let etcd: EtcdCluster;
beforeAll(async () => {
  etcd = await startEtcd({ members: 1, isTls: false });
}, startMs);
afterAll(() => etcd.close());

const stores = [
  { store: 'etcd', flagsOf: () => [`--etcd-servers=${etcd.urls.join()}`] },
  { store: 'the embedded store', flagsOf: () => [] },
] as const;

/** A client with connections of its own. */
function openClient({ url }: Started, maxSockets: number): TestClient {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return openTestClient({ url, connections: { rejectUnauthorized: false, maxSockets }, headers });
}

async function workerOf(client: TestClient): Promise<number> {
  const { body } = await client.ask('/debug/replicas');
  return (JSON.parse(body) as { readonly worker: number }).worker;
}

const path = '/api/v1/namespaces/default/configmaps';

function configMap(name: string, data: Readonly<Record<string, string>> = {}) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}

interface Written {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
}

describe.each(stores)('two workers over $store', ({ flagsOf }) => {
  let server: Started;
  const clients: TestClient[] = [];
  /** Clients whose connections are with different workers. */
  let one: TestClient;
  let other: TestClient;

  beforeAll(async () => {
    // A worker that takes the place of another one stands still while it loads its code.
    const home = await newHome({ KEELSON_TEST_STALL_MS: '5000' });
    server = await home.start('--workers=2', ...flagsOf());
    clients.push(openClient(server, 1), openClient(server, 1));
    [one, other] = clients as [TestClient, TestClient];
  }, startMs);
  afterAll(() => {
    for (const client of clients) client.close();
  });

  it('give connections to the worker that has the fewest', async () => {
    const workers = await Promise.all([workerOf(one), workerOf(other)]);
    expect([...workers].sort()).toEqual([0, 1]);
  });

  it('read through one what was written through the other', async () => {
    for (let round = 0; round < 50; round += 1) {
      const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one];
      const name = `read-${String(round)}`;
      const created = await writer.ask(path, { method: 'POST', body: configMap(name) });
      expect(created.status).toBe(201);
      const read = await reader.ask(`${path}/${name}`);
      expect([read.status, read.body]).toEqual([200, created.body]);
    }
  });

  it('are one replica to others', async () => {
    const known = await Promise.all([one, other].map((client) => client.ask('/debug/replicas')));
    const identities = known.map(({ body }) =>
      (JSON.parse(body) as { replicas: { identity: string }[] }).replicas.map(({ identity }) => identity),
    );
    expect(identities[0]).toHaveLength(1);
    expect(identities[1]).toEqual(identities[0]);
  });

  it('show the metrics of the replica, whichever of them is asked', async () => {
    const asked = '/apis/storage.k8s.io/v1/csidrivers';
    for (const client of [one, one, one, other]) await client.ask(asked);
    for (const client of [one, other]) {
      const text = await eventually(async () => {
        const { body } = await client.ask('/metrics');
        const lists = [...countersIn(body)].filter(([series]) => /^apiserver_request_total.*"csidrivers"/.test(series));
        // A client may have read its answer before the server has counted it.
        expect(lists.map(([, count]) => count)).toEqual([4]);
        return body;
      });
      expect(text).toMatch(/^leader_election_master_status\{name="controllers"\} 1$/m);
      expect(text).toMatch(/^kubernetes_build_info\{.*\} 1$/m);
      if (hasPrometheus) expect((await runPromtool(['check', 'metrics'], text)).said).not.toContain('error');
    }
    const page = await other.ask('/debug/replicas');
    expect(page.headers['keelson-worker']).toBe(String((JSON.parse(page.body) as { worker: number }).worker));
  });

  it('leave what they have counted where one is killed, though nobody has asked for it', async () => {
    const asked = '/apis/storage.k8s.io/v1/volumeattachments';
    for (const client of [one, one, other, other]) await client.ask(asked);
    // The supervisor asks every five seconds, and a busy worker answers late.
    await delay(11_000);
    killProcess(Math.max(...(await workerPidsOf(server))), 'SIGKILL');
    const scrape = () => one.ask('/metrics');
    const { body } = await scrape().catch(scrape);
    const lists = [...countersIn(body)].filter(([series]) =>
      /^apiserver_request_total.*"volumeattachments"/.test(series),
    );
    expect(lists.map(([, count]) => count)).toEqual([4]);
    // The successor must serve before the next worker is killed.
    await eventually(async () => {
      const fresh = Array.from({ length: 16 }, () => openClient(server, 1));
      const served = await Promise.all(fresh.map(workerOf)).finally(() => fresh.forEach((client) => client.close()));
      expect(new Set(served)).toEqual(new Set([0, 1]));
    });
  });

  it('go on with the controllers before the lease of the worker that ran them has expired', async () => {
    await eventually(async () => expect(await workerPidsOf(server)).toHaveLength(2));
    // The worker that started first is the main one.
    killProcess(Math.min(...(await workerPidsOf(server))), 'SIGKILL');
    const metadata = { name: 'handover' };
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata };
    const create = () => one.ask('/api/v1/namespaces', { method: 'POST', body });
    // The connection may have been one of the worker that is gone.
    expect((await create().catch(create)).status).toBe(201);
    // The lease lasts 15 seconds and is renewed every 5.
    await eventually(
      async () => expect((await one.ask('/api/v1/namespaces/handover/serviceaccounts/default')).status).toBe(200),
      9_000,
    );
    await eventually(async () => expect(await workerPidsOf(server)).toHaveLength(2));
  });

  it(
    `lose no acknowledged write and no event while one is killed every ${String(betweenKillsMs)} ms`,
    async () => {
      const load = await startLoad(server);
      for (const until = performance.now() + killSeconds * 1_000; performance.now() < until;) {
        await delay(betweenKillsMs);
        // On a busy machine, both may be about to be replaced.
        const pids = await workerPidsOf(server);
        if (pids.length > 0) killProcess(pids[Math.floor(Math.random() * pids.length)], 'SIGKILL');
      }
      await eventually(async () => expect(await workerPidsOf(server)).toHaveLength(2));
      const { written, watches, stale, countersBack } = await load.stop();
      expect(written.size).toBeGreaterThan(killSeconds);
      expect(stale).toEqual([]);
      expect(countersBack).toEqual([]);
      const { body } = await one.ask(path).catch(() => one.ask(path));
      const stored = new Map(
        (JSON.parse(body) as { items: Written[] }).items.map(({ metadata }) => [
          metadata.name,
          metadata.resourceVersion,
        ]),
      );
      expect([...written].filter(([name, revision]) => stored.get(name) !== String(revision))).toEqual([]);
      for (const { events } of watches) {
        const revisions = events.map(({ revision }) => revision);
        expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
        const seen = new Map(events.map(({ name, revision }) => [name, revision]));
        expect([...written].filter(([name, revision]) => seen.get(name) !== revision)).toEqual([]);
      }
    },
    (killSeconds + 120) * 1_000,
  );

  it('stop together when the server is told to, with the exit code 0', async () => {
    // One that was killed just before may not have been replaced yet.
    const pids = await eventually(async () => {
      const found = await workerPidsOf(server);
      expect(found).toHaveLength(2);
      return found;
    });
    // Connections that close while the workers end.
    const idle = openClient(server, 32);
    clients.push(idle);
    await Promise.all(Array.from({ length: 32 }, () => idle.ask('/readyz')));
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
    // A fault of a worker on its way out does not change the exit code.
    expect(server.printed()).not.toMatch(/\n +at .*node:/);
  });

  /** Writers, each of which reads through another connection what it wrote, and watches. */
  async function startLoad(target: Started) {
    const written = new Map<string, number>();
    const stale: string[] = [];
    let isOver = false;
    const writer = openClient(target, 4);
    const reader = openClient(target, 4);
    const watcher = openClient(target, 4);
    clients.push(writer, reader, watcher);
    const { body } = await writer.ask(`${path}?limit=1`);
    const after = Number((JSON.parse(body) as Written).metadata.resourceVersion);
    // Ends only once it has seen the last write.
    const newest = (): number => [...written.values()].reduce((most, each) => Math.max(most, each), 0);
    const watches = [0, 1].map(() => {
      const watch = watchResumed({
        ...{ client: watcher, path, after },
        goesOn: (): boolean => !isOver || (watch.events.at(-1)?.revision ?? 0) < newest(),
      });
      return watch;
    });
    const write = async (index: number): Promise<void> => {
      for (let count = 0; !isOver; count += 1) {
        const name = `kill-${String(index)}-${String(count)}`;
        const created = await writer.ask(path, { method: 'POST', body: configMap(name) }).catch(() => undefined);
        if (created?.status !== 201) continue;
        written.set(name, Number((JSON.parse(created.body) as Written).metadata.resourceVersion));
        const read = await reader.ask(`${path}/${name}`).catch(() => undefined);
        if (read !== undefined && read.status !== 200) stale.push(`${name}: ${read.body}`);
      }
    };
    const writers = [0, 1, 2, 3].map(write);
    const countersBack: string[] = [];
    const scrape = async (): Promise<void> => {
      let before: ReadonlyMap<string, number> = new Map();
      while (!isOver) {
        // Workers take turns.
        const scraper = openClient(target, 1);
        const metrics = await scraper.ask('/metrics').catch(() => undefined);
        scraper.close();
        if (metrics?.status === 200) {
          const counters = countersIn(metrics.body);
          countersBack.push(...wentBack(before, counters));
          before = counters;
        }
        await delay(100);
      }
    };
    const scraping = scrape();
    return {
      stop: async () => {
        isOver = true;
        await Promise.all([...writers, scraping]);
        await Promise.all(watches.map(({ over }) => over));
        return { written, watches, stale, countersBack };
      },
    };
  }
});
