import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { objectOf, openBench, refusalOf, valueOf } from '../testing/open-registry.ts';
import type { Bench, Json } from '../testing/open-registry.ts';

let bench: Bench;

const configMaps = () => ({ resource: bench.resource('configmaps'), namespace: 'default' });
const at = (name: string) => ({ ...configMaps(), name });
const make = async (name: string, more: object = {}): Promise<Json> =>
  objectOf(await valueOf(bench.create(configMaps(), { metadata: { name }, ...more })));
const jobs = () => ({ resource: bench.resource('jobs', 'batch/v1'), namespace: 'default' });
const makeJob = async (name: string): Promise<Json> => {
  const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
  return objectOf(await valueOf(bench.create(jobs(), { metadata: { name }, spec: { template } })));
};
const modified = 'the object has been modified; please apply your changes to the latest version and try again';

beforeAll(async () => {
  bench = await openBench();
});

afterAll(() => bench.close());

describe('an update', () => {
  it('overwrites what is there without a resourceVersion, where the kind allows that', async () => {
    const before = await make('free', { data: { k: '1' } });
    const after = objectOf(await valueOf(bench.update(at('free'), { metadata: { name: 'free' }, data: { k: '2' } })));
    expect(after['data']).toEqual({ k: '2' });
    expect(after.metadata).toMatchObject({
      uid: before.metadata.uid,
      creationTimestamp: before.metadata['creationTimestamp'],
    });
    expect(after.metadata.resourceVersion).not.toBe(before.metadata.resourceVersion);
  });

  it('needs a resourceVersion where the kind does not', async () => {
    const leases = { resource: bench.resource('leases', 'coordination.k8s.io/v1'), namespace: 'default', name: 'l' };
    await valueOf(bench.update(leases, { metadata: { name: 'l' } }));
    const status = await refusalOf(bench.update(leases, { metadata: { name: 'l' }, spec: { holderIdentity: 'x' } }));
    expect(status).toMatchObject({
      code: 422,
      message:
        'leases.coordination.k8s.io "l" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
      details: { kind: 'leases' },
    });
  });

  it('conflicts with a change since the version it was made from', async () => {
    const seen = await make('seen');
    await valueOf(bench.patch(at('seen'), 'merge', { data: { k: '1' } }));
    const status = await refusalOf(bench.update(at('seen'), { ...seen, data: { k: '2' } }));
    expect(status).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message: `Operation cannot be fulfilled on configmaps "seen": ${modified}`,
    });
  });

  it.each([
    ['abc', 500, 'strconv.ParseUint: parsing "abc": invalid syntax'],
    ['999999999', 409, modified],
  ])('is refused at version %s', async (resourceVersion, code, message) => {
    const name = `v${resourceVersion}`;
    await make(name);
    const status = await refusalOf(bench.update(at(name), { metadata: { name, resourceVersion } }));
    expect(status.code).toBe(code);
    expect(status.message).toContain(message);
  });

  it('means the object of its uid', async () => {
    const { metadata } = await make('uid');
    const uid = '11111111-2222-3333-4444-555555555555';
    const difference = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid ?? ''}`;
    const status = await refusalOf(bench.update(at('uid'), { metadata: { name: 'uid', uid } }));
    expect(status.message).toBe(
      `Operation cannot be fulfilled on configmaps "uid": StorageError: invalid object, Code: 4, Key: /registry/configmaps/default/uid, ResourceVersion: 0, AdditionalErrorMsg: ${difference}`,
    );
  });

  it('needs something to update, but for kinds that it creates', async () => {
    const missing = await refusalOf(bench.update(at('missing'), { metadata: { name: 'missing' } }));
    expect(missing).toMatchObject({ code: 404, message: 'configmaps "missing" not found' });
    const role = { resource: bench.resource('roles', 'rbac.authorization.k8s.io/v1'), namespace: 'default', name: 'r' };
    expect((await valueOf(bench.update(role, { metadata: { name: 'r' }, rules: [] }))).isCreated).toBe(true);
    expect((await valueOf(bench.update(role, { metadata: { name: 'r' }, rules: [] }))).isCreated).toBe(false);
  });

  it('reads the version of an object that it creates, and compares it with nothing', async () => {
    const role = { resource: bench.resource('roles', 'rbac.authorization.k8s.io/v1'), namespace: 'default', name: 'v' };
    const write = (resourceVersion: string) =>
      bench.update(role, { metadata: { name: 'v', resourceVersion }, rules: [] });
    expect(await refusalOf(write('x'))).toMatchObject({ code: 500 });
    expect((await valueOf(write('7'))).isCreated).toBe(true);
  });

  it.each([
    [{ name: 'b' }, 'the name of the object (b) does not match the name on the URL (named)'],
    [{}, 'the name of the object (named based on URL) was undeterminable: name must be provided'],
    [
      { name: 'named', namespace: 'x' },
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
  ])('of %j is about another object', async (metadata, message) => {
    expect(await refusalOf(bench.update(at('named'), { metadata }))).toMatchObject({ code: 400, message });
  });

  it('that changes nothing writes nothing', async () => {
    const before = await make('same', { data: { k: 'v' } });
    const revision = await bench.currentRevision();
    const after = await valueOf(
      bench.update(at('same'), { metadata: { name: 'same' }, data: { k: 'v' } }, { fieldManager: 'other' }),
    );
    expect(objectOf(after)).toEqual(before);
    expect(await bench.currentRevision()).toBe(revision);
  });

  it('in a dry run changes nothing', async () => {
    const before = await make('dry');
    const after = await valueOf(
      bench.update(at('dry'), { metadata: { name: 'dry' }, data: { k: 'v' } }, { dryRun: ['All'] }),
    );
    expect(objectOf(after)).toMatchObject({ data: { k: 'v' } });
    expect(objectOf(after).metadata.resourceVersion).toBe(before.metadata.resourceVersion);
    expect(await bench.read(at('dry'))).toEqual(before);
  });

  it('loses nothing to others who write at the same time', async () => {
    await make('crowd', { data: {} });
    const writers = Array.from({ length: 40 }, (_, at) => `k${at}`);
    await Promise.all(writers.map((key) => valueOf(bench.patch(at('crowd'), 'merge', { data: { [key]: 'v' } }))));
    expect(Object.keys((await bench.read(at('crowd')))['data'] as object).sort()).toEqual(writers.sort());
  });

  it('lets one of those win who saw the same version', async () => {
    const seen = await make('race');
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        bench.update({ ...configMaps(), name: 'race' }, { ...seen, data: { at: String(at) } }),
      ),
    );
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe('the spec and the status', () => {
  it('keep out of each other', async () => {
    const job = await makeJob('apart');
    const place = { ...jobs(), name: 'apart' };
    const spec = job['spec'] as object;
    const main = objectOf(
      await valueOf(bench.update(place, { ...job, spec: { ...spec, parallelism: 2 }, status: { active: 9 } })),
    );
    expect([main['status'], main.metadata.generation]).toEqual([{}, 2]);
    const status = objectOf(
      await valueOf(
        bench.update(
          { ...place, subresource: 'status' },
          { ...main, spec: { ...spec, parallelism: 7 }, status: { active: 3 } },
        ),
      ),
    );
    expect([status['status'], status.metadata.generation]).toEqual([{ active: 3 }, 2]);
    expect(status['spec']).toMatchObject({ parallelism: 2 });
    expect(status.metadata.managedFields?.map(({ subresource }) => subresource)).toContain('status');
  });

  it('count changes of the spec alone', async () => {
    await makeJob('counted');
    const place = { ...jobs(), name: 'counted' };
    const labelled = await valueOf(bench.patch(place, 'merge', { metadata: { labels: { a: 'b' }, generation: 9 } }));
    expect(objectOf(labelled).metadata.generation).toBe(1);
    const changed = await valueOf(bench.patch(place, 'merge', { spec: { parallelism: 3 } }));
    expect(objectOf(changed).metadata.generation).toBe(2);
  });
});

describe('a patch', () => {
  it.each([
    ['json' as const, [{ op: 'add', path: '/data/l', value: '2' }]],
    ['merge' as const, { data: { l: '2' } }],
    ['strategic' as const, { data: { l: '2' } }],
  ])('of kind %s changes what it says', async (kind, patch) => {
    await make(kind, { data: { k: '1' } });
    const patched = await valueOf(bench.patch(at(kind), kind, patch));
    expect(objectOf(patched)['data']).toEqual({ k: '1', l: '2' });
  });

  it('that applies makes what is not there, and remembers who did', async () => {
    const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' }, data: { k: 'v' } };
    const made = await valueOf(bench.patch(at('applied'), 'apply', config, { fieldManager: 'one' }));
    expect([made.isCreated, objectOf(made).metadata.managedFields?.[0]?.manager]).toEqual([true, 'one']);
    const other = { ...config, data: { k: 'w' } };
    const refusal = await refusalOf(bench.patch(at('applied'), 'apply', other, { fieldManager: 'two' }));
    expect(refusal.message).toBe('Apply failed with 1 conflict: conflict with "one": .data.k');
    const forced = await valueOf(bench.patch(at('applied'), 'apply', other, { fieldManager: 'two', force: 'true' }));
    expect(objectOf(forced)['data']).toEqual({ k: 'w' });
  });

  it.each([
    ['json' as const, '{"op":"add"}', 400, 'json: cannot unmarshal object into Go value of type jsonpatch.Patch'],
    ['json' as const, '[{"op":"remove","path":"/none"}]', 422, 'the server rejected our request'],
    ['json' as const, '[', 400, 'unexpected end of JSON input'],
    ['merge' as const, '', 400, 'Invalid JSON Patch'],
    ['merge' as const, '{"data":{"k":5}}', 422, 'json: cannot unmarshal number into Go struct field ConfigMap.data'],
    ['merge' as const, '{"metadata":{"resourceVersion":"1"}}', 409, modified],
    ['merge' as const, '{"metadata":{"uid":"x"}}', 422, 'metadata.uid: Invalid value: "x": field is immutable'],
    ['strategic' as const, '[]', 400, 'json: cannot unmarshal array into Go value of type map[string]interface {}'],
    ['apply' as const, '{"kind":"ConfigMap"}', 400, 'Incorrect version specified in apply patch'],
  ])('of kind %s is refused: %s', async (kind, text, code, message) => {
    await bench.create(configMaps(), { metadata: { name: 'refusing' } });
    const status = await refusalOf(bench.patch(at('refusing'), kind, text, { fieldManager: 'm' }));
    expect(status.code).toBe(code);
    expect(status.message).toContain(message);
  });

  it('that applies needs a manager, and only it may be forced', async () => {
    const applied = await refusalOf(bench.patch(at('x'), 'apply', {}));
    expect(applied.message).toContain('fieldManager: Required value: is required for apply patch');
    const merged = await refusalOf(bench.patch(at('x'), 'merge', {}, { force: 'true' }));
    expect(merged.message).toContain('force: Forbidden: may not be specified for non-apply patch');
  });
});

describe('owners', () => {
  it('are told once, with a warning', async () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' };
    const made = await valueOf(
      bench.create(configMaps(), { metadata: { name: 'owned', ownerReferences: [owner, owner] } }),
    );
    expect(objectOf(made).metadata['ownerReferences']).toEqual([owner]);
    expect(made.warnings[0]).toContain('.metadata.ownerReferences contains duplicate entries; API server dedups');
  });

  it('of an empty list are those who sent it', async () => {
    const role = { resource: bench.resource('roles', 'rbac.authorization.k8s.io/v1'), namespace: 'default' };
    const made = objectOf(await valueOf(bench.create(role, { metadata: { name: 'empty' }, rules: [] })));
    expect([made['rules'], made.metadata.managedFields?.[0]?.fieldsV1]).toEqual([null, { 'f:rules': {} }]);
  });
});
