/** Every verb on an object whose stored value cannot be read: only a delete by name succeeds. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { openBench, refusalOf, valueOf } from '../testing/open-registry.ts';
import type { Bench } from '../testing/open-registry.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await openBench();
});

afterAll(() => bench.close());

const configMaps = (namespace = 'default') => ({ resource: bench.resource('configmaps'), namespace });
const at = (name: string, namespace?: string) => ({ ...configMaps(namespace), name });
const keyOf = (name: string, namespace = 'default') => `/registry/configmaps/${namespace}/${name}`;

/** Writes behind the back of the registry, and waits until it knows. */
async function put(key: string, value: string): Promise<number> {
  const written = await bench.storage.create(key, Buffer.from(value));
  if (!written.ok) throw new Error(`${key} is there already`);
  await bench.registry.list(configMaps(), { limit: '1' });
  return written.revision;
}

const refusal = (name: string, fault: string) => ({
  code: 500,
  reason: 'InternalError',
  message: `Internal error occurred: unable to transform key "${keyOf(name)}": ${fault}`,
});
const notJson = 'the stored value is not JSON: it is broken at byte 0, of 7';

describe('an object that cannot be read', () => {
  it('is refused with its key by all that read it or start from it', async () => {
    await put(keyOf('bad'), 'garbage');
    await valueOf(bench.create(configMaps(), { metadata: { name: 'good' } }));
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'bad' } };
    const refusals = [
      bench.registry.get(at('bad'), {}),
      bench.registry.get(at('bad'), { resourceVersion: '0' }),
      bench.registry.list(configMaps(), {}),
      bench.registry.list({ resource: bench.resource('configmaps') }, { labelSelector: 'a=b' }),
      bench.update(at('bad'), object),
      bench.patch(at('bad'), 'merge', { data: { a: 'b' } }),
      bench.patch(at('bad'), 'apply', object, { fieldManager: 'tester' }),
      bench.registry.deleteCollection(
        configMaps(),
        { options: {}, caller: { user: { name: 'tester', groups: [] }, userAgent: '' } },
        {},
      ),
    ];
    for (const outcome of refusals) expect(await refusalOf(outcome)).toMatchObject(refusal('bad', notJson));
    expect((await bench.read(at('good'))).metadata.name).toBe('good');
    await valueOf(bench.delete(at('bad')));
    await valueOf(bench.delete(at('good')));
  });

  it('ends watches with an error that names it', async () => {
    const watched = bench.watch(configMaps(), { resourceVersion: String(await bench.currentRevision()) });
    await put(keyOf('seen'), 'garbage');
    expect(await watched.ending).toMatchObject({ reason: 'failed', status: refusal('seen', notJson) });
    const initial = bench.watch(configMaps(), {});
    expect(await initial.ending).toMatchObject({ status: refusal('seen', notJson) });
    await valueOf(bench.delete(at('seen')));
  });

  it('takes up its name', async () => {
    await put(keyOf('taken'), 'garbage');
    for (const dryRun of [[], ['All']]) {
      const created = bench.create(configMaps(), { metadata: { name: 'taken' } }, { dryRun });
      expect(await refusalOf(created)).toMatchObject({ code: 409, reason: 'AlreadyExists' });
    }
    await valueOf(bench.delete(at('taken')));
    await valueOf(bench.create(configMaps(), { metadata: { name: 'taken' } }));
  });

  it('is removed by a delete that names it, with a warning', async () => {
    await put(keyOf('gone'), 'garbage');
    const dry = await valueOf(bench.delete(at('gone'), { dryRun: ['All'] }));
    expect(dry).toMatchObject({ kind: 'status' });
    const deleted = await valueOf(bench.delete(at('gone'), { propagationPolicy: 'Foreground' }));
    expect(deleted).toMatchObject({
      kind: 'status',
      isAccepted: false,
      warnings: [`the stored object could not be read and was deleted without regard to its finalizers: ${notJson}`],
      status: { status: 'Success', details: { name: 'gone', kind: 'configmaps' } },
    });
    expect((await bench.storage.get(keyOf('gone'))).entry).toBeUndefined();
    expect(await refusalOf(bench.registry.get(at('gone'), {}))).toMatchObject({ code: 404 });
  });

  it('is removed only at the version and as the object that is asked for', async () => {
    const revision = await put(keyOf('meant'), 'garbage');
    const wrongs = [{ uid: 'some' }, { resourceVersion: String(revision - 1) }];
    for (const preconditions of wrongs) {
      expect(await refusalOf(bench.delete(at('meant'), {}, { preconditions }))).toMatchObject({ code: 409 });
    }
    await valueOf(bench.delete(at('meant'), {}, { preconditions: { resourceVersion: String(revision) } }));
  });

  it('is also one whose JSON is no object of its kind', async () => {
    await put(keyOf('typed'), '{"metadata":{"name":"typed","namespace":"default"},"data":7}');
    const patched = await refusalOf(bench.patch(at('typed'), 'merge', { data: { a: 'b' } }));
    expect(patched).toMatchObject({ code: 500, message: expect.stringContaining(`key "${keyOf('typed')}": it is no`) });
    expect(await valueOf(bench.delete(at('typed')))).toMatchObject({ kind: 'status' });
  });

  it('goes at once where others would be given time to end', async () => {
    const pods = { resource: bench.resource('pods'), namespace: 'default' };
    await put('/registry/pods/default/pod', 'garbage');
    const eviction = bench.create({ ...pods, name: 'pod', subresource: 'eviction' }, { metadata: { name: 'pod' } });
    expect(await refusalOf(eviction)).toMatchObject({ code: 500, reason: 'InternalError' });
    await valueOf(bench.delete({ ...pods, name: 'pod' }));
    expect((await bench.storage.get('/registry/pods/default/pod')).entry).toBeUndefined();
  });

  it('goes at once where it is a definition, for one without its spec could never end', async () => {
    const definitions = {
      resource: bench.resource('customresourcedefinitions', 'apiextensions.k8s.io/v1'),
      name: 'bads.bad.io',
    };
    const key = '/registry/apiextensions.k8s.io/customresourcedefinitions/bads.bad.io';
    await put(key, 'garbage');
    await valueOf(bench.delete(definitions));
    expect((await bench.storage.get(key)).entry).toBeUndefined();
  });

  it('of a namespace does not keep the namespace from ending', async () => {
    const namespaces = { resource: bench.resource('namespaces') };
    await valueOf(bench.create(namespaces, { metadata: { name: 'ends' } }));
    await valueOf(bench.create(configMaps('ends'), { metadata: { name: 'good' } }));
    await put(keyOf('bad', 'ends'), 'garbage');
    await put('/registry/secrets/ends/bad', 'null');
    await valueOf(bench.delete({ ...namespaces, name: 'ends' }));
    expect(await valueOf(bench.registry.emptyNamespace('ends'))).toEqual({ remaining: 0 });
    expect(await refusalOf(bench.registry.get({ ...namespaces, name: 'ends' }, {}))).toMatchObject({ code: 404 });
    expect((await bench.storage.range('/registry/secrets/ends/')).entries).toEqual([]);
    expect((await bench.storage.range('/registry/configmaps/ends/')).entries).toEqual([]);
  });
});

describe('a namespace that cannot be read', () => {
  it('takes nothing new, and is emptied before it goes', async () => {
    const namespaces = { resource: bench.resource('namespaces') };
    await valueOf(bench.create(namespaces, { metadata: { name: 'broken' } }));
    await valueOf(bench.create(configMaps('broken'), { metadata: { name: 'inside' } }));
    const { entry } = await bench.storage.get('/registry/namespaces/broken');
    await bench.storage.update('/registry/namespaces/broken', Buffer.from('garbage'), entry?.revision ?? 0);
    await bench.registry.list(namespaces, { limit: '1' });
    const key = 'unable to transform key "/registry/namespaces/broken"';
    const created = await refusalOf(bench.create(configMaps('broken'), { metadata: { name: 'new' } }));
    expect(created).toMatchObject({ code: 500, message: expect.stringContaining(key) });
    expect((await bench.read(at('inside', 'broken'))).metadata.name).toBe('inside');
    const deleted = await valueOf(bench.delete({ ...namespaces, name: 'broken' }));
    expect(deleted.warnings).toHaveLength(1);
    expect(await bench.read({ ...namespaces, name: 'broken' })).toMatchObject({
      metadata: { name: 'broken', uid: expect.stringMatching(/-/), deletionTimestamp: expect.any(String) },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Terminating' },
    });
    expect(await valueOf(bench.registry.emptyNamespace('broken'))).toEqual({ remaining: 0 });
    expect(await refusalOf(bench.registry.get({ ...namespaces, name: 'broken' }, {}))).toMatchObject({ code: 404 });
    expect((await bench.storage.get(keyOf('inside', 'broken'))).entry).toBeUndefined();
  });
});
