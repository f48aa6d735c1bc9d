/** Replicas know which others are alive, which revision each has reached, and whose tokens it accepts. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { startEtcd } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster } from '@keelson/storage/etcd-cluster';
import { openTestClient } from '@keelson/testkit/client';

import { counted, parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { token } from './support/serve.ts';
import type { Home, Started } from './support/serve.ts';

const exec = promisify(execFile);
const newHome = useHomes();
let etcd: EtcdCluster;
let homes: readonly [Home, Home, Home];
beforeAll(async () => {
  etcd = await startEtcd({ members: 1, isTls: false });
  homes = [await newHome(), await newHome(), await newHome()];
});
afterAll(() => etcd.close());

interface Replicas {
  readonly replicas: readonly {
    readonly identity: string;
    readonly url: string;
    readonly leads: readonly string[];
    readonly revision: number;
    readonly storeRevision: number;
  }[];
}

async function replicasOf(server: Started): Promise<Replicas['replicas']> {
  const answer = await server.ask('/debug/replicas');
  expect(answer.status).toBe(200);
  return parse<Replicas>(answer).replicas;
}

async function keyFile(home: Home): Promise<string> {
  const file = join(home.folder, 'key.pem');
  await exec('openssl', ['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', file]);
  return file;
}

const keyFlags = (file: string) => [
  `--service-account-signing-key-file=${file}`,
  `--service-account-key-file=${file}`,
  '--service-account-issuer=https://kubernetes.default.svc',
];

it('shows which replicas live and which leads, forgets dead ones, and refuses another signing key also when the good replica restarts', async () => {
  const store = `--etcd-servers=${etcd.urls.join()}`;
  const key = await keyFile(homes[0]);
  const first = await homes[0].start(store, ...keyFlags(key));
  const second = await homes[1].start(store, ...keyFlags(key));
  await eventually(async () => {
    const [one, two, ...more] = await replicasOf(second);
    expect([one?.url, two?.url, more]).toEqual([first.url, second.url, []]);
    expect(one?.leads).toEqual(['controllers']);
    expect(two?.leads).toEqual([]);
  });
  const status = ['status', '--kubeconfig', homes[0].kubeconfig];
  const program = join(import.meta.dirname, '..', 'bin', 'keelson');
  const { stdout } = await exec(process.execPath, [program, ...status]);
  expect(stdout).toMatch(
    /^REPLICA +URL +VERSION +EMULATES +STARTED +REVISION +LAG +CPU +MEMORY +LEADS +TOKEN KEY +CONFLICTS WITH\n/,
  );
  expect(stdout.trim().split('\n')).toHaveLength(3);

  first.process.kill('SIGKILL');
  await eventually(async () => {
    expect((await replicasOf(second)).map(({ url }) => url)).toEqual([second.url]);
    expect(await counted(second, 'leader_election_master_status{name="controllers"}')).toBe(1);
  });

  // It never becomes ready, and has said why.
  const badKey = await keyFile(homes[2]);
  const starting = homes[2].start(store, '--advertise-address=192.0.2.3', ...keyFlags(badKey));
  const refused = await starting.then(() => 'ready', String);
  expect(refused).toMatch(/\[-\]service-account-keys failed[^]* give all replicas the same --service-account/);
  expect((await second.ask('/readyz')).status).toBe(200);
  const url = /serves on (https:\/\/\S+)\n/.exec(refused)?.[1] ?? '';
  const headers = { Authorization: `Bearer ${token}` };
  const bad = openTestClient({ url, connections: { rejectUnauthorized: false }, headers });

  // Nor does it take the place of the good one, which restarts.
  second.process.kill('SIGTERM');
  await second.ended;
  const third = await homes[1].start(store, '--advertise-address=192.0.2.2', ...keyFlags(key));
  await eventually(async () => {
    expect(await counted(third, 'leader_election_master_status{name="controllers"}')).toBe(1);
    const [one, two, ...more] = await replicasOf(third);
    expect([one?.url, two?.url, more]).toEqual([url, third.url, []]);
    expect(one).toMatchObject({ leads: [], conflictsWith: two?.identity });
  });
  expect((await bad.ask('/readyz')).status).toBe(500);
  const endpoints = await third.ask('/api/v1/namespaces/default/endpoints/kubernetes');
  expect(parse(endpoints)).toMatchObject({ subsets: [{ addresses: [{ ip: '192.0.2.2' }] }] });
  bad.close();
});
