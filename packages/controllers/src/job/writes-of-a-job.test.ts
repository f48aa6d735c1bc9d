/** The number of writes that a Job costs: a regression here multiplies with every pod of every Job. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { openCluster, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { jobController } from './job-controller.ts';

const pods = 100;
let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
});

afterEach(async () => {
  await cluster.close();
});

test('a Job of 100 pods costs two writes for each pod, and few others', async () => {
  const { jobs, pods: podKind } = cluster.kinds;
  cluster.start([jobController]);
  const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
  const spec = { completions: pods, parallelism: pods, template };
  const made = await cluster.create(jobs, { metadata: { name: 'a' }, spec });
  const started = await until(async () => {
    const found = await cluster.list(podKind);
    return found.length === pods && found;
  });
  await Promise.all(
    started.map(({ metadata }) =>
      cluster.mergePatch(podKind, metadata.name, { status: { phase: 'Succeeded' } }, 'status'),
    ),
  );
  const job = await until(async () => {
    const found = await cluster.read(jobs, 'a');
    return (found as Json & { status: { completionTime?: string } }).status.completionTime === undefined
      ? undefined
      : found;
  });
  // All writes of a store have revisions one after the other; those of this test are a status for each pod.
  const writes = Number(job.metadata.resourceVersion) - Number(made.metadata.resourceVersion) - pods;
  expect(writes).toBeGreaterThanOrEqual(2 * pods);
  expect(writes).toBeLessThan(3 * pods);
});
