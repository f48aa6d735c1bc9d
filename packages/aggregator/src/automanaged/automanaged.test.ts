/** The APIServices that the server makes itself, over a real store. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openEmbedded, type Storage } from '@keelson/storage';

import { eventually } from '../testing/eventually.ts';
import { openReplica, type Json, type Place, type Replica } from '../testing/open-replica.ts';

const services: Place = ['apiservices', 'apiregistration.k8s.io/v1'];
const definitions: Place = ['customresourcedefinitions', 'apiextensions.k8s.io/v1'];
const label = 'kube-aggregator.kubernetes.io/automanaged';

let path: string;
let storage: Storage;
let replica: Replica;
const others: Replica[] = [];
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'automanaged-'));
  storage = await openEmbedded({ path });
  replica = await openReplica({ storage });
});
afterEach(async () => {
  for (const each of [replica, ...others.splice(0)]) await each.close();
  await storage.close();
  await rm(path, { recursive: true });
});

async function restart(): Promise<void> {
  await replica.close();
  replica = await openReplica({ storage });
}

async function openAnother(): Promise<Replica> {
  const another = await openReplica({ storage });
  others.push(another);
  return another;
}

function definitionOf(plural: string, versions: readonly string[]) {
  const kind = `${plural[0]?.toUpperCase()}${plural.slice(1, -1)}`;
  const schema = { openAPIV3Schema: { type: 'object' } };
  return {
    metadata: { name: `${plural}.x.test` },
    spec: {
      group: 'x.test',
      scope: 'Cluster',
      names: { plural, kind },
      versions: versions.map((name, index) => ({ name, served: true, storage: index === 0, schema })),
    },
  };
}

const nameOf = ({ metadata }: Json): string => metadata.name;
const customNames = async () => (await replica.list(services)).map(nameOf).filter((name) => name.endsWith('.x.test'));
const priorityOf = (object: Json | number) => (typeof object === 'number' ? object : object.spec?.['versionPriority']);

describe('APIServices of built-in group versions', () => {
  it('are made when the server starts, and are available', async () => {
    const { metadata, spec, status } = (await replica.get(services, 'v1.apps')) as Json;
    expect(metadata['labels']).toEqual({ [label]: 'onstart' });
    expect(spec).toEqual({ group: 'apps', version: 'v1', groupPriorityMinimum: 17800, versionPriority: 15 });
    expect(status?.conditions).toMatchObject([{ type: 'Available', status: 'True', reason: 'Local' }]);
    expect(((await replica.get(services, 'v1.')) as Json).spec).toEqual({
      version: 'v1',
      groupPriorityMinimum: 18000,
      versionPriority: 1,
    });
    expect(await replica.get(services, 'v1.apiregistration.k8s.io')).toBe(404);
  });

  it('stay as an operator leaves them until the next start puts them right', async () => {
    await replica.patch(services, 'v1.apps', { spec: { versionPriority: 7 } });
    await replica.delete(services, 'v1.batch');
    await replica.create(definitions, definitionOf('things', ['v1']));
    await eventually(customNames, (names) => names.length === 1);
    expect(priorityOf(await replica.get(services, 'v1.apps'))).toBe(7);
    expect(await replica.get(services, 'v1.batch')).toBe(404);
    await restart();
    expect(priorityOf(await replica.get(services, 'v1.apps'))).toBe(15);
    expect(priorityOf(await replica.get(services, 'v1.batch'))).toBe(15);
  });

  it('are somebody else’s without the label, and stay as they are', async () => {
    await replica.patch(services, 'v1.apps', { metadata: { labels: null }, spec: { versionPriority: 7 } });
    await restart();
    expect(priorityOf(await replica.get(services, 'v1.apps'))).toBe(7);
  });

  it('are deleted by the next start if they are not served any more', async () => {
    const spec = { group: 'gone.test', version: 'v1', groupPriorityMinimum: 100, versionPriority: 1 };
    await replica.create(services, { metadata: { name: 'v1.gone.test', labels: { [label]: 'onstart' } }, spec });
    expect(await replica.get(services, 'v1.gone.test')).not.toBe(404);
    await restart();
    expect(await replica.get(services, 'v1.gone.test')).toBe(404);
  });
});

describe('APIServices of custom resources', () => {
  it('come with the first definition of a group version, and go with the last', async () => {
    await replica.create(definitions, definitionOf('things', ['v1', 'v2']));
    await replica.create(definitions, definitionOf('others', ['v2']));
    await eventually(customNames, (names) => names.length === 2);
    const { metadata, spec } = (await replica.get(services, 'v2.x.test')) as Json;
    expect(metadata['labels']).toEqual({ [label]: 'true' });
    expect(spec).toEqual({ group: 'x.test', version: 'v2', groupPriorityMinimum: 1000, versionPriority: 100 });
    await replica.delete(definitions, 'things.x.test');
    expect(await eventually(customNames, (names) => names.length === 1)).toEqual(['v2.x.test']);
    await replica.delete(definitions, 'others.x.test');
    await eventually(customNames, (names) => names.length === 0);
  });

  it('are put back when they are changed or deleted', async () => {
    await replica.create(definitions, definitionOf('things', ['v1']));
    await eventually(customNames, (names) => names.length === 1);
    const get = () => replica.get(services, 'v1.x.test');
    await replica.patch(services, 'v1.x.test', { spec: { versionPriority: 7 } });
    await eventually(get, (object) => priorityOf(object) === 100);
    await replica.delete(services, 'v1.x.test');
    await eventually(get, (object) => priorityOf(object) === 100);
  });

  it('leave one of a user in its place', async () => {
    const service = { namespace: 'default', name: 'far' };
    const spec = { group: 'x.test', version: 'v1', groupPriorityMinimum: 100, versionPriority: 1, service };
    await replica.create(services, { metadata: { name: 'v1.x.test' }, spec });
    await replica.create(definitions, definitionOf('things', ['v1', 'v2']));
    await eventually(customNames, (names) => names.length === 2);
    expect(priorityOf(await replica.get(services, 'v1.x.test'))).toBe(1);
    expect(replica.aggregation.remoteOf('x.test', 'v1')?.name).toBe('v1.x.test');
    await replica.delete(services, 'v1.x.test');
    await eventually(
      () => replica.get(services, 'v1.x.test'),
      (object) => priorityOf(object) === 100,
    );
    expect(replica.aggregation.remoteOf('x.test', 'v1')).toBeUndefined();
  });

  it('are not undone by another replica', async () => {
    const another = await openAnother();
    const read = async () => (await another.get(services, 'v1.x.test')) as Json;
    await replica.create(definitions, definitionOf('things', ['v1']));
    const made = await eventually(read, (object) => typeof object !== 'number');
    await replica.create(definitions, definitionOf('others', ['v2']));
    await eventually(customNames, (names) => names.length === 2);
    expect((await read()).metadata['uid']).toBe(made.metadata['uid']);
  });
});
