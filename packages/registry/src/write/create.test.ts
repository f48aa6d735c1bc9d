import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { objectOf, openBench, refusalOf, valueOf } from '../testing/open-registry.ts';
import type { Bench } from '../testing/open-registry.ts';

let bench: Bench;
let suffix = 0;

const place = () => ({ resource: bench.resource('configmaps'), namespace: 'default' });
const fresh = () => `n${(suffix += 1)}`;

beforeAll(async () => {
  // Names are made of the first letters, whatever has been made: every second one is taken.
  let calls = 0;
  bench = await openBench({ random: () => (Math.floor((calls += 1) / 10) % 27) / 27 });
});

afterAll(() => bench.close());

describe('a new object', () => {
  it('gets identity, times, a version and an owner', async () => {
    const name = fresh();
    const made = await valueOf(
      bench.create(place(), { metadata: { name, uid: 'mine', generation: 3 }, data: { k: 'v' } }),
    );
    const { metadata, ...rest } = objectOf(made);
    expect(rest).toEqual({ kind: 'ConfigMap', apiVersion: 'v1', data: { k: 'v' } });
    expect(metadata).toMatchObject({ name, namespace: 'default', generation: 3 });
    expect(metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(metadata['creationTimestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(metadata.resourceVersion).toBe(String(await bench.currentRevision()));
    expect(metadata.managedFields).toMatchObject([
      { manager: 'tester', fieldsV1: { 'f:data': { '.': {}, 'f:k': {} } } },
    ]);
    expect(made.isCreated).toBe(true);
    expect(await bench.read({ ...place(), name })).toEqual(objectOf(made));
  });

  it('is new whatever it says of its deletion', async () => {
    const name = fresh();
    const body = { metadata: { name, deletionTimestamp: '2001-01-01T00:00:00Z', deletionGracePeriodSeconds: 5 } };
    const { metadata } = objectOf(await valueOf(bench.create(place(), body)));
    expect(metadata).not.toHaveProperty('deletionTimestamp');
    expect(metadata).not.toHaveProperty('deletionGracePeriodSeconds');
  });

  it('cannot be at a version', async () => {
    const status = await refusalOf(bench.create(place(), { metadata: { name: fresh(), resourceVersion: '5' } }));
    expect([status.code, status.message]).toEqual([500, 'resourceVersion should not be set on objects to be created']);
  });

  it('takes a name once', async () => {
    const name = fresh();
    await valueOf(bench.create(place(), { metadata: { name } }));
    const twice = { code: 409, reason: 'AlreadyExists', message: `configmaps "${name}" already exists` };
    expect(await refusalOf(bench.create(place(), { metadata: { name } }))).toMatchObject(twice);
    expect(await refusalOf(bench.create(place(), { metadata: { name } }, { dryRun: ['All'] }))).toMatchObject(twice);
  });

  it('is told when the name is about to be free', async () => {
    const name = fresh();
    await valueOf(bench.create(place(), { metadata: { name, finalizers: ['example.com/x'] } }));
    await valueOf(bench.delete({ ...place(), name }));
    const status = await refusalOf(bench.create(place(), { metadata: { name } }));
    expect(status.message).toBe(`object is being deleted: configmaps "${name}" already exists`);
  });

  it('gets another made name when the first is taken', async () => {
    const made = await Promise.all(
      [1, 2, 3].map(() => valueOf(bench.create(place(), { metadata: { generateName: 'gen-' } }))),
    );
    const names = made.map((each) => objectOf(each).metadata.name);
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  it('says when no name was free', async () => {
    const busy = await openBench({ random: () => 0 });
    const there = { resource: busy.resource('configmaps'), namespace: 'default' };
    await valueOf(busy.create(there, { metadata: { generateName: 'gen-' } }));
    const status = await refusalOf(busy.create(there, { metadata: { generateName: 'gen-' } }));
    expect(status).toMatchObject({
      code: 409,
      message:
        'configmaps "gen-bbbbb" already exists, the server was not able to generate a unique name for the object',
      details: { retryAfterSeconds: 1 },
    });
    await busy.close();
  });

  it('is in the namespace of the path, or nowhere', async () => {
    const status = await refusalOf(bench.create(place(), { metadata: { name: fresh(), namespace: 'other' } }));
    expect(status).toMatchObject({
      code: 400,
      message: 'the namespace of the provided object does not match the namespace sent on the request',
    });
  });

  it('needs its namespace', async () => {
    const status = await refusalOf(bench.create({ ...place(), namespace: 'none' }, { metadata: { name: fresh() } }));
    expect(status).toMatchObject({ code: 404, message: 'namespaces "none" not found' });
  });

  it('is counted from 1 where the kind counts', async () => {
    const jobs = { resource: bench.resource('jobs', 'batch/v1'), namespace: 'default' };
    const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
    const job = objectOf(
      await valueOf(
        bench.create(jobs, { metadata: { name: 'j', generation: 7 }, spec: { template }, status: { active: 3 } }),
      ),
    );
    expect([job.metadata.generation, job['status']]).toEqual([1, {}]);
    expect(job.metadata['labels']).toEqual({ 'controller-uid': job.metadata.uid, 'job-name': 'j' });
  });

  it('is stored in one version and made through any', async () => {
    const beta = { resource: bench.resource('runtimeclasses', 'node.k8s.io/v1beta1') };
    const made = await valueOf(bench.create(beta, { metadata: { name: 'r' }, handler: 'runc' }));
    expect([objectOf(made)['apiVersion'], made.form.version]).toEqual(['node.k8s.io/v1', 'v1']);
    expect(objectOf(made).metadata.managedFields?.[0]).toMatchObject({ apiVersion: 'node.k8s.io/v1beta1' });
  });
});

describe('a dry run', () => {
  it('does all but store', async () => {
    const name = fresh();
    const before = await bench.currentRevision();
    const made = await valueOf(bench.create(place(), { metadata: { name } }, { dryRun: ['All'] }));
    expect(objectOf(made).metadata).toMatchObject({ name, uid: expect.any(String) });
    expect(objectOf(made).metadata.resourceVersion).toBeUndefined();
    expect(await bench.currentRevision()).toBe(before);
  });

  it.each([[['']], [['true']], [['All', 'None']]])('is not asked for by %j', async (dryRun) => {
    const status = await refusalOf(bench.create(place(), { metadata: { name: fresh() } }, { dryRun }));
    expect(status.code).toBe(422);
    expect(status.message).toMatch(
      /^CreateOptions\.meta\.k8s\.io "" is invalid: dryRun: Unsupported value: \[\]string\{/,
    );
  });
});

describe('fields that nobody knows', () => {
  const body = { metadata: { name: 'fields' }, data: { k: 'v' }, nosuch: 1 };

  it('are dropped without a word by default', async () => {
    const made = await valueOf(bench.create(place(), body, { dryRun: ['All'] }));
    expect([objectOf(made)['nosuch'], made.warnings]).toEqual([undefined, []]);
  });

  it('are warned of', async () => {
    const text = '{"metadata":{"name":"fields"},"data":{"k":"v","k":"w"},"nosuch":1}';
    const made = await valueOf(bench.create(place(), text, { dryRun: ['All'], fieldValidation: 'Warn' }));
    expect(made.warnings).toEqual(['unknown field "nosuch"', 'duplicate field "data.k"']);
  });

  it('are refused where fields are strict', async () => {
    const status = await refusalOf(bench.create(place(), body, { fieldValidation: 'Strict' }));
    expect(status).toMatchObject({
      code: 400,
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "nosuch"',
    });
  });

  it('have three ways to be dealt with', async () => {
    const status = await refusalOf(bench.create(place(), body, { fieldValidation: 'Loud' }));
    expect(status.message).toBe(
      'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "Loud": supported values: "", "Ignore", "Strict", "Warn"',
    );
  });
});

describe('a body', () => {
  it.each([
    [
      '',
      "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)",
    ],
    [
      '{"apiVersion":"a/b/c"}',
      'the object provided is unrecognized (must be of type ConfigMap): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c"})',
    ],
    [
      '{"kind":"Secret","apiVersion":"v1"}',
      'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    ],
    [
      '{"kind":"Nothing"}',
      'Nothing in version "v1" cannot be handled as a ConfigMap: no kind "Nothing" is registered for version "v1" in scheme "keelson"',
    ],
    [
      '{"data":{"k":1}}',
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    ],
    [
      '{"kind":5}',
      'the object provided is unrecognized (must be of type ConfigMap): couldn\'t get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string ({"kind":5})',
    ],
  ])('%s is refused', async (text, message) => {
    expect(await refusalOf(bench.create(place(), text))).toMatchObject({ code: 400, reason: 'BadRequest', message });
  });

  it('of another version of the kind is refused', async () => {
    const there = { resource: bench.resource('runtimeclasses', 'node.k8s.io/v1') };
    const status = await refusalOf(bench.create(there, { apiVersion: 'node.k8s.io/v1beta1', kind: 'RuntimeClass' }));
    expect(status.message).toBe(
      'the API version in the data (node.k8s.io/v1beta1) does not match the expected API version (node.k8s.io/v1)',
    );
  });

  it('cannot reach a prototype', async () => {
    const text = '{"metadata":{"name":"proto"},"data":{"__proto__":"x","constructor":"y"}}';
    const made = await valueOf(bench.create(place(), text));
    expect(made.object.value.toString()).toContain('"data":{"__proto__":"x","constructor":"y"}');
  });
});
