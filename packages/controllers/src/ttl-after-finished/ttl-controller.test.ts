import { afterEach, beforeEach, expect, it } from '@jest/globals';

import type { ControllerClock } from '../controller-clock.ts';
import { realClock } from '../controller-clock.ts';
import { openCluster, until, type Cluster } from '../testing/open-cluster.ts';
import { ttlController } from './ttl-controller.ts';

let cluster: Cluster;
/** Of the clock on the wall. */
let aheadMs = 0;
const clock: ControllerClock = { ...realClock, wallMs: () => Date.now() + aheadMs };

beforeEach(async () => {
  aheadMs = 0;
  cluster = await openCluster();
  cluster.start([ttlController], { clock });
});

afterEach(async () => {
  await cluster.close();
});

const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };

async function finish(name: string, spec: object, lastTransitionTime = new Date().toISOString()) {
  const { jobs } = cluster.kinds;
  await cluster.create(jobs, { metadata: { name }, spec: { template, ...spec } });
  const conditions = [{ type: 'Complete', status: 'True', lastTransitionTime }];
  await cluster.mergePatch(jobs, name, { status: { conditions } }, 'status');
}

const isDeleted = async (name: string) => {
  const job = await cluster.read(cluster.kinds.jobs, name);
  return job === undefined || job.metadata['deletionTimestamp'] !== undefined;
};

it('deletes a finished Job at once where its time to live is 0, and no other', async () => {
  const { jobs } = cluster.kinds;
  await cluster.create(jobs, { metadata: { name: 'active' }, spec: { template, ttlSecondsAfterFinished: 0 } });
  await finish('kept', {});
  await finish('later', { ttlSecondsAfterFinished: 3_600 });
  await finish('gone', { ttlSecondsAfterFinished: 0 });
  await until(() => isDeleted('gone'));
  expect(await Promise.all(['active', 'kept', 'later'].map(isDeleted))).toEqual([false, false, false]);
  expect((await cluster.read(jobs, 'gone'))?.metadata['finalizers']).toEqual(['foregroundDeletion']);
});

it('deletes a Job that gets a time to live that has passed already', async () => {
  await finish('a', {}, '2020-01-01T00:00:00Z');
  await cluster.mergePatch(cluster.kinds.jobs, 'a', { spec: { ttlSecondsAfterFinished: 100_000_000 } });
  await until(() => isDeleted('a'));
});

it('waits for a Job that finished in the future, by another clock', async () => {
  await finish('a', { ttlSecondsAfterFinished: 0 }, new Date(Date.now() + 3_600_000).toISOString());
  await finish('b', { ttlSecondsAfterFinished: 0 });
  await until(() => isDeleted('b'));
  expect(await isDeleted('a')).toBe(false);
  aheadMs = 3_700_000;
  await cluster.mergePatch(cluster.kinds.jobs, 'a', { metadata: { labels: { seen: 'yes' } } });
  await until(() => isDeleted('a'));
});
