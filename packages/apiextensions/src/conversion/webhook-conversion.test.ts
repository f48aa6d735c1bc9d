/** Custom objects whose versions a webhook converts, over real TLS: read, written, listed and watched in both versions. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { createCallouts, type Callouts } from '@keelson/callouts';
import { makeAuthority, type Authority } from '@keelson/callouts/testing';
import { openEmbedded, type Storage } from '@keelson/storage';

import { serveConversion, type ConversionAnswer, type ConversionHook } from '../testing/conversion-hook.ts';
import { openReplica, type Json, type Replica } from '../testing/open-replica.ts';

let path: string;
let storage: Storage;
let authority: Authority;
let hook: ConversionHook;
let callouts: Callouts;
let replica: Replica;
let kinds = 0;

const definitions = ['customresourcedefinitions', 'apiextensions.k8s.io/v1'] as const;
type Plural = readonly [string, string];

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'keelson-conversion-'));
  storage = await openEmbedded({ path });
  authority = makeAuthority();
  hook = await serveConversion(authority);
  callouts = createCallouts({ resolveService: () => ({ ok: false, message: 'no services here' }) });
  replica = await openReplica(storage, { callouts });
  await replica.create(['namespaces', 'v1'], { metadata: { name: 'default' } });
});
afterEach(() => {
  hook.lie(undefined);
  hook.hold(Promise.resolve());
});
afterAll(async () => {
  await replica.close();
  callouts.close();
  hook.close();
  authority.close();
  await storage.close();
  await rm(path, { recursive: true, force: true });
  expect(replica.complaints).toEqual([]);
});

async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await check())) await delay(10);
}

interface Kind {
  readonly name: string;
  readonly v1: Plural;
  readonly v2: Plural;
}

const spec = {
  type: 'object',
  properties: { size: { type: 'integer' }, amount: { type: 'integer' }, note: { type: 'string' } },
};
const schema = {
  openAPIV3Schema: {
    type: 'object',
    properties: { spec, status: { type: 'object', properties: { seen: { type: 'integer' } } } },
  },
};
const conversionOf = (url: string) => ({
  strategy: 'Webhook',
  webhook: {
    conversionReviewVersions: ['v1'],
    clientConfig: { url, caBundle: Buffer.from(authority.pem).toString('base64') },
  },
});

function versions(stored: 'v1' | 'v2') {
  return (['v1', 'v2'] as const).map((name) => ({
    name,
    served: true,
    storage: name === stored,
    schema,
    subresources: {
      status: {},
      scale: { specReplicasPath: `.spec.${name === 'v1' ? 'size' : 'amount'}`, statusReplicasPath: '.status.seen' },
    },
  }));
}

/** A kind of its own, stored as v1. */
async function define(conversion: object = conversionOf(hook.url)): Promise<Kind> {
  kinds += 1;
  const group = `g${kinds}.example.com`;
  const name = `widgets.${group}`;
  const names = { plural: 'widgets', kind: 'Widget' };
  const made = await replica.create(definitions, {
    metadata: { name },
    spec: { group, scope: 'Namespaced', names, conversion, versions: versions('v1') },
  });
  expect(made).toMatchObject({ kind: 'CustomResourceDefinition' });
  await until(
    async () =>
      JSON.stringify(await replica.get(definitions, name)).includes('"Established","status":"True"') ||
      isEstablished(name),
  );
  await replica.custom.caughtUp();
  return { name, v1: ['widgets', `${group}/v1`], v2: ['widgets', `${group}/v2`] };
}

async function isEstablished(name: string): Promise<boolean> {
  const shown = await replica.get(definitions, name);
  if (typeof shown === 'number') return false;
  const { conditions } = shown['status'] as { conditions?: readonly { type: string; status: string }[] | null };
  return conditions?.some(({ type, status }) => type === 'Established' && status === 'True') === true;
}

async function redefine({ name }: Kind, patch: object): Promise<void> {
  const patched = await replica.patch(definitions, name, patch);
  expect(patched).toMatchObject({ metadata: { name } });
  await replica.custom.caughtUp();
}

const named = (name: string, fields: object = {}) => ({ metadata: { name }, ...fields });
const specOf = (object: Json | number) => (typeof object === 'number' ? object : object['spec']);

async function storedIn({ v1 }: Kind, name: string): Promise<Json | undefined> {
  const found = await storage.get(`${storage.prefix}${v1[1].split('/')[0] ?? ''}/widgets/default/${name}`);
  const value = found.entry?.value;
  return value instanceof Uint8Array ? (JSON.parse(Buffer.from(value).toString()) as Json) : undefined;
}

/** The message of the refusal of a get. */
async function refusalOf(plural: Plural, name: string): Promise<string | undefined> {
  const got = await replica.registry.get({ resource: replica.resource(plural), namespace: 'default', name }, {});
  return got.ok ? undefined : `${got.status.code} ${got.status.message}`;
}

describe('objects that a webhook converts', () => {
  it('are shown in both versions, and stored in one', async () => {
    const kind = await define();
    expect(specOf(await replica.create(kind.v1, named('a', { spec: { size: 3 } })))).toEqual({ size: 3 });
    expect(specOf(await replica.get(kind.v2, 'a'))).toEqual({ amount: 3 });
    expect(specOf(await replica.create(kind.v2, named('b', { spec: { amount: 4 } })))).toEqual({ amount: 4 });
    expect(await storedIn(kind, 'b')).toMatchObject({ apiVersion: kind.v1[1], spec: { size: 4 } });
    expect((await replica.list(kind.v2)) as Json[]).toMatchObject([
      { apiVersion: kind.v2[1], metadata: { name: 'a' }, spec: { amount: 3 } },
      { apiVersion: kind.v2[1], metadata: { name: 'b' }, spec: { amount: 4 } },
    ]);
  });

  it('ask nobody in the stored version', async () => {
    const kind = await define();
    const before = hook.received.length;
    const watch = replica.watch(kind.v1);
    await replica.create(kind.v1, named('a', { spec: { size: 3 } }));
    await replica.patch(kind.v1, 'a', { spec: { size: 4 } });
    await replica.get(kind.v1, 'a');
    await replica.list(kind.v1);
    expect(await replica.delete(kind.v1, 'a')).toBe(200);
    await until(() => watch.events.length === 3);
    expect(hook.reviews().slice(before)).toEqual([]);
  });

  it('are converted once for a list, a get and a watch event', async () => {
    const kind = await define();
    const watch = replica.watch(kind.v2);
    const before = hook.objectCount();
    for (const name of ['a', 'b', 'c']) await replica.create(kind.v1, named(name, { spec: { size: 1 } }));
    await until(() => watch.events.length === 3);
    await Promise.all([replica.list(kind.v2), replica.get(kind.v2, 'b'), replica.list(kind.v2)]);
    const late = replica.watch(kind.v2);
    await until(() => late.events.length === 3);
    expect(late.events).toEqual(['ADDED a', 'ADDED b', 'ADDED c']);
    expect(hook.objectCount() - before).toBe(3);
  });

  it('share a conversion that is under way', async () => {
    const kind = await define();
    await replica.create(kind.v1, named('a', { spec: { size: 1 } }));
    const before = hook.objectCount();
    let answer = (): void => undefined;
    hook.hold(new Promise((resolve) => (answer = resolve)));
    const reads = Promise.all([replica.get(kind.v2, 'a'), replica.get(kind.v2, 'a'), replica.list(kind.v2)]);
    await until(() => hook.objectCount() > before);
    answer();
    expect(await reads).toMatchObject([{ spec: { amount: 1 } }, { spec: { amount: 1 } }, [{ spec: { amount: 1 } }]]);
    expect(hook.objectCount() - before).toBe(1);
  });

  it('are listed in few calls', async () => {
    const kind = await define();
    const names = Array.from({ length: 1_200 }, (_, index) => `w${String(index).padStart(4, '0')}`);
    for (let first = 0; first < names.length; first += 100) {
      await Promise.all(
        names
          .slice(first, first + 100)
          .map((name, at) => replica.create(kind.v1, named(name, { spec: { size: first + at } }))),
      );
    }
    const before = hook.received.length;
    const listed = await replica.list(kind.v2);
    expect(
      typeof listed === 'number' ? listed : listed.map((object) => [object.metadata.name, specOf(object)]),
    ).toEqual(names.map((name, index) => [name, { amount: index }]));
    expect(hook.received.length - before).toBe(3);
  });

  it('are patched in either version', async () => {
    const kind = await define();
    await replica.create(kind.v1, named('a', { spec: { size: 3 } }));
    expect(specOf(await replica.patch(kind.v2, 'a', { spec: { note: 'x' } }))).toEqual({ amount: 3, note: 'x' });
    expect(specOf(await replica.patch(kind.v2, 'a', { spec: { amount: 5 } }))).toEqual({ amount: 5, note: 'x' });
    expect(await storedIn(kind, 'a')).toMatchObject({ spec: { size: 5, note: 'x' } });
    expect(await replica.patch(kind.v2, 'a', { status: { seen: 1 } }, 'status')).toMatchObject({ status: { seen: 1 } });
    expect(await replica.get(kind.v1, 'a')).toMatchObject({ spec: { size: 5 }, status: { seen: 1 } });
  });

  it('are scaled in either version', async () => {
    const kind = await define();
    await replica.create(kind.v1, named('a', { spec: { size: 3 } }));
    const at = { resource: replica.resource(kind.v2), namespace: 'default', name: 'a', subresource: 'scale' };
    const got = await replica.registry.get(at, {});
    expect(got.ok && JSON.parse(got.value.object.value.toString())).toMatchObject({ spec: { replicas: 3 } });
    expect(await replica.patch(kind.v2, 'a', { spec: { replicas: 7 } }, 'scale')).toMatchObject({
      spec: { replicas: 7 },
    });
    expect(specOf(await replica.get(kind.v1, 'a'))).toEqual({ size: 7 });
    // Nobody has to know the version of what is scaled.
    const scale = { kind: 'Scale', apiVersion: 'autoscaling/v1', ...named('a', { spec: { replicas: 8 } }) };
    const body = { format: 'json', bytes: Buffer.from(JSON.stringify(scale)) } as const;
    const caller = { user: { name: 'scaler', groups: [] }, userAgent: 'tests' };
    expect(await replica.registry.update(at, { body, options: {}, caller })).toMatchObject({ ok: true });
    expect(specOf(await replica.get(kind.v1, 'a'))).toEqual({ size: 8 });
  });

  it('are deleted in either version', async () => {
    const kind = await define();
    await replica.create(kind.v1, { metadata: { name: 'a', finalizers: ['example.com/f'] }, spec: { size: 3 } });
    expect(await replica.delete(kind.v2, 'a')).toBe(200);
    expect(await replica.get(kind.v2, 'a')).toMatchObject({
      metadata: { finalizers: ['example.com/f'] },
      spec: { amount: 3 },
    });
    await replica.patch(kind.v2, 'a', { metadata: { finalizers: null } });
    expect(await replica.get(kind.v1, 'a')).toBe(404);
  });
});

describe('an object on its way to the store', () => {
  it('gets the defaults of the stored version, and is answered with what they are converted to', async () => {
    const kind = await define();
    const properties = { ...spec.properties, note: { type: 'string', default: 'made' } };
    const withDefault = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } };
    const [v1, v2] = versions('v1');
    await redefine(kind, { spec: { versions: [{ ...v1, schema: withDefault }, v2] } });
    expect(specOf(await replica.create(kind.v2, named('a', { spec: { amount: 3 } })))).toEqual({
      amount: 3,
      note: 'made',
    });
    expect(specOf(await replica.get(kind.v1, 'a'))).toEqual({ size: 3, note: 'made' });
  });

  it('is refused where a patch makes it one of another version', async () => {
    const kind = await define();
    await replica.create(kind.v1, named('a', { spec: { size: 3 } }));
    expect(await replica.patch(kind.v1, 'a', { apiVersion: kind.v2[1] })).toBe(422);
  });

  it('is not shown in other versions where its own is defined no more', async () => {
    const kind = await define();
    const group = kind.v1[1].split('/')[0] ?? '';
    const metadata = { name: 'a', namespace: 'default', uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z' };
    const old = { apiVersion: `${group}/v0`, kind: 'Widget', metadata, spec: { size: 3 } };
    await storage.create(`${storage.prefix}${group}/widgets/default/a`, Buffer.from(JSON.stringify(old)));
    await until(async () => (await replica.get(kind.v1, 'a')) !== 404);
    const refusal = await refusalOf(kind.v1, 'a');
    expect(refusal).toMatch(/^500 /);
    expect(refusal).toContain(`request to convert CR from an invalid group/version: ${group}/v0`);
  });
});

describe('the owners of an object that other versions wrote', () => {
  const managers = (object: Json | number) =>
    typeof object === 'number'
      ? object
      : (object.metadata as { managedFields?: { apiVersion: string }[] }).managedFields;

  it('lose the fields that a write in another version changes', async () => {
    const kind = await define();
    await replica.create(kind.v2, named('a', { spec: { amount: 3, note: 'x' } }));
    const patched = await replica.patch(kind.v1, 'a', { spec: { size: 4 } });
    const owned = (managers(patched) as { apiVersion: string; fieldsV1: Record<string, object> }[]).map(
      ({ apiVersion, fieldsV1 }) => [apiVersion, Object.keys(fieldsV1['f:spec'] ?? {})],
    );
    expect(Object.fromEntries(owned)).toEqual({ [kind.v1[1]]: ['f:size'], [kind.v2[1]]: ['.', 'f:note'] });
  });

  it('stay as they were while the webhook fails', async () => {
    const kind = await define();
    const made = await replica.create(kind.v2, named('a', { spec: { amount: 3 } }));
    hook.lie(() => 'no');
    const patched = await replica.patch(kind.v1, 'a', { spec: { size: 4 } });
    expect(specOf(patched)).toEqual({ size: 4 });
    expect(managers(patched)).toEqual(managers(made));
    const before = await replica.get(kind.v1, 'a');
    const calls = hook.received.length;
    expect(await replica.patch(kind.v1, 'a', {})).toEqual(before);
    expect(hook.received.length).toBe(calls);
  });
});

describe('a change of the definition', () => {
  it('leaves objects in the version in which they were stored, until they are written', async () => {
    const kind = await define();
    await replica.create(kind.v1, named('a', { spec: { size: 3 } }));
    await redefine(kind, { spec: { versions: versions('v2') } });
    await replica.create(kind.v2, named('b', { spec: { amount: 4 } }));
    expect(((await replica.list(kind.v1)) as Json[]).map(specOf)).toEqual([{ size: 3 }, { size: 4 }]);
    expect(((await replica.list(kind.v2)) as Json[]).map(specOf)).toEqual([{ amount: 3 }, { amount: 4 }]);
    expect(await storedIn(kind, 'a')).toMatchObject({ apiVersion: kind.v1[1], spec: { size: 3 } });
    // An update that changes nothing migrates.
    await replica.patch(kind.v1, 'a', {});
    expect(await storedIn(kind, 'a')).toMatchObject({ apiVersion: kind.v2[1], spec: { amount: 3 } });
    expect(specOf(await replica.get(kind.v1, 'a'))).toEqual({ size: 3 });
  });

  it('takes effect for objects that are remembered in another form', async () => {
    const kind = await define({ strategy: 'None' });
    await replica.create(kind.v1, named('a', { spec: { size: 3 } }));
    expect(specOf(await replica.get(kind.v2, 'a'))).toEqual({ size: 3 });
    await redefine(kind, { spec: { conversion: conversionOf(hook.url) } });
    expect(specOf(await replica.get(kind.v2, 'a'))).toEqual({ amount: 3 });
    const other = await serveConversion(authority);
    other.lie((answer) => JSON.parse(JSON.stringify(answer).replace('"amount":3', '"amount":33')));
    await redefine(kind, { spec: { conversion: conversionOf(other.url) } });
    expect(specOf(await replica.get(kind.v2, 'a'))).toEqual({ amount: 33 });
    await redefine(kind, { spec: { conversion: { strategy: 'None', webhook: null } } });
    expect(specOf(await replica.get(kind.v2, 'a'))).toEqual({ size: 3 });
    other.close();
  });
});

type Objects = Record<string, Record<string, unknown>>[];

/** Changes the first converted object. */
const first = (change: (object: Objects[number]) => object) => (answer: ConversionAnswer) => {
  const [object = {}, ...rest] = answer.response?.convertedObjects as Objects;
  return { ...answer, response: { ...answer.response, convertedObjects: [change(object), ...rest] } };
};
const metadata = (change: object) => first((object) => ({ ...object, metadata: { ...object['metadata'], ...change } }));
const response = (change: object) => (answer: ConversionAnswer) => ({
  ...answer,
  response: { ...answer.response, ...change },
});

describe('a webhook that lies', () => {
  const start = 'conversion webhook for GROUP/v1, Kind=Widget';
  it.each<[string, string, (answer: ConversionAnswer) => unknown]>([
    ['a name', `${start} returned invalid object: must have the same name: a != other`, metadata({ name: 'other' })],
    [
      'a namespace',
      `${start} returned invalid object: must have the same namespace: default != o`,
      metadata({ namespace: 'o' }),
    ],
    ['a uid', `${start} returned invalid object: must have the same UID: UID != x`, metadata({ uid: 'x' })],
    [
      'no metadata',
      `${start} returned invalid object: must have the same name: a != `,
      first(({ metadata: _, ...object }) => object),
    ],
    [
      'labels',
      `${start} returned invalid metadata: metadata.labels[l] must be a string, but is int64 in converted object`,
      metadata({ labels: { l: 1 } }),
    ],
    [
      'annotations',
      `${start} returned invalid metadata: invalid metadata.annotations of type string in converted object`,
      metadata({ annotations: 'x' }),
    ],
    [
      'the version',
      `${start} returned invalid object at index 0: invalid groupVersion (expected GROUP/v2, received GROUP/v3)`,
      first((object) => ({ ...object, apiVersion: (object['apiVersion'] as unknown as string).replace(/v\d$/, 'v3') })),
    ],
    [
      'the kind',
      `${start} returned invalid object at index 0: invalid kind (expected Widget, received Gadget)`,
      first((object) => ({ ...object, kind: 'Gadget' })),
    ],
    ['the count', `${start} returned 0 objects, expected 1`, response({ convertedObjects: [] })],
    ['too many', `${start} returned 2 objects, expected 1`, (answer) => response({ convertedObjects: [1, 2] })(answer)],
    ['the review', `${start} failed: expected response.uid="REVIEW", got "x"`, response({ uid: 'x' })],
    [
      'a failure',
      `${start} failed: cannot do that`,
      response({ result: { status: 'Failure', message: 'cannot do that' } }),
    ],
    ['no result', `${start} failed: response.result.status was '', not 'Success'`, response({ result: {} })],
    ['no response', `${start} failed: no response provided`, (answer) => ({ ...answer, response: null })],
  ])('about %s is refused in the words of 1.24, and stores nothing', async (_, expected, lie) => {
    const kind = await define();
    const made = (await replica.create(kind.v1, named('a', { spec: { size: 3 } }))) as Json;
    hook.lie(lie);
    const message = await refusalOf(kind.v2, 'a');
    const uid = hook.reviews().at(-1)?.request.uid ?? '';
    const group = kind.v1[1].split('/')[0] ?? '';
    const words = expected
      .replaceAll('GROUP', group)
      .replace('UID !=', `${made.metadata.uid} !=`)
      .replace('REVIEW', uid);
    expect(message).toBe(`500 ${words}`);
    expect(await replica.list(kind.v2)).toBe(500);
    expect(await replica.create(kind.v2, named('a2', { spec: { amount: 1 } }))).toBe(500);
    expect(await storedIn(kind, 'a2')).toBeUndefined();
    hook.lie(undefined);
    expect(specOf(await replica.get(kind.v2, 'a'))).toEqual({ amount: 3 });
  });

  it('may change labels and annotations, and nothing else of the metadata', async () => {
    const kind = await define();
    await replica.create(kind.v1, named('a', { spec: { size: 3 } }));
    hook.lie(metadata({ labels: { l: 'x' }, generation: 7, finalizers: ['example.com/f'], managedFields: [] }));
    const got = await replica.get(kind.v2, 'a');
    expect(got).toMatchObject({ metadata: { labels: { l: 'x' }, generation: 1 } });
    expect(got).not.toMatchObject({ metadata: { finalizers: expect.anything() } });
    expect(got).toMatchObject({ metadata: { managedFields: [{ manager: 'tester' }] } });
  });

  it('ends watches with its failure', async () => {
    const kind = await define();
    hook.lie(response({ result: { status: 'Failure', message: 'cannot do that' } }));
    const endings: unknown[] = [];
    const events: unknown[] = [];
    replica.registry.watch(
      { resource: replica.resource(kind.v2), namespace: 'default' },
      {},
      {
        encoder: { encodeEvent: (type) => Buffer.from(type), encodeBookmark: () => Buffer.from('BOOKMARK') },
        sink: { onChunks: (chunks) => events.push(...chunks) > 0, onEnd: (end) => void endings.push(end) },
      },
    );
    await replica.create(kind.v1, named('a', { spec: { size: 3 } }));
    await until(() => endings.length > 0);
    expect(events).toEqual([]);
    expect(endings).toMatchObject([
      { reason: 'failed', status: { code: 500, message: expect.stringContaining('cannot do that') } },
    ]);
  });
});
