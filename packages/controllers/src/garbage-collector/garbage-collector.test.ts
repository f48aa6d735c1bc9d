import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Resource } from '@keelson/schema';

import { openCluster, tester, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { garbageCollector } from './garbage-collector.ts';

let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
  cluster.start([garbageCollector]);
});

afterEach(() => cluster.close());

const resource = (plural: string): Resource => {
  const found = cluster.scheme.resource('', 'v1', plural);
  if (found === undefined) throw new Error(`there are no ${plural}`);
  return found;
};
const maps = (): Resource => resource('configmaps');

interface Wish {
  readonly owners?: readonly object[];
  readonly finalizers?: readonly string[];
}

const make = (name: string, { owners = [], finalizers = [] }: Wish = {}): Promise<Json> =>
  cluster.create(maps(), { metadata: { name, ownerReferences: owners, finalizers } });
const ownedBy = ({ metadata: { name, uid } }: Json, blocks = false): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name,
  uid,
  ...(blocks && { blockOwnerDeletion: true }),
});
const read = (name: string): Promise<Json | undefined> => cluster.read(maps(), name);
const names = async (): Promise<string[]> =>
  (await cluster.list(maps())).map(({ metadata }) => metadata.name).filter((name) => name !== 'kube-root-ca.crt');
const remove = (name: string, propagationPolicy?: string): Promise<void> =>
  cluster.remove(maps(), name, propagationPolicy === undefined ? {} : { propagationPolicy });
const untilLeft = (...left: string[]): Promise<unknown> =>
  until(async () => JSON.stringify((await names()).sort()) === JSON.stringify(left.sort()));
/** The collector has looked at all that was written before: it has collected what was written last. */
const settle = async (): Promise<void> => {
  const last = await make('settles');
  await make('settled', { owners: [ownedBy(last)] });
  await remove('settles');
  await until(async () => (await read('settled')) === undefined);
};

test('deletes dependents, and theirs, after their owner', async () => {
  const owner = await make('owner');
  const child = await make('child', { owners: [ownedBy(owner)] });
  await make('grandchild', { owners: [ownedBy(child)] });
  await make('other');
  await remove('owner');
  await untilLeft('other');
});

test('deletes an owner in the foreground once the dependents that block it are gone', async () => {
  const owner = await make('owner');
  await make('held', { owners: [ownedBy(owner, true)], finalizers: ['example.com/hold'] });
  await remove('owner', 'Foreground');
  await until(async () => (await read('held'))?.metadata['deletionTimestamp'] !== undefined);
  await settle();
  expect(await read('owner')).toBeDefined();
  await cluster.mergePatch(maps(), 'held', { metadata: { finalizers: null } });
  await untilLeft();
});

test('does not wait for a dependent that does not block its owner', async () => {
  const owner = await make('owner');
  await make('held', { owners: [ownedBy(owner)], finalizers: ['example.com/hold'] });
  await remove('owner', 'Foreground');
  await untilLeft('held');
});

test('goes on with a deletion in the foreground when a dependent ceases to block it', async () => {
  const owner = await make('owner');
  await make('held', { owners: [ownedBy(owner, true)], finalizers: ['example.com/hold'] });
  await remove('owner', 'Foreground');
  await until(async () => (await read('held'))?.metadata['deletionTimestamp'] !== undefined);
  await cluster.mergePatch(maps(), 'held', { metadata: { ownerReferences: [ownedBy(owner)] } });
  await untilLeft('held');
});

test('takes the reference off dependents that are left behind', async () => {
  const owner = await make('owner');
  await make('child', { owners: [ownedBy(owner)] });
  await remove('owner', 'Orphan');
  await untilLeft('child');
  expect((await read('child'))?.metadata['ownerReferences']).toBeUndefined();
});

test('keeps a dependent while one of its owners is there, without the reference to the other', async () => {
  const [one, two] = [await make('one'), await make('two')];
  await make('child', { owners: [ownedBy(one), { ...ownedBy(two), controller: true }] });
  await remove('one');
  await until(async () => ((await read('child'))?.metadata['ownerReferences'] as object[]).length === 1);
  expect((await read('child'))?.metadata['ownerReferences']).toEqual([{ ...ownedBy(two), controller: true }]);
  await remove('two');
  await untilLeft();
});

test('holds owners that are deleted one after another for the dependent that they share', async () => {
  const [one, two] = [await make('one'), await make('two')];
  await make('held', { owners: [ownedBy(one, true), ownedBy(two, true)], finalizers: ['example.com/hold'] });
  await remove('one', 'Foreground');
  await remove('two', 'Foreground');
  await until(async () => (await read('held'))?.metadata['deletionTimestamp'] !== undefined);
  await settle();
  expect((await names()).sort()).toEqual(['held', 'one', 'two']);
  await cluster.mergePatch(maps(), 'held', { metadata: { finalizers: null } });
  await untilLeft();
});

test('deletes a dependent of an owner that never was, or has another uid', async () => {
  const owner = await make('owner');
  await make('absent', { owners: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'none', uid: 'u' }] });
  await make('mistaken', { owners: [{ ...ownedBy(owner), uid: 'v' }] });
  await make('kind', { owners: [{ ...ownedBy(owner), kind: 'Secret' }] });
  await untilLeft('owner');
});

test('keeps a dependent of an owner whose kind is not served', async () => {
  await make('child', { owners: [{ apiVersion: 'example.com/v1', kind: 'Nothing', name: 'none', uid: 'u' }] });
  await settle();
  expect(await read('child')).toBeDefined();
});

test('looks at a reference that is added later', async () => {
  const owner = await make('owner');
  await make('child');
  await cluster.mergePatch(maps(), 'child', { metadata: { ownerReferences: [ownedBy(owner)] } });
  await remove('owner');
  await untilLeft();
});

test('deletes objects that own each other, in the foreground too', async () => {
  const one = await make('one');
  const two = await make('two', { owners: [ownedBy(one, true)] });
  await cluster.mergePatch(maps(), 'one', { metadata: { ownerReferences: [ownedBy(two, true)] } });
  await remove('one', 'Foreground');
  await untilLeft();
});

test('leaves an object that owns itself to its user', async () => {
  const self = await make('self');
  await cluster.mergePatch(maps(), 'self', { metadata: { ownerReferences: [ownedBy(self, true)] } });
  await settle();
  expect(await read('self')).toBeDefined();
  await remove('self', 'Foreground');
  await untilLeft();
});

test('deletes a dependent of an owner in another namespace, and says so in an event', async () => {
  await cluster.create(resource('namespaces'), { metadata: { name: 'elsewhere' } });
  const place = { resource: maps(), namespace: 'elsewhere' };
  const body = { format: 'json' as const, bytes: Buffer.from(JSON.stringify({ metadata: { name: 'owner' } })) };
  const created = await cluster.registry.create(place, { body, options: {}, caller: tester });
  if (!created.ok) throw new Error(created.status.message);
  const owner = JSON.parse(created.value.object.value.toString('utf8')) as Json;
  await make('child', { owners: [ownedBy(owner)] });
  await untilLeft();
  const event = await until(async () => (await cluster.list(resource('events')))[0]);
  expect(event).toMatchObject({
    reason: 'OwnerRefInvalidNamespace',
    type: 'Warning',
    source: { component: 'garbage-collector-controller' },
    involvedObject: { kind: 'ConfigMap', name: 'child' },
    message: `ownerRef [v1/ConfigMap, namespace: default, name: owner, uid: ${owner.metadata.uid}] does not exist in namespace "default"`,
  });
});

test('keeps an object without a namespace that names an owner with one', async () => {
  const owner = await make('owner');
  const namespaces = resource('namespaces');
  await cluster.create(namespaces, { metadata: { name: 'child', ownerReferences: [ownedBy(owner)] } });
  await until(async () => (await cluster.list(resource('events'))).length > 0);
  await settle();
  expect(await cluster.read(namespaces, 'child')).not.toHaveProperty('metadata.deletionTimestamp');
});

test('passes the policy on that the finalizers of a dependent ask for', async () => {
  const owner = await make('owner');
  const child = await make('child', { owners: [ownedBy(owner)], finalizers: ['orphan'] });
  await make('grandchild', { owners: [ownedBy(child)] });
  await remove('owner', 'Background');
  await untilLeft('grandchild');
  await settle();
  expect(await names()).toEqual(['grandchild']);
});
