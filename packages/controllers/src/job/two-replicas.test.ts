/** Jobs over two replicas whose leader is deposed again and again: the same ends, and no pod too many. */
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { openCluster, openReplica, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { makeJobController } from './job-controller.ts';

const jobs = 12;
const completions = 4;
const depositions = 15;

let one: Cluster;
let two: Cluster;

beforeAll(async () => {
  one = await openCluster();
  two = await openReplica(one.storage);
});

afterAll(async () => {
  await two.close();
  await one.close();
});

/** As a lease that has run out does it: the leader learns of it afterwards. */
async function depose(): Promise<void> {
  const key = `${one.storage.prefix}.keelson/elections/controllers/leader`;
  const { entry } = await one.storage.get(key);
  if (entry !== undefined) await one.storage.delete(key, entry.revision);
}

async function succeedPending(): Promise<void> {
  for (const pod of await one.list(one.kinds.pods)) {
    if ((pod['status'] as { phase?: string }).phase !== 'Pending') continue;
    await one.mergePatch(one.kinds.pods, pod.metadata.name, { status: { phase: 'Succeeded' } }, 'status');
  }
}

const isComplete = ({ status }: Json): boolean =>
  ((status as { conditions?: { type: string }[] }).conditions ?? []).some(({ type }) => type === 'Complete');

test('Jobs complete with exactly the pods that they ask for, while the leader is deposed again and again', async () => {
  const leaders = [one, two].map((replica, index) =>
    replica.start([makeJobController(0)], { identity: `replica-${index}` }),
  );
  await until(() => leaders.some((leader) => leader.isLeading()));
  const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
  for (let number = 0; number < jobs; number += 1) {
    const spec = { completions, parallelism: 2, template };
    await one.create(one.kinds.jobs, { metadata: { name: `j${number}` }, spec });
  }
  for (let round = 0; round < depositions; round += 1) {
    await depose();
    await delay(20);
    await succeedPending();
    await until(() => leaders.some((leader) => leader.isLeading()));
  }
  const ended = await until(async () => {
    await succeedPending();
    const all = await one.list(one.kinds.jobs);
    return all.every(isComplete) && all;
  });
  const statuses = ended.map(({ status }) => status as { succeeded: number; uncountedTerminatedPods: object });
  expect(statuses.map(({ succeeded }) => succeeded)).toEqual(Array.from({ length: jobs }, () => completions));
  expect(statuses.every(({ uncountedTerminatedPods: left }) => Object.keys(left).length === 0)).toBe(true);
  const pods = await one.list(one.kinds.pods);
  expect(pods).toHaveLength(jobs * completions);
  expect(pods.filter(({ metadata }) => metadata['finalizers'] !== undefined)).toEqual([]);
}, 60_000);
