/** The garbage collector and the namespace controller, with a server behind the aggregator. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Authorizer } from '@keelson/auth';
import { setTimeout as delay } from 'node:timers/promises';

import { garbageCollector } from '../garbage-collector/garbage-collector.ts';
import { namespaceController } from '../namespace/namespace-controller.ts';
import { openCluster, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { serveThings, thingKind, type Thing, type ThingsServer } from '../testing/serve-things.ts';

let cluster: Cluster;
let things: ThingsServer;

beforeEach(async () => {
  cluster = await openCluster();
  things = await serveThings();
});

afterEach(async () => {
  await cluster.close();
  await things.close();
});

const start = (options: { readonly authorizer?: Authorizer } = {}) =>
  cluster.start([garbageCollector, namespaceController], { aggregated: things, ...options });

const ownedBy = ({ metadata: { name, uid } }: Thing | Json, type: object = thingKind) => ({ ...type, name, uid });
const make = (name: string, ...ownerReferences: readonly object[]): Promise<Json> =>
  cluster.create(cluster.kinds.configMaps, { metadata: { name, ownerReferences } });
const read = (name: string) => cluster.read(cluster.kinds.configMaps, name);
const untilGone = (name: string) => until(async () => (await read(name)) === undefined);
const configMap = { apiVersion: 'v1', kind: 'ConfigMap' };

/** The collector has looked at all that was written before. */
const settle = async (): Promise<void> => {
  const last = await make('settles');
  await make('settled', ownedBy(last, configMap));
  await cluster.remove(cluster.kinds.configMaps, 'settles');
  await untilGone('settled');
};

it('collects a dependent when its owner on another server is deleted, as the account of the collector', async () => {
  const owner = things.put('owner');
  start();
  await make('owned', ownedBy(owner));
  await make('shared', ownedBy(things.put('other')), ownedBy(owner));
  await untilWatched();
  await settle();
  expect(await read('owned')).toBeDefined();
  things.remove('owner');
  await untilGone('owned');
  const [request] = things.asked.filter((line) =>
    line.startsWith('GET /apis/g.test/v1/namespaces/default/things/owner'),
  );
  expect(request).toMatch(/ system:serviceaccount:kube-system:generic-garbage-collector$/u);
  expect(await read('shared')).toBeDefined();
});

it('collects an object of another server when its owner here is deleted', async () => {
  const owner = await make('owner');
  things.put('owned', { ownerReferences: [ownedBy(owner, configMap)] });
  things.put('other');
  start();
  await untilWatched();
  await settle();
  expect(things.names()).toEqual(['owned', 'other']);
  await cluster.remove(cluster.kinds.configMaps, 'owner');
  await until(() => !things.names().includes('owned'));
  expect(things.names()).toEqual(['other']);
});

it('deletes nothing while the other server is away, whatever is gone there, and decides once it is back', async () => {
  const [stays, goes] = [things.put('stays'), things.put('goes')];
  things.become('away');
  start();
  await make('kept', ownedBy(stays));
  await make('owned', ownedBy(goes));
  things.remove('goes');
  await settle();
  expect([await read('kept'), await read('owned')]).not.toContain(undefined);
  things.become('well');
  things.sayAvailable(true);
  await untilGone('owned');
  expect(await read('kept')).toBeDefined();
});

it('keeps a dependent where the other server goes away after it was seen, and loses the owner meanwhile', async () => {
  const owner = things.put('owner');
  start();
  await make('owned', ownedBy(owner));
  await untilWatched();
  things.become('away');
  things.remove('owner');
  things.sayAvailable(false);
  await settle();
  expect(await read('owned')).toBeDefined();
  const before = things.asked.length;
  await make('late', ownedBy(owner));
  await settle();
  // Nothing is sent to a server that is not available.
  expect(things.asked).toHaveLength(before);
});

it('collects what is here while the other server does not answer', async () => {
  start();
  await untilWatched();
  things.become('hangs');
  const unknown = { ...thingKind, name: 'unknown', uid: 'unknown' };
  await Promise.all(Array.from({ length: 100 }, (_, index) => make(`owned-${String(index)}`, unknown)));
  await settle();
  expect(await read('owned-0')).toBeDefined();
  const lookUps = things.asked.filter((line) => line.includes('/things/unknown'));
  expect(lookUps.length).toBeLessThanOrEqual(8);
});

it('asks another server for nothing that its account may not do', async () => {
  const owner = things.put('owner');
  const authorizer: Authorizer = {
    ...cluster.authorizer,
    authorize: async (user, attributes) =>
      attributes.kind === 'resource' && attributes.group === 'g.test'
        ? { verdict: 'noOpinion' }
        : cluster.authorizer.authorize(user, attributes),
  };
  start({ authorizer });
  await make('owned', ownedBy({ ...owner, metadata: { ...owner.metadata, uid: 'absent' } }));
  await until(() => things.asked.length > 0);
  await settle();
  await delay(50);
  expect(things.asked.filter((line) => line.includes('/things'))).toEqual([]);
  expect(await read('owned')).toBeDefined();
});

it('holds a namespace until the other server answers, tells why, and empties it there', async () => {
  things.put('inside', { namespace: 'ends' });
  things.put('outside');
  things.become('away');
  start();
  const { namespaces } = cluster.kinds;
  await cluster.create(namespaces, { metadata: { name: 'ends' } });
  await cluster.remove(namespaces, 'ends');
  const condition = await until(async () => findCondition(await cluster.read(namespaces, 'ends')));
  expect(condition).toMatchObject({
    reason: 'DiscoveryFailed',
    message:
      'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: g.test/v1: the server is currently unable to handle the request',
  });
  things.become('well');
  await until(async () => (await cluster.read(namespaces, 'ends')) === undefined);
  expect(things.names()).toEqual(['outside']);
  const deletes = things.asked.filter((line) => line.startsWith('DELETE'));
  expect(deletes).toEqual([
    'DELETE /apis/g.test/v1/namespaces/ends/things system:serviceaccount:kube-system:namespace-controller',
  ]);
});

const untilWatched = () => until(() => things.asked.some((line) => line.includes('watch=true')));

interface Condition {
  readonly type: string;
  readonly status: string;
}

function findCondition(namespace: Json | undefined): Condition | undefined {
  const { conditions = [] } = (namespace?.['status'] ?? {}) as { readonly conditions?: readonly Condition[] };
  return conditions.find(({ type, status }) => type === 'NamespaceDeletionDiscoveryFailure' && status === 'True');
}
