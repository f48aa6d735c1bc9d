/** Dependents of kinds whose stored form is none that clients are served: the collector asks in a version that is. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listOf, metadata } from '@keelson/api';
import { allVerbs, kind, resource, type ConvertRemotely, type Resource } from '@keelson/schema';

import { openCluster, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { garbageCollector } from './garbage-collector.ts';

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const;

function declare(version: string, abilities: Partial<Resource> = {}): Resource {
  const message = kind(`test.x.${version}.Widget`, { metadata }, { structuralSchema: () => anything });
  const names = { group: 'x.test', kind: 'Widget', plural: 'widgets', singular: 'widget' };
  const storage = { kind: 'stored', group: 'x.test', version: 'v1', prefix: 'x.test/widgets' } as const;
  const declared = resource<typeof message>({
    ...{ ...names, version, message, list: listOf(message), storage },
    ...{ scope: 'Namespaced', verbs: allVerbs },
  });
  return { ...declared, ...abilities };
}

const formsByVersion = new Map(['v1', 'v1beta1'].map((version) => [version, declare(version).message]));
const withHub = {
  hub: declare('v1', { verbs: [], formsByVersion }),
  conversion: { toHub: (object: object) => object, fromHub: (object: object) => object },
};
const convertRemotely: ConvertRemotely = ({ to, objects }) =>
  Promise.resolve({ ok: true, objects: objects.map((object) => ({ ...object, apiVersion: to })) });
const withWebhook = { convertRemotely, formsByVersion };
const unserved = { verbs: [] } as const;

const forms: readonly [title: string, stored: Resource, other: Resource][] = [
  ['a hub', declare('v1', withHub), declare('v1beta1', withHub)],
  ['a hub of an unserved version', declare('v1', { ...withHub, ...unserved }), declare('v1beta1', withHub)],
  ['an unserved version', declare('v1', unserved), declare('v1beta1')],
  [
    'an unserved version with a webhook',
    declare('v1', { ...withWebhook, ...unserved }),
    declare('v1beta1', withWebhook),
  ],
];

let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
  cluster.start([garbageCollector]);
});

afterEach(() => cluster.close());

const maps = (): Resource => cluster.kinds.configMaps;
const create = (of: Resource, name: string, owner?: Json): Promise<Json> => {
  const ownerReferences = owner === undefined ? [] : [ownerOf(owner)];
  const type = { apiVersion: of.group === '' ? of.version : `${of.group}/${of.version}`, kind: of.kind };
  return cluster.create(of, { ...type, metadata: { name, ownerReferences } });
};
const ownerOf = ({ apiVersion = 'v1', kind: kindName = 'ConfigMap', metadata: { name, uid } }: Json): object => ({
  ...{ apiVersion, kind: kindName, name, uid },
  blockOwnerDeletion: true,
});

describe.each(forms)('an object that is stored as %s', (_, stored, other) => {
  let served: Resource;

  beforeEach(() => {
    for (const version of [stored, other]) cluster.scheme.add(version);
    served = cluster.scheme.resource(other.group, other.version, other.plural) ?? other;
    cluster.informers.resources.of(served);
  });

  it('goes after its owner', async () => {
    const owner = await create(maps(), 'owner');
    await create(served, 'child', owner);
    await cluster.remove(maps(), 'owner');
    await until(async () => (await cluster.read(served, 'child')) === undefined);
  });

  it('stays without its reference where its owner leaves it behind', async () => {
    const owner = await create(maps(), 'owner');
    await create(served, 'child', owner);
    await cluster.remove(maps(), 'owner', { propagationPolicy: 'Orphan' });
    await until(async () => (await cluster.read(maps(), 'owner')) === undefined);
    const child = await cluster.read(served, 'child');
    expect(child).toBeDefined();
    expect(child?.metadata['ownerReferences']).toBeUndefined();
  });

  it('waits in the foreground for what it owns', async () => {
    const owner = await create(served, 'owner');
    await create(maps(), 'child', owner);
    await cluster.remove(served, 'owner', { propagationPolicy: 'Foreground' });
    await until(async () => (await cluster.read(served, 'owner')) === undefined);
    expect(await cluster.read(maps(), 'child')).toBeUndefined();
  });
});
