import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { systemClock } from '@keelson/cache';

import { realClock, type ControllerClock } from '../controller-clock.ts';
import { openCluster, until, type Cluster } from '../testing/open-cluster.ts';
import { podGarbageCollector } from './pod-garbage-collector.ts';

let cluster: Cluster;
let aheadMs = 0;
/** Of two clocks that are moved together; timers run at once. */
const clock: ControllerClock = {
  ...realClock,
  now: () => systemClock.now() + aheadMs,
  after: (delayMs, run) => systemClock.after(Math.min(delayMs, 5), run),
};

beforeEach(async () => {
  aheadMs = 0;
  cluster = await openCluster();
});

afterEach(async () => {
  await cluster.close();
});

const create = (name: string, spec: object = {}, metadata: object = {}) =>
  cluster.create(cluster.kinds.pods, {
    metadata: { name, ...metadata },
    spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  });
const exists = async (name: string) => (await cluster.read(cluster.kinds.pods, name)) !== undefined;

it('deletes the pods of a node that is gone for 40 seconds, and no others', async () => {
  const { nodes } = cluster.kinds;
  for (const name of ['stays', 'goes']) await cluster.create(nodes, { metadata: { name } });
  await create('kept', { nodeName: 'stays' });
  await create('lost', { nodeName: 'goes' });
  await create('pending');
  cluster.start([podGarbageCollector], { clock });
  await cluster.remove(nodes, 'goes');
  await create('unknown', { nodeName: 'never' });
  aheadMs = 30_000;
  await create('later', { nodeName: 'never-too' });
  expect(await Promise.all(['lost', 'unknown'].map(exists))).toEqual([true, true]);
  aheadMs = 41_000;
  await until(async () => !(await exists('lost')) && !(await exists('unknown')));
  expect(await Promise.all(['kept', 'pending', 'later'].map(exists))).toEqual([true, true, true]);
});

it('deletes the oldest pods that have ended beyond the threshold', async () => {
  const end = (name: string) => cluster.mergePatch(cluster.kinds.pods, name, { status: { phase: 'Failed' } }, 'status');
  cluster.start([podGarbageCollector], { clock, settings: new Map([['terminated-pod-gc-threshold', 2]]) });
  for (const name of ['a', 'b', 'c', 'd']) await create(name);
  for (const name of ['a', 'b', 'c']) await end(name);
  await until(async () => !(await exists('a')));
  expect(await Promise.all(['b', 'c', 'd'].map(exists))).toEqual([true, true, true]);
});
