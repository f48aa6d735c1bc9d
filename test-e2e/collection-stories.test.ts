/** Garbage collection of the dependents of built-in workloads, by all three propagation policies. */
import { beforeAll, expect, test } from '@jest/globals';

import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { newStoryNamespace } from './support/story-namespace.ts';
import { openStoredObjects, type StoredObject, type StoredObjects } from './support/stored-objects.ts';

const newHome = useHomes();
let objects: StoredObjects;

beforeAll(async () => {
  const home = await newHome();
  objects = openStoredObjects(await home.start('--simulate-nodes=2', '--simulate-speed=10', '--simulate-events=false'));
});

const labels = { app: 'web' };
const template = {
  metadata: { labels },
  spec: { terminationGracePeriodSeconds: 0, containers: [{ name: 'c', image: 'i' }] },
};

const newNamespace = () => newStoryNamespace(objects);

const controller = (name: string, replicas = 3) => ({
  metadata: { name },
  spec: { replicas, selector: labels, template },
});
const workload = (name: string, replicas = 3) => ({
  metadata: { name },
  spec: { replicas, selector: { matchLabels: labels }, template },
});

async function remainsAtRest(collection: string, names: readonly string[]): Promise<void> {
  // The collector works in order: once a later dependent is gone, it has seen the earlier ones.
  const { core } = await newNamespace();
  const owner = await objects.create(`${core}/configmaps`, { metadata: { name: 'owner' } });
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid };
  await objects.create(`${core}/configmaps`, { metadata: { name: 'child', ownerReferences: [reference] } });
  await objects.remove(`${core}/configmaps/owner`);
  await objects.isGone(`${core}/configmaps/child`);
  expect((await objects.list(collection)).map(({ metadata }) => metadata.name).sort()).toEqual([...names].sort());
}

const namesOf = (all: readonly StoredObject[]): string[] => all.map(({ metadata }) => metadata.name);

test('the pods of a ReplicationController are deleted with it in the background', async () => {
  const { core } = await newNamespace();
  await objects.create(`${core}/replicationcontrollers`, controller('rc'));
  await objects.counts(`${core}/pods`, 3);
  await objects.remove(`${core}/replicationcontrollers/rc`, { propagationPolicy: 'Background' });
  await objects.counts(`${core}/pods`, 0);
});

test('a ReplicationController orphans its pods by default, and when it is told to', async () => {
  for (const options of [undefined, { orphanDependents: true }, { propagationPolicy: 'Orphan' }]) {
    const { core } = await newNamespace();
    await objects.create(`${core}/replicationcontrollers`, controller('rc', 2));
    const pods = await objects.counts(`${core}/pods`, 2);
    await objects.remove(`${core}/replicationcontrollers/rc`, options);
    await objects.isGone(`${core}/replicationcontrollers/rc`);
    await remainsAtRest(`${core}/pods`, namesOf(pods));
    for (const { metadata } of await objects.list(`${core}/pods`)) expect(metadata.ownerReferences).toBeUndefined();
  }
});

test('a Deployment takes its ReplicaSets and pods along by default, and leaves them when it is told to', async () => {
  const { core, apps } = await newNamespace();
  await objects.create(`${apps}/deployments`, workload('d', 2));
  await objects.counts(`${core}/pods`, 2);
  await objects.remove(`${apps}/deployments/d`);
  await objects.counts(`${apps}/replicasets`, 0);
  await objects.counts(`${core}/pods`, 0);
  await objects.create(`${apps}/deployments`, workload('e', 2));
  await objects.counts(`${core}/pods`, 2);
  const sets = await objects.list(`${apps}/replicasets`);
  await objects.remove(`${apps}/deployments/e`, { propagationPolicy: 'Orphan' });
  await objects.isGone(`${apps}/deployments/e`);
  await remainsAtRest(`${apps}/replicasets`, namesOf(sets));
  expect((await objects.list(`${apps}/replicasets`))[0]?.metadata.ownerReferences).toBeUndefined();
  await objects.counts(`${core}/pods`, 2);
});

test('an owner that is deleted in the foreground stays until its pods are gone', async () => {
  const { core } = await newNamespace();
  const held = { ...template, metadata: { labels, finalizers: ['example.com/held'] } };
  const spec = { ...controller('rc', 2).spec, template: held };
  await objects.create(`${core}/replicationcontrollers`, { metadata: { name: 'rc' }, spec });
  const pods = await objects.counts(`${core}/pods`, 2);
  await objects.remove(`${core}/replicationcontrollers/rc`, { propagationPolicy: 'Foreground' });
  await eventually(async () => {
    const left = await objects.list(`${core}/pods`);
    expect(left.every(({ metadata }) => metadata.deletionTimestamp !== undefined)).toBe(true);
  });
  expect((await objects.find(`${core}/replicationcontrollers/rc`))?.metadata.finalizers).toEqual([
    'foregroundDeletion',
  ]);
  for (const name of namesOf(pods)) await objects.merge(`${core}/pods/${name}`, { metadata: { finalizers: null } });
  await objects.isGone(`${core}/replicationcontrollers/rc`);
  expect(await objects.list(`${core}/pods`)).toEqual([]);
});

test('pods with another owner that stays outlive one that waits for its dependents', async () => {
  const { core } = await newNamespace();
  await objects.create(`${core}/replicationcontrollers`, controller('going', 4));
  const staying = await objects.create(`${core}/replicationcontrollers`, {
    metadata: { name: 'staying' },
    spec: {
      replicas: 0,
      selector: { name: 'staying' },
      template: { ...template, metadata: { labels: { name: 'staying' } } },
    },
  });
  const pods = await objects.counts(`${core}/pods`, 4);
  const shared = pods.slice(0, 2);
  for (const { metadata } of shared) {
    const second = { apiVersion: 'v1', kind: 'ReplicationController', name: 'staying', uid: staying.metadata.uid };
    await objects.merge(`${core}/pods/${metadata.name}`, {
      metadata: { ownerReferences: [...(metadata.ownerReferences ?? []), second] },
    });
  }
  await objects.remove(`${core}/replicationcontrollers/going`, { propagationPolicy: 'Foreground' });
  await objects.isGone(`${core}/replicationcontrollers/going`);
  const left = await objects.counts(`${core}/pods`, 2);
  expect(namesOf(left).sort()).toEqual(namesOf(shared).sort());
  for (const { metadata } of left) {
    expect(metadata.deletionTimestamp).toBeUndefined();
    expect(metadata.ownerReferences).toHaveLength(1);
  }
});

test('a cycle of pods that own each other is deleted with the first of them', async () => {
  const { core } = await newNamespace();
  const made: StoredObject[] = [];
  for (const name of ['one', 'two', 'three']) {
    made.push(
      await objects.create(`${core}/pods`, { metadata: { name }, spec: { ...template.spec, nodeName: 'node-1' } }),
    );
  }
  for (const [index, { metadata }] of made.entries()) {
    const owner = made[(index + 2) % 3];
    const reference = { apiVersion: 'v1', kind: 'Pod', name: owner?.metadata.name, uid: owner?.metadata.uid };
    await objects.merge(`${core}/pods/${metadata.name}`, {
      metadata: { ownerReferences: [{ ...reference, controller: true, blockOwnerDeletion: true }] },
    });
  }
  await objects.remove(`${core}/pods/one`, { propagationPolicy: 'Foreground' });
  await objects.counts(`${core}/pods`, 0);
});

test('custom resources own and are owned, and are left behind when they are told to', async () => {
  const group = 'stories.example.com';
  await objects.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: 'Cluster',
      names: { plural: 'things', kind: 'Thing' },
      versions: [
        {
          ...{ name: 'v1', served: true, storage: true },
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  });
  const things = `/apis/${group}/v1/things`;
  await eventually(async () => expect((await objects.ask('GET', things)).status).toBe(200));
  const make = async (name: string, owner?: StoredObject): Promise<StoredObject> => {
    const typed = { apiVersion: `${group}/v1`, kind: 'Thing' };
    const reference = owner && { ...typed, name: owner.metadata.name, uid: owner.metadata.uid };
    return objects.create(things, { ...typed, metadata: { name, ...(reference && { ownerReferences: [reference] }) } });
  };
  await make('child', await make('owner'));
  await objects.remove(`${things}/owner`);
  await objects.isGone(`${things}/child`);
  await make('left', await make('leaving'));
  await objects.remove(`${things}/leaving`, { propagationPolicy: 'Orphan' });
  await objects.isGone(`${things}/leaving`);
  await remainsAtRest(things, ['left']);
  expect((await objects.find(`${things}/left`))?.metadata.ownerReferences).toBeUndefined();
});

test('a Job that is deleted through batch/v1 without options leaves its pods behind', async () => {
  const { core, batch } = await newNamespace();
  const spec = {
    parallelism: 2,
    template: {
      metadata: { annotations: { 'simulation.keelson.io/run-for': '10m' } },
      spec: { ...template.spec, restartPolicy: 'Never' },
    },
  };
  await objects.create(`${batch}/jobs`, { metadata: { name: 'j' }, spec });
  const pods = await objects.counts(`${core}/pods`, 2);
  await objects.remove(`${batch}/jobs/j`);
  await objects.isGone(`${batch}/jobs/j`);
  await remainsAtRest(`${core}/pods`, namesOf(pods));
  await eventually(async () => {
    for (const { metadata } of await objects.list(`${core}/pods`)) expect(metadata.finalizers).toBeUndefined();
  });
});

test('a namespace that is deleted takes pods, Services and all else along, and a hundred of them are gone soon', async () => {
  const { core } = await newNamespace();
  await objects.create(`${core}/pods`, { metadata: { name: 'p' }, spec: template.spec });
  await objects.create(`${core}/services`, { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } });
  await objects.shows(`${core}/pods/p`, { status: { phase: 'Running' } });
  await objects.remove(core);
  await objects.isGone(core);
  const name = core.split('/').at(-1);
  await objects.create('/api/v1/namespaces', { metadata: { name } });
  expect(await objects.list(`${core}/pods`)).toEqual([]);
  expect(await objects.list(`${core}/services`)).toEqual([]);
  const many = Array.from({ length: 100 }, (_, index) => `many-${String(index)}`);
  await Promise.all(
    many.map((each) => objects.create('/api/v1/namespaces', { metadata: { name: each, labels: { many: 'yes' } } })),
  );
  await Promise.all(many.map((each) => objects.remove(`/api/v1/namespaces/${each}`)));
  await objects.counts('/api/v1/namespaces?labelSelector=many=yes', 0);
});
