/**
 * The drills of docs/disaster-recovery.md, one after the other over one etcd: a member is lost, the quorum is lost,
 * everything but a backup is lost. Each says what was lost with it, and for how long there was no service.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { addMember, removeMember, startEtcd } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster, EtcdMember } from '@keelson/storage/etcd-cluster';

import { configMaps, parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import type { Home, Started } from './support/serve.ts';

const program = join(import.meta.dirname, '..', 'bin', 'keelson');
const keelson = (...args: readonly string[]) => promisify(execFile)(process.execPath, [program, ...args]);
const newHome = useHomes();

let home: Home;
let etcd: EtcdCluster;
let members: readonly [EtcdMember, EtcdMember, EtcdMember];
let server: Started;
beforeAll(async () => {
  etcd = await startEtcd({ members: 3, isTls: false });
  const [first, second, third] = etcd.members;
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are three members');
  members = [first, second, third];
  home = await newHome();
  server = await serve();
});
afterAll(() => etcd.close());

const serve = (): Promise<Started> => home.start('--controllers=', '--etcd-servers', etcd.urls.join());

async function stopServing(): Promise<void> {
  server.process.kill('SIGTERM');
  await server.ended;
}

let count = 0;

/** Undefined if it was not acknowledged. */
async function makeOne(): Promise<string | undefined> {
  count += 1;
  const name = `object-${String(count).padStart(5, '0')}`;
  const { status } = await server.ask(configMaps, { method: 'POST', body: { metadata: { name } } });
  return status === 201 ? name : undefined;
}

async function makeMany(many: number): Promise<readonly string[]> {
  const made = await Promise.all(Array.from({ length: many }, makeOne));
  return made.filter((name) => name !== undefined);
}

async function stored(): Promise<readonly string[]> {
  const answer = await server.ask(configMaps);
  expect(answer.status).toBe(200);
  const { items } = parse<{ readonly items: readonly { readonly metadata: { readonly name: string } }[] }>(answer);
  return items.map(({ metadata }) => metadata.name).filter((name) => name.startsWith('object-'));
}

/** Each answers with the state of the whole, which takes a quorum. */
function untilHealthy(): Promise<void> {
  return eventually(async () => {
    const health = await Promise.all(members.map(({ url }) => fetch(`${url}/health`).then((answer) => answer.text())));
    expect(health).toEqual(members.map(() => expect.stringContaining('"true"')));
  });
}

/** Adding fails until the cluster has taken in the one before. */
async function addTo(through: EtcdMember, member: EtcdMember): Promise<void> {
  await eventually(() => addMember(through, member));
}

function tell(drill: string, beganMs: number): void {
  process.stdout.write(`${drill}: ${((performance.now() - beganMs) / 1_000).toFixed(1)} s\n`);
}

it('a member that is lost is replaced while the service goes on, and nothing is lost', async () => {
  const [first, second, third] = members;
  const acknowledged = [...(await makeMany(100))];
  const writing = new AbortController();
  const writer = (async () => {
    while (!writing.signal.aborted) {
      const name = await makeOne();
      if (name !== undefined) acknowledged.push(name);
      await delay(20);
    }
  })();
  const beganMs = performance.now();
  await third.lose();
  await eventually(() => removeMember(first, third));
  await addTo(second, third);
  await untilHealthy();
  tell('a lost member', beganMs);
  writing.abort();
  await writer;
  expect(await stored()).toEqual(expect.arrayContaining(acknowledged));
});

it('a quorum that is lost is made anew from the member that is left, and nothing is lost', async () => {
  const [first, second, third] = members;
  const acknowledged = [...(await stored()), ...(await makeMany(50))];
  const beganMs = performance.now();
  await Promise.all([second.lose(), third.lose()]);
  await eventually(async () => expect((await server.ask('/readyz')).status).toBe(500));
  expect(await makeOne()).toBeUndefined();
  await stopServing();
  await first.kill();
  first.start(['--force-new-cluster']);
  for (const member of [second, third]) await addTo(first, member);
  await untilHealthy();
  server = await serve();
  tell('a lost quorum', beganMs);
  expect(await stored()).toEqual(acknowledged);
  expect(await makeMany(10)).toHaveLength(10);
});

it('a backup brings back everything up to its moment, and clients list anew', async () => {
  const kept = await stored();
  const file = join(home.folder, 'a.backup');
  await keelson('backup', file, '--etcd-servers', etcd.urls.join());
  expect(await makeMany(20)).toHaveLength(20);
  const before = parse<{ readonly metadata: { readonly resourceVersion: string } }>(await server.ask(configMaps));
  const beganMs = performance.now();
  await stopServing();
  for (const member of members) await member.lose();
  for (const member of members) member.start();
  await untilHealthy();
  await keelson('restore', file, '--etcd-servers', etcd.urls.join());
  server = await serve();
  tell('everything but a backup', beganMs);
  expect(await stored()).toEqual(kept);
  const watch = `${configMaps}?watch=1&timeoutSeconds=5&resourceVersion=${before.metadata.resourceVersion}`;
  expect((await server.ask(watch)).body).toContain('"code":410');
});
