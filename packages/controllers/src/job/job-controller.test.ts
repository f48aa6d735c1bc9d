/** The Job controller over a real store: pods, counts and ends of Jobs. Tests stand in for kubelets. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { openCluster, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { makeJobController } from './job-controller.ts';

let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
  cluster.start([makeJobController(0)]);
});

afterEach(async () => {
  await cluster.close();
});

const podSpec = { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' };
const finalizer = 'batch.kubernetes.io/job-tracking';

function job(spec: object = {}, name = 'a') {
  return { metadata: { name }, spec: { template: { spec: podSpec }, ...spec } };
}

const createJob = (spec: object = {}, name = 'a') => cluster.create(cluster.kinds.jobs, job(spec, name));
const status = (body: object, name = 'a') => cluster.mergePatch(cluster.kinds.jobs, name, body);

async function statusOf(name = 'a'): Promise<Record<string, unknown>> {
  return ((await cluster.read(cluster.kinds.jobs, name))?.['status'] ?? {}) as Record<string, unknown>;
}

async function pods(phase?: string): Promise<Json[]> {
  const all = await cluster.list(cluster.kinds.pods);
  return phase === undefined ? all : all.filter((pod) => (pod['status'] as { phase: string }).phase === phase);
}

const untilPods = (count: number, phase = 'Pending') =>
  until(async () => {
    const found = await pods(phase);
    return found.length === count && found;
  });

const setPhase = (pod: Json | undefined, phase: string, more: object = {}) =>
  cluster.mergePatch(cluster.kinds.pods, pod?.metadata.name ?? '', { status: { phase, ...more } }, 'status');

const untilStatus = (fields: object) =>
  until(async () => {
    const found = await statusOf();
    return Object.entries(fields).every(([key, value]) => found[key] === value) && found;
  });

async function untilCondition(type: string, holds = 'True') {
  return until(async () => {
    const { conditions = [] } = (await statusOf()) as { conditions?: { type: string; status: string }[] };
    return conditions.find((condition) => condition.type === type && condition.status === holds);
  });
}

async function reasons(): Promise<string[]> {
  return (await cluster.list(cluster.kinds.events)).map((event) => String(event['reason']));
}

describe('a Job', () => {
  it('gets its pods one after the other, counts them once, and completes', async () => {
    await createJob({ completions: 2, parallelism: 1 });
    const [first] = await untilPods(1);
    expect(first?.metadata).toMatchObject({
      finalizers: [finalizer],
      labels: { 'job-name': 'a' },
      ownerReferences: [{ kind: 'Job', name: 'a', controller: true, blockOwnerDeletion: true }],
    });
    await setPhase(first, 'Succeeded');
    await untilStatus({ succeeded: 1, active: 1 });
    const [second] = await untilPods(1);
    await setPhase(second, 'Succeeded');
    await untilCondition('Complete');
    expect(await statusOf()).toMatchObject({ succeeded: 2, ready: 0, uncountedTerminatedPods: {} });
    const left = await pods();
    expect(left).toHaveLength(2);
    expect(left.every(({ metadata }) => metadata['finalizers'] === undefined)).toBe(true);
    await until(async () => (await reasons()).includes('Completed'));
  });

  it('of a work queue lets the other pods come to their end after the first success', async () => {
    await createJob({ parallelism: 3 });
    const [first, ...others] = await untilPods(3);
    await setPhase(first, 'Succeeded');
    await untilStatus({ succeeded: 1, active: 2 });
    for (const pod of others) await setPhase(pod, 'Succeeded');
    await untilCondition('Complete');
    expect(await pods()).toHaveLength(3);
  });

  it('fails at its back-off limit, and counts the pods that it takes along', async () => {
    await createJob({ completions: 3, parallelism: 3, backoffLimit: 0 });
    const [first] = await untilPods(3);
    await setPhase(first, 'Failed');
    expect(await untilCondition('Failed')).toMatchObject({
      reason: 'BackoffLimitExceeded',
      message: 'Job has reached the specified backoff limit',
    });
    expect(await statusOf()).toMatchObject({ failed: 3, ready: 0 });
    expect(await pods()).toHaveLength(1);
  });

  it('fails when containers are restarted too often', async () => {
    await createJob({ backoffLimit: 1, template: { spec: { ...podSpec, restartPolicy: 'OnFailure' } } });
    const [pod] = await untilPods(1);
    const containers = (restartCount: number) => ({
      containerStatuses: [{ name: 'c', image: 'i', imageID: 'i', ready: false, restartCount }],
    });
    await setPhase(pod, 'Running', containers(1));
    expect(await untilCondition('Failed')).toMatchObject({ reason: 'BackoffLimitExceeded' });
  });

  it('fails at its deadline', async () => {
    await createJob({ activeDeadlineSeconds: 1 });
    await untilPods(1);
    expect(await untilCondition('Failed')).toMatchObject({
      reason: 'DeadlineExceeded',
      message: 'Job was active longer than specified deadline',
    });
    expect(await pods()).toEqual([]);
  });

  it('that is suspended has no pods, and does not count those that it lost for it', async () => {
    await createJob({ completions: 3, parallelism: 2 });
    await untilPods(2);
    await status({ spec: { suspend: true } });
    await untilCondition('Suspended');
    await until(async () => (await pods()).length === 0);
    const before = await statusOf();
    expect(before['failed']).toBeUndefined();
    await status({ spec: { suspend: false } });
    await untilCondition('Suspended', 'False');
    await untilPods(2);
    await until(async () => (await reasons()).filter((reason) => reason === 'Resumed').length === 1);
  });

  it('is scaled up and down', async () => {
    await createJob({ completions: 5, parallelism: 1 });
    await untilPods(1);
    await status({ spec: { parallelism: 4 } });
    await untilPods(4);
    await status({ spec: { parallelism: 2 } });
    await untilPods(2);
    await untilStatus({ active: 2 });
    expect((await statusOf())['failed']).toBeUndefined();
  });

  it('counts a pod that is deleted while it runs as failed, and replaces it', async () => {
    await createJob();
    const [pod] = await untilPods(1);
    await cluster.remove(cluster.kinds.pods, pod?.metadata.name ?? '');
    await untilStatus({ failed: 1 });
    const [next] = await untilPods(1);
    expect(next?.metadata.uid).not.toBe(pod?.metadata.uid);
  });
});

describe('an Indexed Job', () => {
  const indexed = { completions: 3, parallelism: 2, completionMode: 'Indexed' };
  const indexOf = ({ metadata }: Json): string =>
    (metadata['annotations'] as Record<string, string>)['batch.kubernetes.io/job-completion-index'] ?? '';

  it('has a pod for each index, and completes each once', async () => {
    await createJob(indexed);
    const [zero, one] = await untilPods(2);
    expect([zero, one].map((pod) => pod && indexOf(pod))).toEqual(['0', '1']);
    expect(zero?.metadata.name).toMatch(/^a-0-/);
    expect(zero?.['spec']).toMatchObject({
      hostname: 'a-0',
      containers: [{ env: [{ name: 'JOB_COMPLETION_INDEX' }] }],
    });
    await setPhase(one, 'Succeeded');
    await untilStatus({ completedIndexes: '1', succeeded: 1 });
    const again = await untilPods(2);
    expect(again.map(indexOf)).toEqual(['0', '2']);
    for (const pod of again) await setPhase(pod, 'Succeeded');
    await untilCondition('Complete');
    expect(await statusOf()).toMatchObject({ completedIndexes: '0-2', succeeded: 3 });
  });

  it('tries a failed index again', async () => {
    await createJob(indexed);
    const [zero] = await untilPods(2);
    await setPhase(zero, 'Failed');
    await untilStatus({ failed: 1 });
    const again = await untilPods(2);
    expect(again.map(indexOf)).toEqual(['0', '1']);
  });
});

describe('the pods of a Job', () => {
  const labels = { app: 'x' };
  const manual = { manualSelector: true, selector: { matchLabels: labels } };
  const template = { metadata: { labels }, spec: podSpec };

  it('are adopted where nobody else controls them', async () => {
    await cluster.create(cluster.kinds.pods, { metadata: { name: 'mine', labels }, spec: podSpec });
    await createJob({ ...manual, template });
    const adopted = await until(async () => {
      const pod = await cluster.read(cluster.kinds.pods, 'mine');
      return pod?.metadata['ownerReferences'] !== undefined && pod;
    });
    expect(adopted.metadata['finalizers']).toEqual([finalizer]);
    await setPhase(adopted, 'Succeeded');
    await untilCondition('Complete');
    expect(await pods()).toHaveLength(1);
  });

  it('are let go where the Job does not select them any more', async () => {
    await createJob({ ...manual, template });
    const [pod] = await untilPods(1);
    await cluster.mergePatch(cluster.kinds.pods, pod?.metadata.name ?? '', { metadata: { labels: { app: 'y' } } });
    const released = await until(async () => {
      const found = await cluster.read(cluster.kinds.pods, pod?.metadata.name ?? '');
      return found?.metadata['ownerReferences'] === undefined && found;
    });
    expect(released.metadata['finalizers']).toBeUndefined();
    await untilPods(2);
  });

  it('lose the finalizer when the Job is gone', async () => {
    await createJob();
    const [pod] = await untilPods(1);
    await cluster.remove(cluster.kinds.jobs, 'a', { propagationPolicy: 'Background' });
    await until(async () => {
      const found = await cluster.read(cluster.kinds.pods, pod?.metadata.name ?? '');
      return found !== undefined && found.metadata['finalizers'] === undefined;
    });
  });
});
