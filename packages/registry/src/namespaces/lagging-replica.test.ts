/** Two replicas over one store, one of which has not heard yet what became of a namespace. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import type { Outcome, WriteAnswer } from '../contract.ts';
import { objectOf, refusalOf, valueOf } from '../testing/open-registry.ts';
import { openReplicas } from '../testing/open-replicas.ts';
import type { Replicas } from '../testing/open-replicas.ts';

let replicas: Replicas;
let swift: Replicas['swift'];
let lagging: Replicas['lagging'];
let lag: Replicas['lag'];
let made = 0;

beforeAll(async () => {
  replicas = await openReplicas();
  ({ swift, lagging, lag } = replicas);
});

afterEach(() => lag.release());
afterAll(() => replicas.close());

const namespaces = (name?: string) => ({ resource: swift.resource('namespaces'), name });
const inside = (namespace: string, plural = 'configmaps', groupVersion = 'v1') => ({
  resource: lagging.resource(plural, groupVersion),
  namespace,
});

/** A namespace that both replicas know, and the lagging one will hear nothing more of. */
async function makeKnown(): Promise<string> {
  const name = `ns-${(made += 1)}`;
  await valueOf(swift.create(namespaces(), { metadata: { name } }));
  await lagging.read(namespaces(name));
  await catchUp();
  lag.hold();
  return name;
}

/** The lagging replica has heard of all that has happened. */
async function catchUp(): Promise<void> {
  const resourceVersion = String(await replicas.storage.currentRevision());
  await valueOf(lagging.registry.list(namespaces(), { resourceVersion, resourceVersionMatch: 'NotOlderThan' }));
}

const remove = (name: string) => valueOf(swift.delete(namespaces(name)));
const empty = (name: string) => valueOf(swift.registry.emptyNamespace(name));

type Create = (namespace: string) => Promise<Outcome<WriteAnswer>>;

const ways: readonly (readonly [way: string, plural: string, askedName: string, create: Create])[] = [
  ['a POST', 'configmaps', 'a', (ns) => lagging.create(inside(ns), { metadata: { name: 'a' } })],
  [
    'a POST with a made name',
    'configmaps',
    'a-',
    (ns) => lagging.create(inside(ns), { metadata: { generateName: 'a-' } }),
  ],
  [
    'an apply',
    'configmaps',
    'a',
    (ns) => {
      const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } };
      return lagging.patch({ ...inside(ns), name: 'a' }, 'apply', config, { fieldManager: 'f' });
    },
  ],
  [
    'a PUT that creates',
    'leases',
    'a',
    (ns) =>
      lagging.update({ ...inside(ns, 'leases', 'coordination.k8s.io/v1'), name: 'a' }, { metadata: { name: 'a' } }),
  ],
  [
    'a POST of what expires',
    'events',
    'a',
    (ns) => lagging.create(inside(ns, 'events'), { metadata: { name: 'a' }, involvedObject: { namespace: ns } }),
  ],
];

describe.each(ways)('%s through a replica that lags', (_, plural, askedName, create) => {
  it('is refused while the namespace terminates', async () => {
    const name = await makeKnown();
    await valueOf(swift.create(inside(name), { metadata: { name: 'held', finalizers: ['example.com/x'] } }));
    await remove(name);
    expect(await refusalOf(create(name))).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message: expect.stringContaining(
        `${plural}${plural === 'leases' ? '.coordination.k8s.io' : ''} "${askedName}" is forbidden: unable to create new content in namespace ${name} because it is being terminated`,
      ),
      details: { causes: [{ reason: 'NamespaceTerminating', field: 'metadata.namespace' }] },
    });
    await empty(name);
    expect(await refusalOf(create(name))).toMatchObject({ code: 403 });
  });

  it('is refused where the namespace is gone', async () => {
    const name = await makeKnown();
    await remove(name);
    expect(await empty(name)).toEqual({ remaining: 0 });
    expect(await refusalOf(create(name))).toMatchObject({
      code: 404,
      message: `namespaces "${name}" not found`,
    });
  });

  it('is made in the next namespace of the name, or in one that was merely changed', async () => {
    const name = await makeKnown();
    await valueOf(swift.patch(namespaces(name), 'merge', { metadata: { labels: { changed: 'yes' } } }));
    await valueOf(create(name));
    await remove(name);
    expect(await empty(name)).toEqual({ remaining: 0 });
    await valueOf(swift.create(namespaces(), { metadata: { name } }));
    const { metadata } = objectOf(await valueOf(create(name)));
    expect(metadata['namespace']).toBe(name);
  });
});

describe('a replica that lags', () => {
  it('refuses nothing that the next namespace of a name takes', async () => {
    const name = await makeKnown();
    lag.release();
    await remove(name);
    await catchUp();
    lag.hold();
    await empty(name);
    await valueOf(swift.create(namespaces(), { metadata: { name } }));
    await valueOf(lagging.create(inside(name), { metadata: { name: 'a' } }));
  });

  it('tells that a name is taken, in a namespace that was changed as well', async () => {
    const name = await makeKnown();
    await valueOf(swift.create(inside(name), { metadata: { name: 'a' } }));
    await valueOf(swift.patch(namespaces(name), 'merge', { metadata: { labels: { changed: 'yes' } } }));
    expect(await refusalOf(lagging.create(inside(name), { metadata: { name: 'a' } }))).toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
    });
  });
});
