import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { objectOf, openBench, refusalOf, valueOf, type Bench } from '../testing/open-registry.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await openBench();
});

afterAll(() => bench.close());

const place = (plural: string, apiVersion = 'v1') => ({
  resource: bench.resource(plural, apiVersion),
  namespace: 'default',
});

describe('a new object', () => {
  it('is named by its uid where its kind says so', async () => {
    const body = { metadata: { generateName: 'x-' }, spec: { limits: [] } };
    const { name, uid } = objectOf(await valueOf(bench.create(place('limitranges'), body))).metadata;
    expect(name).toBe(uid);
  });

  it('is refused under the older group that clients know', async () => {
    const body = { metadata: { name: 'a' }, spec: {} };
    const { message, details } = await refusalOf(bench.create(place('ingresses', 'networking.k8s.io/v1'), body));
    expect(message).toMatch(/^Ingress\.extensions "a" is invalid: spec: /);
    expect(details).toMatchObject({ group: 'extensions', kind: 'Ingress' });
  });
});

describe('a write to a name that is free', () => {
  it.each<[string, string, object]>([
    ['runtimeclasses', 'node.k8s.io/v1', { handler: 'h' }],
    ['poddisruptionbudgets', 'policy/v1', { spec: { minAvailable: 1 } }],
  ])('makes one of %s', async (plural, apiVersion, body) => {
    const resource = bench.resource(plural, apiVersion);
    const at = { resource, name: 'new', ...(resource.scope === 'Namespaced' && { namespace: 'default' }) };
    const { name } = objectOf(await valueOf(bench.update(at, { metadata: { name: 'new' }, ...body }))).metadata;
    expect(name).toBe('new');
  });
});

describe('an event', () => {
  const about = { kind: 'Pod', name: 'p', namespace: 'default' };
  const reported = { reportingController: 'example.com/c', reportingInstance: 'i', action: 'A', reason: 'R' };
  const body = (name: string, fields: object) => ({ metadata: { name }, regarding: about, ...reported, ...fields });
  const strict = () => place('events', 'events.k8s.io/v1');
  const eventTime = '2022-01-02T03:04:05.000000Z';

  it('is held to the form of the version it is written in', async () => {
    const { message } = await refusalOf(bench.create(strict(), body('a', { deprecatedCount: 1 })));
    expect(message).toBe(
      'Event "a" is invalid: [eventTime: Required value, type: Invalid value: "": has invalid value: , count: Invalid value: "": needs to be unset]',
    );
    const old = { metadata: { name: 'old' }, involvedObject: about };
    await valueOf(bench.create(place('events'), old));
  });

  it('changes by its series alone', async () => {
    await valueOf(bench.create(strict(), body('b', { eventTime, type: 'Normal' })));
    const change = (fields: object) =>
      bench.update({ ...strict(), name: 'b' }, body('b', { eventTime, type: 'Normal', ...fields }));
    await valueOf(change({ series: { count: 2, lastObservedTime: eventTime } }));
    const { message } = await refusalOf(change({ reason: 'Other' }));
    expect(message).toBe('Event "b" is invalid: reason: Invalid value: "Other": field is immutable');
  });

  it('has names and finalizers of any form in the older version, and none with a slash', async () => {
    const old = (name: string) => ({ metadata: { name, finalizers: ['mine'] }, involvedObject: about });
    await valueOf(bench.create(place('events'), old('A_b')));
    const { message } = await refusalOf(bench.create(place('events'), old('a%b')));
    expect(message).toBe(`Event "a%b" is invalid: metadata.name: Invalid value: "a%b": may not contain '%'`);
  });
});

describe('causes of bad metadata', () => {
  const labels = { a: 'b c' };
  const countIn = async (plural: string, apiVersion: string, body: object): Promise<number> => {
    const at = { ...place(plural, apiVersion), name: 'm' };
    await valueOf(bench.create(place(plural, apiVersion), { metadata: { name: 'm' }, ...body }));
    const { details } = await refusalOf(bench.update(at, { metadata: { name: 'm', labels }, ...body }));
    return details?.causes?.length ?? 0;
  };
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const workload = { spec: { selector: { matchLabels: { a: 'b' } }, template } };

  it.each<[string, string, object, number]>([
    ['configmaps', 'v1', {}, 4],
    ['deployments', 'apps/v1', workload, 3],
    ['replicasets', 'apps/v1', workload, 4],
    ['endpointslices', 'discovery.k8s.io/v1', { addressType: 'IPv4', endpoints: [] }, 3],
    ['limitranges', 'v1', { spec: { limits: [] } }, 3],
    ['roles', 'rbac.authorization.k8s.io/v1', {}, 5],
  ])('of %s are repeated as often as clients know them', async (plural, apiVersion, body, count) => {
    expect(await countIn(plural, apiVersion, body)).toBe(count);
  });
});
