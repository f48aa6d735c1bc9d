/**
 * Jobs over two replicas whose leader is killed again and again while pods run. The history of the store tells of every
 * pod there ever was: no pod too many, no index twice, and exact counts at the end. `KEELSON_KILLS` sets the number of
 * kills.
 */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { openEtcd, type Storage, type Watch } from '@keelson/storage';
import { startEtcd, type EtcdCluster } from '@keelson/storage/etcd-cluster';

import { counted } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { followPods, type PodHistory } from './support/pod-history.ts';
import type { Home, Started } from './support/serve.ts';
import { openStoredObjects } from './support/stored-objects.ts';

const kills = Number(process.env['KEELSON_KILLS'] ?? 4);
const [jobsOfRound, completions, parallelism] = [3, 6, 2];
const patienceMs = 60_000;

const newHome = useHomes();
let etcd: EtcdCluster;
let storage: Storage;
let homes: readonly [Home, Home];
let replicas: [Started, Started];
let history: PodHistory;
let watch: Watch;

beforeAll(async () => {
  etcd = await startEtcd({ members: 1, isTls: false });
  storage = await openEtcd({ endpoints: etcd.urls });
  ({ history, watch } = followPods(storage));
  homes = [await newHome(), await newHome()];
  const first = await start(homes[0]);
  await cp(join(homes[0].folder, 'data', 'pki'), join(homes[1].folder, 'data', 'pki'), { recursive: true });
  replicas = [first, await start(homes[1])];
}, patienceMs);
afterAll(async () => {
  watch.close();
  await storage.close();
  await etcd.close();
});

function start(home: Home): Promise<Started> {
  const simulation = ['--simulate-nodes=2', '--simulate-speed=4', '--simulate-events=false'];
  return home.start(`--etcd-servers=${etcd.urls.join()}`, ...simulation);
}

/** Throws while none leads. */
async function leader(): Promise<0 | 1> {
  for (const index of [0, 1] as const) {
    const leads = await counted(replicas[index], 'leader_election_master_status{name="controllers"}');
    if (leads === 1) return index;
  }
  throw new Error('no replica leads');
}

/** The lease of the dead would last for some seconds more: its key is deleted, as etcd does it then. */
async function killLeader(): Promise<void> {
  const index = await whenLed();
  replicas[index].process.kill('SIGKILL');
  await replicas[index].ended;
  const key = `${storage.prefix}.keelson/elections/controllers/leader`;
  const { entry } = await storage.get(key);
  if (entry !== undefined) await storage.delete(key, entry.revision);
  replicas[index] = await start(homes[index]);
}

async function whenLed(): Promise<0 | 1> {
  let found: 0 | 1 = 0;
  await eventually(async () => {
    found = await leader();
  }, patienceMs);
  return found;
}

const jobs = '/apis/batch/v1/namespaces/default/jobs';
const made: string[] = [];

async function makeJobs(): Promise<void> {
  const objects = openStoredObjects(replicas[await whenLed()]);
  for (let count = 0; count < jobsOfRound; count += 1) {
    const name = `job-${String(made.length)}`;
    const annotations = { 'simulation.keelson.io/run-for': '2s' };
    const spec = { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] };
    const completionMode = made.length % 2 === 0 ? 'NonIndexed' : 'Indexed';
    const template = { metadata: { annotations }, spec };
    await objects.create(jobs, { metadata: { name }, spec: { completions, parallelism, completionMode, template } });
    made.push(name);
  }
}

it(
  'Jobs complete with exactly the pods that they ask for while their leader is killed again and again',
  async () => {
    for (let round = 0; round < kills; round += 1) {
      const before = history.created();
      await makeJobs();
      // Not all of the pods of the round, so that the leader dies at work: before some, and after others.
      const seen = before + (round % (jobsOfRound * completions));
      await eventually(() => expect(history.created()).toBeGreaterThan(seen), patienceMs);
      await killLeader();
    }
    const objects = openStoredObjects(replicas[await whenLed()]);
    const complete = { conditions: [{ type: 'Complete', status: 'True' }], succeeded: completions };
    await eventually(async () => {
      for (const { status } of await objects.list(jobs)) expect(status).toMatchObject(complete);
    }, patienceMs);
    for (const { metadata, status, spec } of await objects.list(jobs)) {
      expect(status).toMatchObject({ uncountedTerminatedPods: {} });
      expect(status['failed']).toBeUndefined();
      const { made: pods, mostActive, indexes } = history.ofJob(metadata.uid);
      expect([pods, mostActive <= parallelism]).toEqual([completions, true]);
      const all = Array.from({ length: completions }, (_, index) => String(index));
      expect(indexes).toEqual(spec['completionMode'] === 'Indexed' ? all : []);
    }
    expect(history.created()).toBe(made.length * completions);
  },
  patienceMs * (kills + 2),
);
