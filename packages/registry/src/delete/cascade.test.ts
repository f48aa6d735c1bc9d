import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { objectOf, openBench, refusalOf, tester, valueOf, type Bench } from '../testing/open-registry.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const held = 'example.com/held';
const services = (name?: string) => ({ resource: bench.resource('services'), namespace: 'default', name });
const endpoints = (name?: string) => ({ resource: bench.resource('endpoints'), namespace: 'default', name });

async function makeBoth(name: string, metadata: { readonly service?: object; readonly endpoints?: object } = {}) {
  const spec = { clusterIP: 'None', ports: [{ port: 80 }] };
  await valueOf(bench.create(services(), { metadata: { name, ...metadata.service }, spec }));
  const subsets = [{ addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 80 }] }];
  await valueOf(bench.create(endpoints(), { metadata: { name, ...metadata.endpoints }, subsets }));
}

const isGone = async (name: string): Promise<boolean> => {
  const read = await bench.registry.get(endpoints(name), {});
  return !read.ok && read.status.code === 404;
};

describe('the Endpoints of a Service', () => {
  it('are deleted with it, and no other Endpoints', async () => {
    await makeBoth('a');
    await makeBoth('b');
    await valueOf(bench.delete(services('a')));
    expect([await isGone('a'), await isGone('b')]).toEqual([true, false]);
  });

  it('need not be there', async () => {
    await makeBoth('alone');
    await valueOf(bench.delete(endpoints('alone')));
    await valueOf(bench.delete(services('alone')));
    expect(await refusalOf(bench.registry.get(services('alone'), {}))).toMatchObject({ code: 404 });
  });

  it('stay after a dry run, and after a delete that is refused', async () => {
    await makeBoth('kept');
    await valueOf(bench.delete(services('kept'), { dryRun: ['All'] }));
    await refusalOf(bench.delete(services('kept'), {}, { preconditions: { uid: 'another' } }));
    expect(await isGone('kept')).toBe(false);
  });

  it('are deleted when an update takes the last finalizer off the Service', async () => {
    await makeBoth('slow', { service: { finalizers: [held] } });
    await valueOf(bench.delete(services('slow')));
    expect(await isGone('slow')).toBe(false);
    await valueOf(bench.patch(services('slow'), 'merge', { metadata: { finalizers: null } }));
    expect(await isGone('slow')).toBe(true);
  });

  it('stay as long as finalizers of their own hold them', async () => {
    await makeBoth('own', { endpoints: { finalizers: [held] } });
    await valueOf(bench.delete(services('own')));
    const { object } = await valueOf(bench.registry.get(endpoints('own'), {}));
    expect(objectOf({ object }).metadata['deletionTimestamp']).toBeDefined();
  });

  it('are deleted with a collection of Services', async () => {
    await makeBoth('one', { service: { labels: { set: 'x' } } });
    await makeBoth('two', { service: { labels: { set: 'x' } } });
    const request = { body: undefined, options: {}, caller: tester };
    await valueOf(bench.registry.deleteCollection(services(), request, { labelSelector: 'set=x' }));
    expect([await isGone('one'), await isGone('two')]).toEqual([true, true]);
  });
});
