/** The disruption controller with those of workloads, over a real store. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PodDisruptionBudgetStatus } from '@keelson/api';
import type { Resource } from '@keelson/schema';

import { deploymentController } from '../deployment/deployment-controller.ts';
import { replicaSetController } from '../replicaset/replica-controller.ts';
import { openCluster, until, type Cluster } from '../testing/open-cluster.ts';
import { playKubelet } from '../testing/play-kubelet.ts';
import { disruptionController } from './disruption-controller.ts';

let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
  playKubelet(cluster);
  cluster.start([deploymentController, replicaSetController, disruptionController]);
});

afterEach(async () => {
  await cluster.close();
});

const labels = { app: 'web' };
const spec = { containers: [{ name: 'c', image: 'i' }] };
const template = { metadata: { labels }, spec };

const createDeployment = (replicas: number) =>
  cluster.create(cluster.kinds.deployments, {
    metadata: { name: 'web' },
    spec: { replicas, selector: { matchLabels: labels }, template },
  });

const createBudget = (limits: object, selector: object = { matchLabels: labels }) =>
  cluster.create(cluster.kinds.podDisruptionBudgets, { metadata: { name: 'web' }, spec: { selector, ...limits } });

async function statusOf(): Promise<PodDisruptionBudgetStatus | undefined> {
  const budget = await cluster.read(cluster.kinds.podDisruptionBudgets, 'web');
  return budget?.['status'] as PodDisruptionBudgetStatus | undefined;
}

const untilStatus = (fields: Partial<PodDisruptionBudgetStatus>) =>
  until(async () => {
    const status = await statusOf();
    const isSo = ([key, value]: [string, unknown]) => status?.[key as keyof PodDisruptionBudgetStatus] === value;
    return status !== undefined && Object.entries(fields).every(isSo) && status;
  });

async function reasons(): Promise<string[]> {
  return (await cluster.list(cluster.kinds.events)).map(({ reason }) => String(reason));
}

describe('a disruption budget', () => {
  it('allows as many disruptions as there are healthy pods beyond those that it asks for', async () => {
    await createDeployment(4);
    await createBudget({ minAvailable: '50%' });
    const counts = {
      expectedPods: 4,
      currentHealthy: 4,
      desiredHealthy: 2,
      disruptionsAllowed: 2,
      observedGeneration: 1,
    };
    const status = await untilStatus(counts);
    expect(status.conditions).toMatchObject([
      { type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods', message: '', observedGeneration: 1 },
    ]);
    const [pod] = await cluster.list(cluster.kinds.pods);
    await cluster.mergePatch(cluster.kinds.pods, pod?.metadata.name ?? '', { status: { conditions: [] } }, 'status');
    await untilStatus({ currentHealthy: 3, disruptionsAllowed: 1 });
    await cluster.mergePatch(cluster.kinds.podDisruptionBudgets, 'web', { spec: { minAvailable: 3 } });
    const none = await untilStatus({ desiredHealthy: 3, disruptionsAllowed: 0, observedGeneration: 2 });
    expect(none.conditions).toMatchObject([{ status: 'False', reason: 'InsufficientPods' }]);
  });

  it('with maxUnavailable expects as many pods as their Deployment asks for', async () => {
    await createBudget({ maxUnavailable: 1 });
    await untilStatus({ expectedPods: 0, disruptionsAllowed: 0, observedGeneration: 1 });
    await until(async () => (await reasons()).includes('NoPods'));
    await createDeployment(3);
    await untilStatus({ expectedPods: 3, currentHealthy: 3, desiredHealthy: 2, disruptionsAllowed: 1 });
  });

  it('does not count pods whose eviction was granted, until they are late', async () => {
    await createDeployment(3);
    await createBudget({ minAvailable: 1 });
    await untilStatus({ disruptionsAllowed: 2 });
    const [first, second] = await cluster.list(cluster.kinds.pods);
    const disruptedPods = {
      [first?.metadata.name ?? '']: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
      [second?.metadata.name ?? '']: '2020-01-01T00:00:00Z',
    };
    await cluster.mergePatch(cluster.kinds.podDisruptionBudgets, 'web', { status: { disruptedPods } }, 'status');
    const status = await untilStatus({ currentHealthy: 2, disruptionsAllowed: 1 });
    expect(Object.keys(status.disruptedPods ?? {})).toEqual([first?.metadata.name]);
    await until(async () => (await reasons()).includes('NotDeleted'));
  });

  it('reads the scale of a kind in a version that is served, where the stored form is none', async () => {
    const { replicationControllers } = cluster.kinds;
    const names = { group: 'x.test', version: 'v1', kind: 'Widget', plural: 'widgets', singular: 'widget' };
    const storage = { kind: 'stored', group: 'x.test', version: 'v1', prefix: 'x.test/widgets' } as const;
    const hub: Resource = { ...replicationControllers, ...names, storage, verbs: [], subresources: {} };
    const conversion = { toHub: (object: object) => object, fromHub: (object: object) => object };
    const declared = { ...replicationControllers, ...names, storage, hub, conversion } as Resource;
    cluster.scheme.add(declared);
    const served = cluster.scheme.resource('x.test', 'v1', 'widgets') ?? declared;
    const type = { apiVersion: 'x.test/v1', kind: 'Widget' };
    const widget = await cluster.create(served, { ...type, metadata: { name: 'w' }, spec: { replicas: 3, template } });
    const owner = { ...type, name: 'w', uid: widget.metadata.uid, controller: true };
    await cluster.create(cluster.kinds.pods, { metadata: { name: 'a', labels, ownerReferences: [owner] }, spec });
    await createBudget({ maxUnavailable: 1 });
    await untilStatus({ expectedPods: 3, desiredHealthy: 2 });
  });

  it('allows nothing where the controller of a pod tells no scale', async () => {
    const owner = { apiVersion: 'batch/v1', kind: 'Job', name: 'a', uid: 'u', controller: true };
    await cluster.create(cluster.kinds.pods, { metadata: { name: 'a', labels, ownerReferences: [owner] }, spec });
    await createBudget({ maxUnavailable: 1 });
    const status = await until(async () => {
      const found = await statusOf();
      return found?.conditions?.[0]?.reason === 'SyncFailed' && found;
    });
    expect(status.conditions).toMatchObject([
      { status: 'False', message: 'jobs.batch does not implement the scale subresource' },
    ]);
    await until(async () => (await reasons()).includes('CalculateExpectedPodCountFailed'));
  });

  it('with an empty selector of the stored version is about no pod', async () => {
    await createDeployment(1);
    await createBudget({ minAvailable: 0 }, {});
    await untilStatus({ expectedPods: 0, observedGeneration: 1 });
  });

  it('that is not the only one of a pod is told of by an event of the pod, and all of them count it', async () => {
    await createBudget({ minAvailable: 1 });
    await cluster.create(cluster.kinds.podDisruptionBudgets, {
      metadata: { name: 'other' },
      spec: { selector: { matchLabels: labels }, minAvailable: 1 },
    });
    await untilStatus({ observedGeneration: 1 });
    await cluster.create(cluster.kinds.pods, { metadata: { name: 'a', labels }, spec });
    const event = await until(async () =>
      (await cluster.list(cluster.kinds.events)).find(({ reason }) => reason === 'MultiplePodDisruptionBudgets'),
    );
    expect(event).toMatchObject({ type: 'Warning', involvedObject: { kind: 'Pod', name: 'a' } });
    expect(event['message']).toMatch(
      /^Pod "default"\/"a" matches multiple PodDisruptionBudgets\. {2}Chose "(web|other)" arbitrarily\.$/,
    );
    await untilStatus({ currentHealthy: 1 });
    await until(async () => {
      const other = await cluster.read(cluster.kinds.podDisruptionBudgets, 'other');
      return (other?.['status'] as PodDisruptionBudgetStatus | undefined)?.currentHealthy === 1;
    });
  });
});
