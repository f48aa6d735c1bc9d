import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { objectOf, openBench, refusalOf, valueOf } from '../testing/open-registry.ts';
import type { Bench } from '../testing/open-registry.ts';

let bench: Bench;

const namespaces = () => ({ resource: bench.resource('namespaces') });
const named = (name: string) => ({ ...namespaces(), name });
const inside = (namespace: string, name?: string) => ({ resource: bench.resource('configmaps'), namespace, name });

beforeAll(async () => {
  bench = await openBench();
});

afterAll(() => bench.close());

describe('a namespace', () => {
  it('ends in three steps: it is going, it is emptied, it is gone', async () => {
    await valueOf(bench.create(namespaces(), { metadata: { name: 'ends' } }));
    await valueOf(bench.create(inside('ends'), { metadata: { name: 'a' } }));
    await valueOf(bench.create(inside('ends'), { metadata: { name: 'b', finalizers: ['example.com/x'] } }));
    const going = await valueOf(bench.delete(named('ends')));
    expect(going.kind === 'object' && objectOf(going.answer)).toMatchObject({ status: { phase: 'Terminating' } });
    expect(await valueOf(bench.registry.emptyNamespace('ends'))).toEqual({ remaining: 1 });
    expect(await bench.read(named('ends'))).toMatchObject({ spec: { finalizers: ['kubernetes'] } });
    await valueOf(bench.patch(inside('ends', 'b'), 'merge', { metadata: { finalizers: null } }));
    expect(await valueOf(bench.registry.emptyNamespace('ends'))).toEqual({ remaining: 0 });
    expect(await refusalOf(bench.registry.get(named('ends'), {}))).toMatchObject({ code: 404 });
  });

  it('that is going takes nothing new, and lets go of what it has', async () => {
    await valueOf(bench.create(namespaces(), { metadata: { name: 'closed' } }));
    await valueOf(bench.create(inside('closed'), { metadata: { name: 'a' } }));
    await valueOf(bench.delete(named('closed')));
    expect(await refusalOf(bench.create(inside('closed'), { metadata: { name: 'b' } }))).toEqual(
      expect.objectContaining({
        code: 403,
        message:
          'configmaps "b" is forbidden: unable to create new content in namespace closed because it is being terminated',
        details: {
          name: 'b',
          kind: 'configmaps',
          causes: [
            {
              reason: 'NamespaceTerminating',
              message: 'namespace closed is being terminated',
              field: 'metadata.namespace',
            },
          ],
        },
      }),
    );
    await valueOf(bench.patch(inside('closed', 'a'), 'merge', { data: { k: 'v' } }));
    await valueOf(bench.delete(inside('closed', 'a')));
  });

  it('is what its metadata says, whatever labels, annotations and data say', async () => {
    const fake = '"deletionTimestamp":"2020-01-01T00:00:00Z"';
    const metadata = { labels: { deletionTimestamp: 'x' }, annotations: { deletionTimestamp: 'x', fake } };
    await valueOf(bench.create(namespaces(), { metadata: { name: 'worded', ...metadata } }));
    await valueOf(bench.create(inside('worded'), { metadata: { name: 'a', ...metadata }, data: { fake } }));
    expect(await valueOf(bench.registry.emptyNamespace('worded'))).toEqual({ remaining: 0 });
    expect((await bench.read(inside('worded', 'a'))).metadata.name).toBe('a');
    await valueOf(bench.create(inside('worded'), { metadata: { name: 'b' } }));
    await valueOf(bench.delete(named('worded')));
    expect(await refusalOf(bench.create(inside('worded'), { metadata: { name: 'c' } }))).toMatchObject({ code: 403 });
    expect(await valueOf(bench.registry.emptyNamespace('worded'))).toEqual({ remaining: 0 });
    expect(await refusalOf(bench.registry.get(named('worded'), {}))).toMatchObject({ code: 404 });
  });

  it('that is not going is not emptied', async () => {
    await valueOf(bench.create(namespaces(), { metadata: { name: 'stays' } }));
    await valueOf(bench.create(inside('stays'), { metadata: { name: 'a' } }));
    expect(await valueOf(bench.registry.emptyNamespace('stays'))).toEqual({ remaining: 0 });
    expect((await bench.read(inside('stays', 'a'))).metadata.name).toBe('a');
  });

  it('of the system stays', async () => {
    const status = await refusalOf(bench.delete(named('default')));
    expect(status).toMatchObject({
      code: 403,
      message: 'namespaces "default" is forbidden: this namespace may not be deleted',
    });
  });

  it('is the one that is meant', async () => {
    await valueOf(bench.create(namespaces(), { metadata: { name: 'meant' } }));
    const status = await refusalOf(bench.delete(named('meant'), {}, { preconditions: { uid: 'wrong' } }));
    expect(status.message).toContain('"meant": Precondition failed: UID in precondition: wrong');
  });

  it('changes its finalizers at their own place alone', async () => {
    await valueOf(bench.create(namespaces(), { metadata: { name: 'final' } }));
    const plain = await valueOf(bench.patch(named('final'), 'merge', { spec: { finalizers: [] } }));
    expect(objectOf(plain)['spec']).toEqual({ finalizers: ['kubernetes'] });
    const place = { ...named('final'), subresource: 'finalize' };
    const body = { metadata: { name: 'final' }, spec: { finalizers: ['kubernetes', 'example.com/x'] } };
    expect(objectOf(await valueOf(bench.update(place, body)))['spec']).toEqual(body.spec);
  });

  it('is gone once a client has taken the last finalizer off its spec, unless its metadata has others', async () => {
    await valueOf(bench.create(namespaces(), { metadata: { name: 'freed', finalizers: ['example.com/x'] } }));
    await valueOf(bench.delete(named('freed')));
    const place = { ...named('freed'), subresource: 'finalize' };
    const metadata = { name: 'freed', finalizers: ['example.com/x'] };
    const held = await valueOf(bench.update(place, { metadata, spec: { finalizers: [] } }));
    expect(objectOf(held)['spec']).toEqual({});
    expect(await bench.read(named('freed'))).toMatchObject({ status: { phase: 'Terminating' } });
    await valueOf(bench.patch(named('freed'), 'merge', { metadata: { finalizers: null } }));
    expect(await refusalOf(bench.registry.get(named('freed'), {}))).toMatchObject({ code: 404 });

    await valueOf(bench.create(namespaces(), { metadata: { name: 'emptied' } }));
    await valueOf(bench.delete(named('emptied')));
    const body = { metadata: { name: 'emptied' }, spec: { finalizers: [] } };
    const last = objectOf(await valueOf(bench.update({ ...named('emptied'), subresource: 'finalize' }, body)));
    expect(last).toMatchObject({ status: { phase: 'Terminating' }, spec: {} });
    expect(await refusalOf(bench.registry.get(named('emptied'), {}))).toMatchObject({ code: 404 });
  });
});
