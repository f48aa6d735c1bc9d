/** The StatefulSet controller over a real store. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { StatefulSetStatus } from '@keelson/api';

import { openCluster, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { playKubelet } from '../testing/play-kubelet.ts';
import { statefulSetController } from './stateful-controller.ts';

let cluster: Cluster;
/** Other pods stay pending. */
let runs: (name: string, image: string) => boolean;
/** The names of pods in the order in which they were created, and deleted. */
let history: string[];

beforeEach(async () => {
  cluster = await openCluster();
  runs = () => true;
  history = [];
  playKubelet(cluster, { runs: ({ name, object }) => runs(name, object.spec.containers?.[0]?.image ?? '') });
  cluster.informers.informer(cluster.kinds.pods).addHandler({
    onAdd: ({ name }) => void history.push(`+${name}`),
    onDelete: ({ name }) => void history.push(`-${name}`),
  });
  cluster.start([statefulSetController]);
});

afterEach(async () => {
  await cluster.close();
});

const labels = { app: 'db' };
const templateOf = (image: string) => ({ metadata: { labels }, spec: { containers: [{ name: 'c', image }] } });

const create = (spec: object = {}) =>
  cluster.create(cluster.kinds.statefulSets, {
    metadata: { name: 'db' },
    spec: { replicas: 3, serviceName: 'db', selector: { matchLabels: labels }, template: templateOf('one'), ...spec },
  });

const patch = (spec: object) => cluster.mergePatch(cluster.kinds.statefulSets, 'db', { spec });

async function statusOf(): Promise<StatefulSetStatus> {
  return ((await cluster.read(cluster.kinds.statefulSets, 'db'))?.['status'] ?? {}) as StatefulSetStatus;
}

const untilStatus = (fields: object) =>
  until(async () => {
    const found = await statusOf();
    return Object.entries(fields).every(([key, value]) => found[key as keyof StatefulSetStatus] === value) && found;
  });

const untilUp = (replicas = 3) => untilStatus({ replicas, readyReplicas: replicas, updatedReplicas: replicas });

const imageOf = (pod: Json | undefined) =>
  (pod?.['spec'] as { containers: { image: string }[] } | undefined)?.containers[0]?.image;

/** The images of pods by their names. */
async function images(): Promise<Record<string, string | undefined>> {
  const pods = await cluster.list(cluster.kinds.pods);
  return Object.fromEntries(pods.map((pod) => [pod.metadata.name, imageOf(pod)]));
}

const untilImages = (...wanted: string[]) =>
  until(async () => {
    const found = await images();
    return Object.keys(found).length === wanted.length && wanted.every((image, at) => found[`db-${at}`] === image);
  });

async function messages(reason: string): Promise<string[]> {
  const events = await cluster.list(cluster.kinds.events);
  return events.filter((event) => event['reason'] === reason).map((event) => String(event['message']));
}

describe('a StatefulSet', () => {
  it('creates its pods in order, with names, labels and a host name of their own', async () => {
    runs = (name) => name !== 'db-1';
    await create();
    await until(() => history.includes('+db-1'));
    await untilStatus({ replicas: 2, readyReplicas: 1 });
    expect(history).toEqual(['+db-0', '+db-1']);
    runs = () => true;
    const ready = [{ type: 'Ready', status: 'True', lastTransitionTime: '2020-01-01T00:00:00Z' }];
    await cluster.mergePatch(cluster.kinds.pods, 'db-1', { status: { phase: 'Running', conditions: ready } }, 'status');
    const status = await untilUp();
    expect(status).toMatchObject({
      currentReplicas: 3,
      availableReplicas: 3,
      observedGeneration: 1,
      collisionCount: 0,
    });
    expect(status.currentRevision).toBe(status.updateRevision);
    const pod = await cluster.read(cluster.kinds.pods, 'db-2');
    expect(pod?.metadata).toMatchObject({
      generateName: 'db-',
      labels: {
        app: 'db',
        'statefulset.kubernetes.io/pod-name': 'db-2',
        'controller-revision-hash': status.updateRevision,
      },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', controller: true }],
    });
    expect(pod?.['spec']).toMatchObject({ hostname: 'db-2', subdomain: 'db' });
    await until(async () =>
      (await messages('SuccessfulCreate')).includes('create Pod db-2 in StatefulSet db successful'),
    );
    const [revision] = await cluster.list(cluster.kinds.controllerRevisions);
    const data = JSON.stringify(revision?.['data']);
    const start =
      '{"spec":{"template":{"$patch":"replace","metadata":{"creationTimestamp":null,"labels":{"app":"db"}},"spec":';
    expect(data).toContain(`${start}{"containers":[{"image":"one","imagePullPolicy":`);
  });

  it('is scaled from its end, and stops where a pod is not ready', async () => {
    await create();
    await untilUp();
    await cluster.mergePatch(cluster.kinds.pods, 'db-0', { status: { conditions: [] } }, 'status');
    await untilStatus({ readyReplicas: 2 });
    await patch({ replicas: 1 });
    await untilStatus({ observedGeneration: 2 });
    expect(Object.keys(await images())).toEqual(['db-0', 'db-1', 'db-2']);
    const ready = [{ type: 'Ready', status: 'True', lastTransitionTime: '2020-01-01T00:00:00Z' }];
    await cluster.mergePatch(cluster.kinds.pods, 'db-0', { status: { conditions: ready } }, 'status');
    await untilImages('one');
    expect(history.slice(-2)).toEqual(['-db-2', '-db-1']);
  });

  it('that is parallel waits for no pod', async () => {
    runs = () => false;
    await create({ podManagementPolicy: 'Parallel' });
    await untilImages('one', 'one', 'one');
    await patch({ replicas: 0 });
    await untilImages();
  });

  it('updates its pods from the last one on, each once the one before is ready', async () => {
    await create();
    await untilUp();
    const before = (await statusOf()).currentRevision;
    runs = (name, image) => image === 'one' || name !== 'db-1';
    await patch({ template: templateOf('two') });
    await untilImages('one', 'two', 'two');
    const status = await untilStatus({ updatedReplicas: 2, readyReplicas: 2 });
    expect(status).toMatchObject({ currentRevision: before, currentReplicas: 1 });
    expect(status.updateRevision).not.toBe(before);
    runs = () => true;
    const ready = [{ type: 'Ready', status: 'True', lastTransitionTime: '2020-01-01T00:00:00Z' }];
    await cluster.mergePatch(cluster.kinds.pods, 'db-1', { status: { phase: 'Running', conditions: ready } }, 'status');
    await untilImages('two', 'two', 'two');
    await untilStatus({ currentRevision: status.updateRevision, currentReplicas: 3, readyReplicas: 3 });
    await patch({ template: templateOf('one') });
    await untilImages('one', 'one', 'one');
    await untilStatus({ currentRevision: before });
    expect(await cluster.list(cluster.kinds.controllerRevisions)).toHaveLength(2);
  });

  it('updates pods from its partition on, and brings others back as they were', async () => {
    await create({ updateStrategy: { rollingUpdate: { partition: 2 } } });
    await untilUp();
    await patch({ template: templateOf('two') });
    await untilImages('one', 'one', 'two');
    await untilStatus({ updatedReplicas: 1, readyReplicas: 3 });
    await cluster.remove(cluster.kinds.pods, 'db-0', { gracePeriodSeconds: '0' });
    await until(() => history.filter((change) => change === '+db-0').length === 2);
    await untilImages('one', 'one', 'two');
  });

  it('with OnDelete replaces only pods that others delete', async () => {
    await create({ updateStrategy: { type: 'OnDelete' } });
    await untilUp();
    await patch({ template: templateOf('two') });
    await until(async () => (await statusOf()).observedGeneration === 2);
    expect(await images()).toEqual({ 'db-0': 'one', 'db-1': 'one', 'db-2': 'one' });
    await cluster.remove(cluster.kinds.pods, 'db-1', { gracePeriodSeconds: '0' });
    await untilImages('one', 'two', 'one');
  });

  it('gives each pod claims of its own, and keeps them when the pod goes', async () => {
    const request = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    await create({
      replicas: 2,
      volumeClaimTemplates: [{ metadata: { name: 'data', labels: { kept: 'yes' } }, spec: request }],
    });
    await untilUp(2);
    const claims = await cluster.list(cluster.kinds.persistentVolumeClaims);
    expect(claims.map(({ metadata }) => metadata.name).sort()).toEqual(['data-db-0', 'data-db-1']);
    expect(claims[0]?.metadata).toMatchObject({ labels: { app: 'db', kept: 'yes' } });
    const pod = await cluster.read(cluster.kinds.pods, 'db-1');
    expect(pod?.['spec']).toMatchObject({
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data-db-1' } }],
    });
    const told = 'create Claim data-db-1 Pod db-1 in StatefulSet db success';
    await until(async () => (await messages('SuccessfulCreate')).includes(told));
    await patch({ replicas: 0 });
    await untilImages();
    expect(await cluster.list(cluster.kinds.persistentVolumeClaims)).toHaveLength(2);
  });

  it('has its claims collected with it, and with pods that it is scaled down by, as its policy says', async () => {
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    await create({
      replicas: 2,
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec }],
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Delete' },
    });
    await untilUp(2);
    const owners = async () => {
      const claims = await cluster.list(cluster.kinds.persistentVolumeClaims);
      return claims.map(({ metadata }) =>
        ((metadata['ownerReferences'] ?? []) as { kind: string; name: string }[]).map(
          ({ kind, name }) => `${kind}/${name}`,
        ),
      );
    };
    const untilOwned = (...wanted: string[][]) =>
      until(async () => JSON.stringify(await owners()) === JSON.stringify(wanted));
    await untilOwned(['StatefulSet/db'], ['StatefulSet/db']);
    await patch({ replicas: 1 });
    await untilOwned(['StatefulSet/db'], ['Pod/db-1']);
    await patch({ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain' } });
    await untilOwned([], ['Pod/db-1']);
    // The claim is deleted with the previous pod: no pod is created that would use it.
    await patch({ replicas: 2 });
    await until(async () => (await images())['db-1'] === undefined);
    await cluster.remove(cluster.kinds.persistentVolumeClaims, 'data-db-1');
    await untilUp(2);
    await untilOwned([], []);
  });

  it('makes a pod anew that has failed', async () => {
    await create({ replicas: 1 });
    await untilUp(1);
    const { uid } = (await cluster.read(cluster.kinds.pods, 'db-0'))?.metadata ?? {};
    await cluster.mergePatch(cluster.kinds.pods, 'db-0', { status: { phase: 'Failed' } }, 'status');
    await until(async () => {
      const pod = await cluster.read(cluster.kinds.pods, 'db-0');
      return pod !== undefined && pod.metadata.uid !== uid;
    });
    await untilUp(1);
    await until(async () =>
      (await messages('RecreatingFailedPod')).includes('StatefulSet default/db is recreating failed Pod db-0'),
    );
  });

  it('leaves pods alone whose names are not of its own, and adopts those that are', async () => {
    await cluster.create(cluster.kinds.pods, { metadata: { name: 'other', labels }, spec: templateOf('x').spec });
    await cluster.create(cluster.kinds.pods, { metadata: { name: 'db-0', labels }, spec: templateOf('x').spec });
    await create({ replicas: 1, updateStrategy: { type: 'OnDelete' } });
    const adopted = await until(async () => {
      const pod = await cluster.read(cluster.kinds.pods, 'db-0');
      return pod?.metadata['ownerReferences'] !== undefined && pod;
    });
    expect(imageOf(adopted)).toBe('x');
    await untilStatus({ replicas: 1 });
    expect((await cluster.read(cluster.kinds.pods, 'other'))?.metadata['ownerReferences']).toBeUndefined();
  });

  it('keeps as many revisions as it is told, beside those that pods have', async () => {
    await create({ replicas: 1, revisionHistoryLimit: 1 });
    for (const image of ['two', 'three', 'four']) {
      await untilUp(1);
      await patch({ template: templateOf(image) });
      await untilImages(image);
    }
    await untilUp(1);
    await until(async () => (await cluster.list(cluster.kinds.controllerRevisions)).length === 2);
  });
});
