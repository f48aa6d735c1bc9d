/** The DaemonSet controller over a real store. Tests stand in for nodes and kubelets. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DaemonSetStatus } from '@keelson/api';

import { openCluster, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { playKubelet } from '../testing/play-kubelet.ts';
import { daemonSetController } from './daemon-controller.ts';

let cluster: Cluster;
let runs: (image: string) => boolean;

beforeEach(async () => {
  cluster = await openCluster();
  runs = () => true;
  playKubelet(cluster, { runs: ({ object }) => runs(object.spec.containers?.[0]?.image ?? '') });
  cluster.start([daemonSetController]);
});

afterEach(async () => {
  await cluster.close();
});

const labels = { app: 'log' };
const templateOf = (image: string, spec: object = {}) => ({
  metadata: { labels },
  spec: { containers: [{ name: 'c', image }], ...spec },
});

const createNode = (name: string, metadata: object = {}, spec: object = {}) =>
  cluster.create(cluster.kinds.nodes, { metadata: { name, ...metadata }, spec });

const create = (spec: object = {}) =>
  cluster.create(cluster.kinds.daemonSets, {
    metadata: { name: 'log' },
    spec: { selector: { matchLabels: labels }, template: templateOf('one'), ...spec },
  });

const patch = (spec: object) => cluster.mergePatch(cluster.kinds.daemonSets, 'log', { spec });

async function statusOf(): Promise<DaemonSetStatus> {
  return ((await cluster.read(cluster.kinds.daemonSets, 'log'))?.['status'] ?? {}) as DaemonSetStatus;
}

const untilStatus = (fields: object) =>
  until(async () => {
    const found = await statusOf();
    return Object.entries(fields).every(([key, value]) => found[key as keyof DaemonSetStatus] === value) && found;
  });

interface PodSpec {
  readonly containers: readonly { readonly image: string }[];
  readonly affinity: {
    readonly nodeAffinity: {
      readonly requiredDuringSchedulingIgnoredDuringExecution: {
        readonly nodeSelectorTerms: readonly {
          readonly matchFields: readonly { readonly values: readonly string[] }[];
        }[];
      };
    };
  };
}

const specOf = (pod: Json) => pod['spec'] as PodSpec;

const nodeOf = (pod: Json): string => {
  const required = specOf(pod).affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution;
  return required.nodeSelectorTerms[0]?.matchFields[0]?.values[0] ?? '';
};

/** The images of pods by their nodes. */
async function images(): Promise<Record<string, string>> {
  const pods = (await cluster.list(cluster.kinds.pods)).filter(
    ({ metadata }) => metadata['deletionTimestamp'] === undefined,
  );
  return Object.fromEntries(pods.map((pod) => [nodeOf(pod), specOf(pod).containers[0]?.image ?? '']));
}

const untilImages = (wanted: Record<string, string>) =>
  until(async () => JSON.stringify(Object.entries(await images()).sort()) === JSON.stringify(Object.entries(wanted)));

describe('a DaemonSet', () => {
  it('has a pod on each node that takes it, also on one that comes later', async () => {
    await createNode('a');
    await createNode('b');
    await create();
    const counts = { desiredNumberScheduled: 2, currentNumberScheduled: 2, numberReady: 2, numberAvailable: 2 };
    const status = await untilStatus({ ...counts, updatedNumberScheduled: 2, observedGeneration: 1 });
    expect(status).toMatchObject({ numberMisscheduled: 0 });
    expect(status.numberUnavailable).toBeUndefined();
    const [pod] = await cluster.list(cluster.kinds.pods);
    const [revision] = await cluster.list(cluster.kinds.controllerRevisions);
    const hash = revision?.metadata.name.replace('log-', '');
    expect(pod?.metadata).toMatchObject({
      generateName: 'log-',
      labels: { app: 'log', 'controller-revision-hash': hash, 'pod-template-generation': '1' },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'log', controller: true }],
    });
    expect(revision?.metadata).toMatchObject({ labels: { 'controller-revision-hash': hash } });
    await createNode('c');
    await untilImages({ a: 'one', b: 'one', c: 'one' });
    await untilStatus({ desiredNumberScheduled: 3, numberReady: 3 });
  });

  it('follows the labels and the taints of nodes', async () => {
    await createNode('a', { labels: { disk: 'ssd' } });
    await createNode('b');
    await create({ template: templateOf('one', { nodeSelector: { disk: 'ssd' } }) });
    await untilImages({ a: 'one' });
    await cluster.mergePatch(cluster.kinds.nodes, 'b', { metadata: { labels: { disk: 'ssd' } } });
    await untilImages({ a: 'one', b: 'one' });
    const noSchedule = [{ key: 'k', effect: 'NoSchedule' }];
    await cluster.mergePatch(cluster.kinds.nodes, 'a', { spec: { taints: noSchedule } });
    await untilStatus({ desiredNumberScheduled: 1, numberMisscheduled: 1 });
    await untilImages({ a: 'one', b: 'one' });
    await cluster.mergePatch(cluster.kinds.nodes, 'a', { spec: { taints: [{ key: 'k', effect: 'NoExecute' }] } });
    await untilImages({ b: 'one' });
    await untilStatus({ numberMisscheduled: 0 });
    await cluster.mergePatch(cluster.kinds.nodes, 'b', { spec: { unschedulable: true } });
    await cluster.mergePatch(cluster.kinds.nodes, 'b', {
      spec: { taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }] },
    });
    await untilImages({ b: 'one' });
  });

  it('updates its pods node by node, and stops where one does not become available', async () => {
    for (const name of ['a', 'b', 'c']) await createNode(name);
    await create();
    await untilStatus({ numberAvailable: 3 });
    runs = (image) => image === 'one';
    await patch({ template: templateOf('stuck') });
    await untilStatus({ observedGeneration: 2, updatedNumberScheduled: 1, numberUnavailable: 1 });
    expect(Object.values(await images()).sort()).toEqual(['one', 'one', 'stuck']);
    runs = () => true;
    await patch({ template: templateOf('two') });
    await untilImages({ a: 'two', b: 'two', c: 'two' });
    await untilStatus({ updatedNumberScheduled: 3, numberAvailable: 3 });
    await patch({ template: templateOf('one') });
    await untilImages({ a: 'one', b: 'one', c: 'one' });
    const revisions = await cluster.list(cluster.kinds.controllerRevisions);
    expect(revisions.map(({ revision }) => revision).sort()).toEqual([2, 3, 4]);
  });

  it('with a surge starts new pods before the old ones go', async () => {
    for (const name of ['a', 'b']) await createNode(name);
    await create({ updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } });
    await untilStatus({ numberAvailable: 2 });
    let fewest = 2;
    const informer = cluster.informers.informer<{ status: { conditions?: object[] } }>(cluster.kinds.pods);
    const look = (): void => {
      const ready = [...informer.list()].filter(
        ({ head, object }) => head.deletionTimestamp === undefined && object.status.conditions !== undefined,
      );
      fewest = Math.min(fewest, ready.length);
    };
    const remove = informer.addHandler({ onAdd: look, onUpdate: look, onDelete: look });
    fewest = 2;
    await patch({ template: templateOf('two') });
    await untilImages({ a: 'two', b: 'two' });
    remove();
    expect(fewest).toBe(2);
  });

  it('with OnDelete replaces only pods that others delete', async () => {
    for (const name of ['a', 'b']) await createNode(name);
    await create({ updateStrategy: { type: 'OnDelete' } });
    await untilStatus({ numberAvailable: 2 });
    await patch({ template: templateOf('two') });
    await untilStatus({ observedGeneration: 2 });
    const pods = await cluster.list(cluster.kinds.pods);
    const onA = pods.find((pod) => nodeOf(pod) === 'a');
    await cluster.remove(cluster.kinds.pods, onA?.metadata.name ?? '', { gracePeriodSeconds: '0' });
    await untilImages({ a: 'two', b: 'one' });
  });

  it('replaces a pod that has failed, and says so', async () => {
    await createNode('a');
    await create();
    await untilStatus({ numberAvailable: 1 });
    const [pod] = await cluster.list(cluster.kinds.pods);
    await cluster.mergePatch(cluster.kinds.pods, pod?.metadata.name ?? '', { status: { phase: 'Failed' } }, 'status');
    await until(async () => {
      const [next] = await cluster.list(cluster.kinds.pods);
      return next !== undefined && next.metadata.uid !== pod?.metadata.uid;
    });
    const told = `Found failed daemon pod default/${pod?.metadata.name} on node a, will try to kill it`;
    await until(async () => (await cluster.list(cluster.kinds.events)).some(({ message }) => message === told));
  });
});
