/** Controllers of ReplicaSets and ReplicationControllers over a real store. Tests stand in for kubelets. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { openCluster, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { replicaSetController, replicationControllerController } from './replica-controller.ts';

let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
  cluster.start([replicaSetController, replicationControllerController]);
});

afterEach(async () => {
  await cluster.close();
});

const labels = { app: 'web' };
const podSpec = { containers: [{ name: 'c', image: 'i' }] };
const template = { metadata: { labels }, spec: podSpec };

const createSet = (spec: object = {}, metadata: object = {}) =>
  cluster.create(cluster.kinds.replicaSets, {
    metadata: { name: 'a', ...metadata },
    spec: { replicas: 2, selector: { matchLabels: labels }, template, ...spec },
  });

const patchSet = (body: object) => cluster.mergePatch(cluster.kinds.replicaSets, 'a', body);

const pods = () => cluster.list(cluster.kinds.pods);

const untilPods = (count: number) =>
  until(async () => {
    const found = (await pods()).filter(({ metadata }) => metadata['deletionTimestamp'] === undefined);
    return found.length === count && found;
  });

const setPod = (name: string, status: object) => cluster.mergePatch(cluster.kinds.pods, name, { status }, 'status');

const ready = (lastTransitionTime = '2020-01-01T00:00:00Z') => ({
  phase: 'Running',
  conditions: [{ type: 'Ready', status: 'True', lastTransitionTime }],
});

const untilStatus = (status: object, resource = cluster.kinds.replicaSets) =>
  until(async () => {
    const found = (await cluster.read(resource, 'a'))?.['status'];
    return JSON.stringify(sorted(found)) === JSON.stringify(sorted(status)) && found;
  });

const sorted = (value: unknown) => Object.entries(value ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));

async function messages(reason: string): Promise<string[]> {
  const events = await cluster.list(cluster.kinds.events);
  return events.filter((event) => event['reason'] === reason).map((event) => String(event['message']));
}

const ownersOf = (pod: Json | undefined) => pod?.metadata['ownerReferences'] as { name: string }[] | undefined;

describe('a ReplicaSet', () => {
  it('gets the pods that it asks for, and counts those that are labelled, ready and available', async () => {
    await createSet();
    const [first, second] = await untilPods(2);
    expect(first?.metadata).toMatchObject({
      generateName: 'a-',
      labels,
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'a', controller: true }],
    });
    await untilStatus({ replicas: 2, fullyLabeledReplicas: 2, observedGeneration: 1 });
    for (const pod of [first, second]) await setPod(pod?.metadata.name ?? '', ready());
    const counts = { replicas: 2, fullyLabeledReplicas: 2, readyReplicas: 2, availableReplicas: 2 };
    await untilStatus({ ...counts, observedGeneration: 1 });
    const words = await until(async () => {
      const found = await messages('SuccessfulCreate');
      return found.length === 2 && found;
    });
    expect(words).toContain(`Created pod: ${first?.metadata.name}`);
  });

  it('is scaled, and loses the pods whose end costs least', async () => {
    await createSet({ replicas: 3 });
    const [kept, cheap, pending] = (await untilPods(3)).map(({ metadata }) => metadata.name);
    await setPod(kept ?? '', ready());
    await setPod(cheap ?? '', ready());
    const cost = { 'controller.kubernetes.io/pod-deletion-cost': '-5' };
    await cluster.mergePatch(cluster.kinds.pods, cheap ?? '', { metadata: { annotations: cost } });
    await patchSet({ spec: { replicas: 2 } });
    const left = await untilPods(2);
    expect(left.map(({ metadata }) => metadata.name)).not.toContain(pending);
    await patchSet({ spec: { replicas: 1 } });
    expect((await untilPods(1))[0]?.metadata.name).toBe(kept);
    await patchSet({ spec: { replicas: 4 } });
    await untilPods(4);
  });

  it('replaces pods that are deleted and pods that failed, and leaves what has failed where it is', async () => {
    await createSet({ replicas: 1 });
    const [first] = await untilPods(1);
    await cluster.remove(cluster.kinds.pods, first?.metadata.name ?? '', { gracePeriodSeconds: '0' });
    const [second] = await until(async () => {
      const found = await pods();
      return found.length === 1 && found[0]?.metadata.uid !== first?.metadata.uid && found;
    });
    await setPod(second?.metadata.name ?? '', { phase: 'Failed' });
    await untilPods(2);
    await untilStatus({ replicas: 1, fullyLabeledReplicas: 1, observedGeneration: 1 });
  });

  it('counts a pod as available once it has been ready for long enough', async () => {
    await createSet({ replicas: 1, minReadySeconds: 1 });
    const [pod] = await untilPods(1);
    await setPod(pod?.metadata.name ?? '', ready(new Date().toISOString().replace(/\.\d+Z$/, 'Z')));
    const counts = { replicas: 1, fullyLabeledReplicas: 1, readyReplicas: 1, availableReplicas: 1 };
    await untilStatus({ ...counts, observedGeneration: 1 });
  });

  it('adopts pods that nobody controls, and lets those go that it does not select any more', async () => {
    await cluster.create(cluster.kinds.pods, { metadata: { name: 'mine', labels }, spec: podSpec });
    await createSet({ replicas: 1 });
    await until(async () => ownersOf(await cluster.read(cluster.kinds.pods, 'mine'))?.[0]?.name === 'a');
    expect(await pods()).toHaveLength(1);
    await cluster.mergePatch(cluster.kinds.pods, 'mine', { metadata: { labels: { app: 'other' } } });
    await until(async () => ownersOf(await cluster.read(cluster.kinds.pods, 'mine')) === undefined);
    await untilPods(2);
  });

  it('tells why pods cannot be created, and forgets it once they can', async () => {
    const role = 'system:controller:replicaset-controller';
    const rules = (await cluster.read(cluster.kinds.clusterRoles, role))?.['rules'];
    const mayTell = { apiGroups: ['apps'], resources: ['replicasets/status'], verbs: ['update'] };
    await cluster.mergePatch(cluster.kinds.clusterRoles, role, { rules: [mayTell] });
    await createSet();
    const failure = await until(async () => {
      const status = (await cluster.read(cluster.kinds.replicaSets, 'a'))?.['status'];
      return (status as { conditions?: object[] } | undefined)?.conditions?.[0];
    });
    expect(failure).toMatchObject({ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate' });
    expect((failure as { message: string }).message).toContain('pods is forbidden');
    await cluster.mergePatch(cluster.kinds.clusterRoles, role, { rules });
    await untilStatus({ replicas: 2, fullyLabeledReplicas: 2, observedGeneration: 1 });
  });

  it('that is being deleted gets no further pods', async () => {
    await createSet({ replicas: 1 }, { finalizers: ['example.com/stay'] });
    const [pod] = await untilPods(1);
    await cluster.remove(cluster.kinds.replicaSets, 'a', { propagationPolicy: 'Background' });
    await cluster.remove(cluster.kinds.pods, pod?.metadata.name ?? '', { gracePeriodSeconds: '0' });
    await untilStatus({ replicas: 0, observedGeneration: 2 });
    expect(await pods()).toEqual([]);
  });

  it('makes no write and meets no conflict once it is at rest', async () => {
    await createSet({ replicas: 20 });
    await untilPods(20);
    await untilStatus({ replicas: 20, fullyLabeledReplicas: 20, observedGeneration: 1 });
    const version = (await cluster.read(cluster.kinds.replicaSets, 'a'))?.metadata.resourceVersion;
    await cluster.mergePatch(cluster.kinds.pods, (await pods())[0]?.metadata.name ?? '', {
      metadata: { annotations: { seen: 'true' } },
    });
    await createSet({ replicas: 0 }, { name: 'b' });
    await until(async () => (await cluster.read(cluster.kinds.replicaSets, 'b'))?.['status'] !== undefined);
    expect((await cluster.read(cluster.kinds.replicaSets, 'a'))?.metadata.resourceVersion).toBe(version);
  });
});

describe('a ReplicationController', () => {
  it('keeps its pods as a ReplicaSet does', async () => {
    await cluster.create(cluster.kinds.replicationControllers, {
      metadata: { name: 'a' },
      spec: { replicas: 2, selector: labels, template },
    });
    const [pod] = await untilPods(2);
    expect(pod?.metadata).toMatchObject({
      ownerReferences: [{ apiVersion: 'v1', kind: 'ReplicationController', name: 'a', blockOwnerDeletion: true }],
    });
    const counts = { replicas: 2, fullyLabeledReplicas: 2, observedGeneration: 1 };
    await untilStatus(counts, cluster.kinds.replicationControllers);
    await cluster.mergePatch(cluster.kinds.replicationControllers, 'a', { spec: { replicas: 0 } });
    await untilPods(0);
    await untilStatus({ replicas: 0, observedGeneration: 2 }, cluster.kinds.replicationControllers);
  });
});
