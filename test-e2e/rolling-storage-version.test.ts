/**
 * Two replicas over one etcd are replaced, one after the other, by those of a release that stores a kind in another
 * version, and by those of the release before again. Both read what either has written, in every version.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { openEtcd, type Storage } from '@keelson/storage';
import { startEtcd, type EtcdCluster } from '@keelson/storage/etcd-cluster';

import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { makeOtherBuild } from './support/other-build.ts';
import { program, type Home, type Started } from './support/serve.ts';

const newHome = useHomes();
const group = 'flowcontrol.apiserver.k8s.io';
const versions = ['v1beta1', 'v1beta2'] as const;
const pathIn = (version: string): string => `/apis/${group}/${version}/flowschemas`;
const row = (version: string): string => `version: "${version}", prefix: "flowschemas"`;

let etcd: EtcdCluster;
let raw: Storage;
let home: Home;
let newer: string;
let replicas: [Started, Started];

interface FlowSchema {
  readonly apiVersion: string;
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly spec: { readonly matchingPrecedence: number };
}

beforeAll(async () => {
  etcd = await startEtcd({ members: 1, isTls: false });
  raw = await openEtcd({ endpoints: etcd.urls });
  home = await newHome();
  newer = await makeOtherBuild(join(home.folder, 'newer'), [{ from: row('v1beta1'), to: row('v1beta2') }]);
  replicas = [await startReplica(program), await startReplica(program)];
});
afterAll(async () => {
  await raw.close();
  await etcd.close();
});

function startReplica(build: string): Promise<Started> {
  return home.startBuild(build, `--etcd-servers=${etcd.urls.join()}`);
}

async function stop(server: Started): Promise<void> {
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}

/** Those of this test, with the versions that they are stored in. */
async function storedVersions(): Promise<Record<string, string>> {
  const { entries } = await raw.range('/registry/flowschemas/');
  const stored = entries.map(({ value }) => JSON.parse(Buffer.from(value as Uint8Array).toString()) as FlowSchema);
  const own = stored.filter(({ metadata }) => metadata.name.startsWith('own-'));
  return Object.fromEntries(own.map(({ metadata, apiVersion }) => [metadata.name, apiVersion.split('/')[1] ?? '']));
}

let made = 0;

/** Creates one in each version through each replica, and changes one that another release may have stored. */
async function write(servers: readonly Started[]): Promise<string[]> {
  const names: string[] = [];
  for (const server of servers) {
    for (const version of versions) {
      made += 1;
      const name = `own-${String(made).padStart(2, '0')}`;
      const body = {
        metadata: { name },
        spec: { priorityLevelConfiguration: { name: 'global-default' }, matchingPrecedence: 1_000 + made },
      };
      expect(await server.ask(pathIn(version), { method: 'POST', body })).toMatchObject({ status: 201 });
      names.push(name);
    }
  }
  const patched = await servers.at(-1)?.ask(`${pathIn('v1beta1')}/own-01`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: { metadata: { annotations: { touched: String(made) } } },
  });
  expect(patched).toMatchObject({ status: 200 });
  return names;
}

/** Everyone tells the same of all, in both versions, and has told a watcher of each change. */
async function expectSame(since: string): Promise<void> {
  for (const version of versions) {
    await eventually(async () => {
      const lists = await Promise.all(replicas.map((server) => server.ask(pathIn(version))));
      const [one, other] = lists.map(({ body }) =>
        (JSON.parse(body) as { items: FlowSchema[] }).items.filter(({ metadata }) => metadata.name.startsWith('own-')),
      );
      expect(one).toHaveLength(made);
      expect(other).toEqual(one);
      expect(one?.map(({ spec }) => spec.matchingPrecedence - 1_000)).toEqual(one?.map((__, index) => index + 1));
    });
  }
  const watched = versions.flatMap((version) => replicas.map((server) => expectEvents(server, version, since)));
  await Promise.all(watched);
}

async function expectEvents(server: Started, version: string, since: string): Promise<void> {
  const { body } = await server.ask(`${pathIn(version)}?watch=1&timeoutSeconds=1&resourceVersion=${since}`);
  const lines = body.trim().split('\n');
  const events = lines.map((line) => JSON.parse(line) as { readonly type: string; readonly object: FlowSchema });
  const added = events.filter(({ type, object }) => type === 'ADDED' && object.metadata.name.startsWith('own-'));
  expect(added.map(({ object }) => object.apiVersion)).toEqual(added.map(() => `${group}/${version}`));
  expect(new Set(added.map(({ object }) => object.metadata.name)).size).toBe(made);
}

it('replicas of releases with other storage versions serve one store, forth and back', async () => {
  const first = await replicas[0].ask(`${pathIn('v1beta1')}?limit=1`);
  const since = (JSON.parse(first.body) as FlowSchema).metadata.resourceVersion;
  const byOlder = await write(replicas);
  await expectSame(since);
  expect(Object.values(await storedVersions())).toEqual(byOlder.map(() => 'v1beta1'));

  for (const index of [0, 1] as const) {
    await stop(replicas[index]);
    replicas[index] = await startReplica(newer);
    await write(replicas);
    await expectSame(since);
  }
  const mixed = await storedVersions();
  expect(new Set(Object.values(mixed))).toEqual(new Set(versions));
  // The replica of the newer release has changed it.
  expect(mixed['own-01']).toBe('v1beta2');
  expect(mixed['own-02']).toBe('v1beta1');

  const args = [newer, 'migrate', `flowschemas.${group}`, '--kubeconfig', home.kubeconfig];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: home.folder });
  expect(stdout).toContain('are migrated');
  expect(new Set(Object.values(await storedVersions()))).toEqual(new Set(['v1beta2']));

  for (const index of [1, 0] as const) {
    await stop(replicas[index]);
    replicas[index] = await startReplica(program);
    await write(replicas);
    await expectSame(since);
  }
});
