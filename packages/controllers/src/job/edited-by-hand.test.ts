/** Jobs and pods that users edit in the midst of accounting: the Job comes to its end, and others are unharmed. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { openCluster, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { makeJobController } from './job-controller.ts';

let cluster: Cluster;
const completions = 3;

beforeEach(async () => {
  cluster = await openCluster();
  cluster.start([makeJobController(0)]);
  const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
  for (const name of ['edited', 'other']) {
    const spec = { completions, parallelism: 1, template };
    await cluster.create(cluster.kinds.jobs, { metadata: { name }, spec });
  }
});

afterEach(async () => {
  await cluster.close();
});

const jobOf = ({ metadata }: Json) => (metadata['labels'] as Record<string, string> | undefined)?.['job-name'];
const phaseOf = ({ status }: Json) => (status as { phase?: string }).phase;

async function statusOf(name: string): Promise<Record<string, unknown>> {
  return ((await cluster.read(cluster.kinds.jobs, name))?.['status'] ?? {}) as Record<string, unknown>;
}

const podsOf = async (name: string) => (await cluster.list(cluster.kinds.pods)).filter((pod) => jobOf(pod) === name);

async function succeedPending(): Promise<void> {
  for (const pod of await cluster.list(cluster.kinds.pods)) {
    if (phaseOf(pod) !== 'Pending' || pod.metadata['deletionTimestamp'] !== undefined) continue;
    await cluster.mergePatch(cluster.kinds.pods, pod.metadata.name, { status: { phase: 'Succeeded' } }, 'status');
  }
}

const untilFirst = () => until(async () => (await podsOf('edited'))[0]);

async function untilBothComplete(): Promise<void> {
  await until(async () => {
    await succeedPending();
    const all = [await statusOf('edited'), await statusOf('other')];
    return all.every(({ completionTime }) => completionTime !== undefined);
  });
  for (const name of ['edited', 'other']) {
    expect(await statusOf(name)).toMatchObject({ succeeded: completions, uncountedTerminatedPods: {} });
  }
  expect(await podsOf('other')).toHaveLength(completions);
}

it('a Job whose status is cleared runs what is no longer counted once more', async () => {
  await until(async () => {
    await succeedPending();
    return (await statusOf('edited'))['succeeded'] === 1;
  });
  await cluster.mergePatch(cluster.kinds.jobs, 'edited', { status: { succeeded: null } }, 'status');
  await untilBothComplete();
  expect((await podsOf('edited')).length).toBe(completions + 1);
});

it('a pod that loses its finalizer before it ends is not counted, and is replaced', async () => {
  const pod = await untilFirst();
  await cluster.mergePatch(cluster.kinds.pods, pod.metadata.name, { metadata: { finalizers: null } });
  await untilBothComplete();
  expect((await podsOf('edited')).length).toBe(completions + 1);
});

it('a pod whose labels are changed is released, and another takes its place', async () => {
  const pod = await untilFirst();
  const labels = { 'controller-uid': null, 'job-name': 'nobody' };
  await cluster.mergePatch(cluster.kinds.pods, pod.metadata.name, { metadata: { labels } });
  await untilBothComplete();
  expect(await podsOf('edited')).toHaveLength(completions);
  expect((await cluster.read(cluster.kinds.pods, pod.metadata.name))?.metadata['finalizers']).toBeUndefined();
});

it('uids of pods that never were, written among the uncounted ones, end with the Job', async () => {
  const uncountedTerminatedPods = { succeeded: ['not-a-pod'] };
  await untilFirst();
  await cluster.mergePatch(cluster.kinds.jobs, 'edited', { status: { uncountedTerminatedPods } }, 'status');
  await untilBothComplete();
});
