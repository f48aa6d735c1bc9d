/** Backups that are made while servers run, of both engines, and restored into both. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, expect, it } from '@jest/globals';

import { startEtcd } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster } from '@keelson/storage/etcd-cluster';

import { configMaps, counted, make, parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import type { Started } from './support/serve.ts';

const exec = promisify(execFile);
const program = join(import.meta.dirname, '..', 'bin', 'keelson');
const reader = join(import.meta.dirname, 'support', 'read-backup.py');
const keelson = (...args: readonly string[]) => exec(process.execPath, [program, ...args]);
const newHome = useHomes();
const clusters: EtcdCluster[] = [];
afterAll(() => Promise.all(clusters.map((each) => each.close())));

async function newEtcd(members = 1): Promise<EtcdCluster> {
  const cluster = await startEtcd({ members, isTls: false });
  clusters.push(cluster);
  return cluster;
}

const at = ({ urls }: EtcdCluster) => ['--etcd-servers', urls.join(',')];

interface List {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly { readonly metadata: { readonly name: string; readonly uid: string } }[];
}

async function list(server: Started) {
  const answer = await server.ask(configMaps);
  expect(answer.status).toBe(200);
  const { metadata, items } = parse<List>(answer);
  const found = items.filter(({ metadata: { name } }) => name !== 'kube-root-ca.crt');
  return {
    revision: Number(metadata.resourceVersion),
    objects: found.map(({ metadata: { name, uid } }) => [name, uid]),
  };
}

const makeMap = (server: Started, name: string) => make(server, configMaps, { metadata: { name } });

async function makeMaps(server: Started, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1) await makeMap(server, `map-${String(n).padStart(4, '0')}`);
}

/** A watch from an earlier revision must be refused, or ended, with 410, so that the client lists again. */
async function expectExpired(server: Started, revision: number): Promise<void> {
  const { status, body } = await server.ask(`${configMaps}?watch=1&timeoutSeconds=5&resourceVersion=${revision}`);
  expect([status, body]).toEqual([status === 410 ? 410 : 200, expect.stringContaining('"code":410')]);
}

it('moves a server from the embedded store to etcd: its objects, and no revision twice', async () => {
  const home = await newHome();
  const server = await home.start('--controllers=');
  await makeMaps(server, 0, 300);
  const before = await list(server);
  // Writers go on while the backup is made: it is of one moment all the same.
  const writing = makeMaps(server, 300, 400);
  const file = join(home.folder, 'a.backup');
  await keelson('backup', file, '--data-dir', join(home.folder, 'data'));
  await writing;
  const later = await list(server);
  const { stdout } = await exec('python3', [reader, file], { maxBuffer: 64 * 1024 * 1024 });
  const keys = stdout.match(/configmaps\/default\/map-\d+/g) ?? [];
  expect(keys.length).toBeGreaterThanOrEqual(300);
  expect(keys).toEqual(later.objects.slice(0, keys.length).map(([name]) => `configmaps/default/${name}`));
  server.process.kill('SIGTERM');
  await server.ended;

  const etcd = await newEtcd();
  await keelson('restore', file, ...at(etcd));
  const moved = await (await newHome()).start(...at(etcd));
  const after = await list(moved);
  expect(after.objects).toEqual(later.objects.slice(0, keys.length));
  expect(after.revision).toBeGreaterThan(before.revision + 10_000);
  await expectExpired(moved, before.revision);
  await makeMap(moved, 'new');
  await eventually(async () =>
    expect(await counted(moved, 'leader_election_master_status{name="controllers"}')).toBe(1),
  );
  await expect(keelson('restore', file, ...at(etcd), '--replace')).rejects.toThrow(
    'A server is running over /registry/',
  );
});

it('brings an etcd of three members into another one, with keys that expire', async () => {
  const home = await newHome();
  const etcd = await newEtcd(3);
  const server = await home.start('--controllers=', ...at(etcd));
  await makeMaps(server, 0, 50);
  const event = { metadata: { name: 'e' }, involvedObject: { kind: 'Pod', namespace: 'default' }, reason: 'x' };
  await make(server, '/api/v1/namespaces/default/events', event);
  const before = await list(server);
  const file = join(home.folder, 'a.backup');
  await keelson('backup', file, ...at(etcd));
  await etcd.members[0]?.kill();
  await keelson('backup', join(home.folder, 'b.backup'), ...at(etcd));

  const other = await newEtcd();
  await keelson('restore', file, ...at(other), '--bump-revision', '2000');
  const env = { ...process.env, ETCDCTL_API: '3' };
  const get = ['--endpoints', other.urls.join(','), 'get', '--prefix', '/registry/events/', '-w', 'json'];
  const { stdout } = await exec('etcdctl', get, { env });
  expect(JSON.parse(stdout)).toMatchObject({ count: 1, kvs: [{ lease: expect.any(Number) }] });
  const restored = await (await newHome()).start('--controllers=', ...at(other));
  const after = await list(restored);
  expect(after.objects).toEqual(before.objects);
  expect((await restored.ask('/api/v1/namespaces/default/events/e')).status).toBe(200);
  await expectExpired(restored, before.revision);

  await expect(keelson('restore', file, ...at(other))).rejects.toThrow('A server is running over /registry/');
  restored.process.kill('SIGTERM');
  await restored.ended;
  await expect(keelson('restore', file, ...at(other))).rejects.toThrow('There is something under /registry/');
});

it('is noticed by the replicas that run over an etcd that was replaced', async () => {
  const etcd = await newEtcd();
  const home = await newHome();
  const replicas = [
    await home.start('--controllers=', ...at(etcd)),
    await (await newHome()).start('--controllers=', ...at(etcd)),
  ];
  const [first] = replicas;
  if (first === undefined) throw new Error('no replica');
  await makeMaps(first, 0, 20);
  const kept = await list(first);
  const file = join(home.folder, 'a.backup');
  await keelson('backup', file, ...at(etcd));
  await makeMaps(first, 20, 30);
  const lost = await list(first);

  const other = await newEtcd();
  await keelson('restore', file, ...at(other));
  const snapshot = join(home.folder, 'snapshot.db');
  await other.saveSnapshot(snapshot);
  await etcd.restoreSnapshot(snapshot, { token: 'restored' });
  for (const replica of replicas) {
    await eventually(async () => expect((await list(replica)).objects).toEqual(kept.objects));
    await expectExpired(replica, lost.revision);
    expect(await counted(replica, 'keelson_storage_history_restarts_total')).toBe(1);
    expect((await list(replica)).revision).toBeGreaterThan(lost.revision);
  }
});
