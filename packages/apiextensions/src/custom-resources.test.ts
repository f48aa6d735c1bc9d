/** Definitions on two replicas over one store: made, changed, deleted and made again, while one of them lags. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { openEmbedded, type Storage } from '@keelson/storage';

import { openReplica, type Json, type Place, type Replica } from './testing/open-replica.ts';

let path: string;
let storage: Storage;
let swift: Replica;
let lagging: Replica;

const definitions = ['customresourcedefinitions', 'apiextensions.k8s.io/v1'] as const;

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'keelson-definitions-'));
  storage = await openEmbedded({ path });
  swift = await openReplica(storage);
  lagging = await openReplica(storage);
  await swift.create(['namespaces', 'v1'], { metadata: { name: 'default' } });
});
afterEach(() => lagging.release());
afterAll(async () => {
  await Promise.all([swift.close(), lagging.close()]);
  await storage.close();
  await rm(path, { recursive: true, force: true });
  expect([...swift.complaints, ...lagging.complaints]).toEqual([]);
});

interface Shape {
  readonly kind?: string;
  readonly plural?: string;
  readonly scope?: string;
  /** Properties of the schema, all of them strings. */
  readonly fields?: readonly string[];
  readonly metadata?: object;
  readonly names?: object;
  readonly version?: object;
}

function definitionOf(group: string, { kind = 'Widget', plural = 'widgets', scope = 'Namespaced', ...more }: Shape) {
  const { fields = ['a'], metadata = {}, names = {}, version = {} } = more;
  const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' }]));
  const schema = { openAPIV3Schema: { type: 'object', properties } };
  return {
    metadata: { name: `${plural}.${group}`, ...metadata },
    spec: {
      group,
      scope,
      names: { plural, kind, ...names },
      versions: [{ name: 'v1', served: true, storage: true, schema, ...version }],
    },
  };
}

async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await check())) await delay(10);
}

type Condition = { readonly type: string; readonly status: string; readonly reason: string };

async function conditionsOf(name: string): Promise<Record<string, string>> {
  const shown = await swift.get(definitions, name);
  if (typeof shown === 'number') return {};
  const { conditions } = shown['status'] as { readonly conditions?: readonly Condition[] | null };
  return Object.fromEntries((conditions ?? []).map(({ type, status, reason }) => [type, `${status} ${reason}`]));
}

const isEstablished = async (name: string) => (await conditionsOf(name))['Established']?.startsWith('True') === true;
const isGone = async (name: string) => (await swift.get(definitions, name)) === 404;

/** Established, and known to both replicas. */
async function define(group: string, shape: Shape = {}): Promise<readonly [string, string]> {
  const definition = definitionOf(group, shape);
  expect(await swift.create(definitions, definition)).toMatchObject({ kind: 'CustomResourceDefinition' });
  await until(() => isEstablished(definition.metadata.name));
  await lagging.custom.caughtUp();
  return [shape.plural ?? 'widgets', `${group}/v1`];
}

async function remove(name: string): Promise<void> {
  expect(await swift.delete(definitions, name)).toBe(200);
  await until(() => isGone(name));
}

const named = (name: string, fields: object = {}) => ({ metadata: { name }, ...fields });
const namesOf = (listed: readonly Json[] | number) =>
  typeof listed === 'number' ? listed : listed.map(({ metadata }) => metadata.name);

describe('the controller of definitions', () => {
  it('grants names to the first, and to the next when that is gone', async () => {
    const group = 'names.example.com';
    await define(group, { names: { shortNames: ['wd'], singular: 'widget' } });
    await swift.create(definitions, definitionOf(group, { plural: 'others', names: { shortNames: ['wd'] } }));
    await until(async () => (await conditionsOf(`others.${group}`))['NamesAccepted'] !== undefined);
    expect(await conditionsOf(`others.${group}`)).toMatchObject({
      NamesAccepted: 'False ListKindConflict',
      Established: 'False NotAccepted',
    });
    expect(lagging.scheme.resource(group, 'v1', 'others')).toBeUndefined();
    await remove(`widgets.${group}`);
    await until(() => isEstablished(`others.${group}`));
    expect(swift.scheme.resource(group, 'v1', 'others')).toMatchObject({ shortNames: ['wd'] });
    await remove(`others.${group}`);
  });

  it('lets one go that was never established', async () => {
    const group = 'never.example.com';
    await define(group);
    await swift.create(definitions, definitionOf(group, { plural: 'others' }));
    await until(async () => (await conditionsOf(`others.${group}`))['Established'] !== undefined);
    await remove(`others.${group}`);
    expect(await isEstablished(`widgets.${group}`)).toBe(true);
    await remove(`widgets.${group}`);
  });

  it('establishes none of a protected group without an approval', async () => {
    const annotations = { 'api-approved.kubernetes.io': 'unapproved, experimental' };
    const group = 'approval.k8s.io';
    await swift.create(definitions, definitionOf(group, { metadata: { annotations } }));
    await until(() => isEstablished(`widgets.${group}`));
    expect(await conditionsOf(`widgets.${group}`)).toMatchObject({
      KubernetesAPIApprovalPolicyConformant: 'False UnapprovedAnnotation',
    });
    await remove(`widgets.${group}`);
  });

  it('keeps a definition while finalizers hold its objects, and takes no new ones', async () => {
    const group = 'held.example.com';
    const place = await define(group);
    await swift.create(place, { metadata: { name: 'held', finalizers: ['example.com/x'] } });
    await swift.create(place, named('free'));
    expect(await swift.delete(definitions, `widgets.${group}`)).toBe(200);
    await until(async () => (await conditionsOf(`widgets.${group}`))['Terminating'] !== undefined);
    await until(async () => namesOf(await swift.list(place)).toString() === 'held');
    expect(await swift.create(place, named('late'))).toBe(405);
    expect(await lagging.create(place, named('late'))).toBe(405);
    expect(await conditionsOf(`widgets.${group}`)).toMatchObject({ Terminating: 'True InstanceDeletionInProgress' });
    await lagging.patch(place, 'held', { metadata: { finalizers: null } });
    await until(() => isGone(`widgets.${group}`));
    expect(swift.scheme.resource(group, 'v1', 'widgets')).toBeUndefined();
  });

  it('deletes what cannot be read, too', async () => {
    const group = 'unreadable.example.com';
    const place = await define(group);
    await storage.create(`${storage.prefix}${group}/widgets/default/broken`, Buffer.from('{"no json'));
    await until(async () => (await swift.list(place)) === 500);
    await remove(`widgets.${group}`);
    const { entry } = await storage.get(`${storage.prefix}${group}/widgets/default/broken`);
    expect(entry).toBeUndefined();
  });

  it('establishes one again whose conditions somebody has deleted', async () => {
    const group = 'conditions.example.com';
    await define(group);
    await swift.patch(definitions, `widgets.${group}`, { status: { conditions: null } }, 'status');
    await until(() => isEstablished(`widgets.${group}`));
    await remove(`widgets.${group}`);
  });
});

describe('what a definition declares', () => {
  it('is there from the moment that it shows as established, and goes with it', async () => {
    const group = 'step.example.com';
    const place = await define(group);
    expect(await swift.create(place, named('x', { a: '1' }))).toMatchObject({ kind: 'Widget', a: '1' });
    const watching = lagging.watch(place);
    await until(() => watching.events.includes('ADDED x'));
    await remove(`widgets.${group}`);
    await until(() => watching.endings.length > 0);
    expect(watching.events).toEqual(['ADDED x', 'DELETED x']);
    expect(watching.endings).toEqual(['reset']);
    expect(lagging.scheme.hasVersion(group, 'v1')).toBe(false);
    expect(lagging.registry.stores().some(({ stored }) => stored.group === group)).toBe(false);
  });

  it('is declared anew when the spec changes, and not when the status does', async () => {
    const group = 'anew.example.com';
    const place = await define(group);
    const declared = swift.resource(place);
    const watching = swift.watch(place);
    await swift.patch(definitions, `widgets.${group}`, { metadata: { labels: { a: 'b' } } });
    const shown = (await swift.get(definitions, `widgets.${group}`)) as Json;
    const { conditions } = shown['status'] as { readonly conditions: readonly Condition[] };
    const more = [...conditions, { type: 'NonStructuralSchema', status: 'False', reason: 'R', message: 'm' }];
    const patched = await swift.patch(definitions, `widgets.${group}`, { status: { conditions: more } }, 'status');
    expect(patched).toMatchObject({ status: { conditions: more } });
    await swift.custom.caughtUp();
    expect(swift.resource(place)).toBe(declared);
    expect(watching.endings).toEqual([]);
    const { spec } = definitionOf(group, { fields: ['a', 'b'] });
    await swift.patch(definitions, `widgets.${group}`, { spec });
    await until(() => watching.endings.length > 0);
    expect(swift.resource(place)).not.toBe(declared);
    await remove(`widgets.${group}`);
  });

  it('shows what was stored by an earlier schema as the present one has it', async () => {
    const group = 'pruned.example.com';
    const place = await define(group, { fields: ['a', 'b'] });
    await swift.create(place, named('x', { a: '1', b: '2' }));
    await swift.patch(definitions, `widgets.${group}`, {
      spec: { versions: definitionOf(group, { fields: ['a'] }).spec.versions },
    });
    await lagging.custom.caughtUp();
    for (const replica of [swift, lagging]) {
      expect(await replica.get(place, 'x')).toMatchObject({ a: '1' });
      expect(await replica.get(place, 'x')).not.toHaveProperty('b');
    }
    await remove(`widgets.${group}`);
  });
});

/** Requests that found their declaration before the definition changed. */
const requests: readonly (readonly [string, (place: Place) => Promise<unknown>])[] = [
  ['a create', (place) => lagging.create(place, named('made', { a: '1', b: '2' }))],
  ['a patch', (place) => lagging.patch(place, 'x', { a: 'patched' })],
  ['a get', (place) => lagging.get(place, 'x')],
  ['a list', (place) => lagging.list(place)],
];

describe('a replica that lags behind a definition that is made again', () => {
  it.each(requests)('answers %s by the old schema no more', async (what, ask) => {
    const group = `${what.replace(' ', '-')}.example.com`;
    const place = await define(group, { fields: ['a'] });
    await swift.create(place, named('x', { a: 'old' }));
    expect(await lagging.get(place, 'x')).toMatchObject({ a: 'old' });
    lagging.hold();
    await remove(`widgets.${group}`);
    await swift.create(definitions, definitionOf(group, { fields: ['a', 'b'], kind: 'Gadget' }));
    await until(() => isEstablished(`widgets.${group}`));
    await swift.create(place, named('x', { a: 'new', b: 'new' }));
    expect(lagging.resource(place).kind).toBe('Widget');
    expect(await ask(place)).toBe(429);
    lagging.release();
    await lagging.custom.caughtUp();
    expect(await swift.get(place, 'x')).toMatchObject({ kind: 'Gadget', a: 'new', b: 'new' });
    expect(namesOf(await swift.list(place))).toEqual(['x']);
    expect(await lagging.get(place, 'x')).toMatchObject({ kind: 'Gadget', a: 'new', b: 'new' });
    await remove(`widgets.${group}`);
  });

  it.each(requests)('answers %s by the new one, or not at all, where it waits meanwhile', async (what, ask) => {
    const group = `${what.replace(' ', '-')}-waits.example.com`;
    const place = await define(group, { fields: ['a'] });
    await swift.create(place, named('x', { a: 'old' }));
    await lagging.list(place);
    lagging.hold();
    await remove(`widgets.${group}`);
    await swift.create(definitions, definitionOf(group, { fields: ['a', 'b'], kind: 'Gadget' }));
    await until(() => isEstablished(`widgets.${group}`));
    await swift.create(place, named('x', { a: 'new', b: 'new' }));
    const asked = ask(lagging.resource(place));
    await delay(20);
    lagging.release();
    expect(await asked).toBe(429);
    expect(await swift.get(place, 'x')).toMatchObject({ kind: 'Gadget', a: 'new', b: 'new' });
    await remove(`widgets.${group}`);
  });
});

it('writes of two replicas at a time lose nothing of a definition that changes', async () => {
  const group = 'storm.example.com';
  const place = await define(group, { fields: ['a'] });
  const made: string[] = [];
  const write = async (replica: Replica, prefix: string) => {
    for (let count = 0; count < 60; count += 1) {
      const name = `${prefix}-${String(count)}`;
      const created = await replica.create(place, named(name, { a: '1' }));
      if (typeof created === 'object') made.push(name);
      else expect(created).toBe(429);
    }
  };
  const change = async () => {
    for (let count = 0; count < 12; count += 1) {
      const fields = ['a', `f${String(count)}`];
      await swift.patch(definitions, `widgets.${group}`, { spec: definitionOf(group, { fields }).spec });
      await delay(3);
    }
  };
  await Promise.all([write(swift, 'swift'), write(lagging, 'lagging'), change()]);
  await Promise.all([swift.custom.caughtUp(), lagging.custom.caughtUp()]);
  await Promise.all([swift.custom.whenLoaded(), lagging.custom.whenLoaded()]);
  made.sort();
  for (const replica of [swift, lagging]) expect(namesOf(await replica.list(place))).toEqual(made);
  await remove(`widgets.${group}`);
});

it('an update may keep the duplicates of a list that has become a set, and may make none', async () => {
  const group = 'ratchet.example.com';
  const withList = (type: string) => ({
    openAPIV3Schema: {
      type: 'object',
      properties: {
        a: { type: 'string' },
        tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': type },
      },
    },
  });
  const place = await define(group, { version: { schema: withList('atomic') } });
  expect(await swift.create(place, named('bad', { tags: ['x', 'x'] }))).toMatchObject({ kind: 'Widget' });
  expect(await swift.create(place, named('good', { tags: ['x'] }))).toMatchObject({ kind: 'Widget' });
  const { spec } = definitionOf(group, { version: { schema: withList('set') } });
  expect(await swift.patch(definitions, `widgets.${group}`, { spec })).toMatchObject({ metadata: { generation: 2 } });
  await swift.custom.caughtUp();
  expect(await swift.patch(place, 'bad', { a: 'changed' })).toMatchObject({ a: 'changed', tags: ['x', 'x'] });
  expect(await swift.patch(place, 'bad', { a: 5 })).toBe(422);
  expect(await swift.patch(place, 'good', { tags: ['y', 'y'] })).toBe(422);
  expect(await swift.create(place, named('new', { tags: ['x', 'x'] }))).toBe(422);
  expect(await swift.patch(place, 'bad', { tags: ['x', 'y'] })).toMatchObject({ tags: ['x', 'y'] });
  expect(await swift.patch(place, 'bad', { tags: ['y', 'y'] })).toBe(422);
  await remove(`widgets.${group}`);
});
