import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { DeleteAnswer } from '../contract.ts';
import { jsonOf, objectOf, openBench, refusalOf, tester, valueOf } from '../testing/open-registry.ts';
import type { Bench, Json } from '../testing/open-registry.ts';

let bench: Bench;

const configMaps = () => ({ resource: bench.resource('configmaps'), namespace: 'default' });
const at = (name: string) => ({ ...configMaps(), name });
const make = async (name: string, finalizers?: string[], labels = {}): Promise<Json> =>
  objectOf(await valueOf(bench.create(configMaps(), { metadata: { name, finalizers, labels } })));
const shown = (answer: DeleteAnswer): Json => {
  if (answer.kind !== 'object') throw new Error('it is gone');
  return objectOf(answer.answer);
};
const held = 'example.com/x';

beforeAll(async () => {
  bench = await openBench();
});

afterAll(() => bench.close());

describe('a delete', () => {
  it('removes what nothing holds, and says what is gone', async () => {
    const { metadata } = await make('free');
    const answer = await valueOf(bench.delete(at('free')));
    expect(answer).toMatchObject({
      kind: 'status',
      isAccepted: false,
      status: { status: 'Success', details: { name: 'free', kind: 'configmaps', uid: metadata.uid } },
    });
    expect(await refusalOf(bench.registry.get(at('free'), {}))).toMatchObject({ code: 404 });
  });

  it('answers with the object where the kind says so', async () => {
    const accounts = { resource: bench.resource('serviceaccounts'), namespace: 'default' };
    await valueOf(bench.create(accounts, { metadata: { name: 'a' } }));
    expect(shown(await valueOf(bench.delete({ ...accounts, name: 'a' })))['kind']).toBe('ServiceAccount');
  });

  it('needs something to delete', async () => {
    expect(await refusalOf(bench.delete(at('none')))).toMatchObject({ code: 404 });
  });

  it('leaves what finalizers hold, until the last is gone', async () => {
    await make('held', [held, 'example.com/y']);
    const going = shown(await valueOf(bench.delete(at('held'))));
    expect(going.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, finalizers: [held, 'example.com/y'] });
    const one = await valueOf(bench.patch(at('held'), 'merge', { metadata: { finalizers: [held] } }));
    expect(objectOf(one).metadata['deletionTimestamp']).toBe(going.metadata['deletionTimestamp']);
    const more = bench.patch(at('held'), 'merge', { metadata: { finalizers: [held, 'example.com/z'] } });
    expect((await refusalOf(more)).message).toContain('no new finalizers can be added');
    await valueOf(bench.patch(at('held'), 'merge', { metadata: { finalizers: null } }));
    expect(await refusalOf(bench.registry.get(at('held'), {}))).toMatchObject({ code: 404 });
  });

  it('does not come back by an update that forgets it', async () => {
    await make('forgotten', [held]);
    await valueOf(bench.delete(at('forgotten')));
    const body = { metadata: { name: 'forgotten', finalizers: [held] }, data: { k: 'v' } };
    expect(objectOf(await valueOf(bench.update(at('forgotten'), body))).metadata).toHaveProperty('deletionTimestamp');
  });

  it('in a dry run changes nothing', async () => {
    const before = await make('dry');
    expect((await valueOf(bench.delete(at('dry'), { dryRun: ['All'] }))).kind).toBe('status');
    expect(await bench.read(at('dry'))).toEqual(before);
  });

  it('means the object of its uid and version', async () => {
    const { metadata } = await make('meant');
    const { uid = '', resourceVersion = '' } = metadata;
    const byUid = await refusalOf(bench.delete(at('meant'), {}, { preconditions: { uid: 'other' } }));
    expect(byUid).toMatchObject({
      code: 409,
      message: `Operation cannot be fulfilled on ConfigMap "meant": the UID in the precondition (other) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    });
    const byVersion = await refusalOf(bench.delete(at('meant'), {}, { preconditions: { resourceVersion: '1' } }));
    expect(byVersion.message).toContain(
      `the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (${resourceVersion})`,
    );
    await valueOf(bench.delete(at('meant'), {}, { preconditions: { uid, resourceVersion } }));
  });
});

describe('dependents', () => {
  it('are asked for by finalizers, which another delete may change', async () => {
    await make('policy', [held]);
    const finalizers = async (propagationPolicy?: string) =>
      shown(await valueOf(bench.delete(at('policy'), { propagationPolicy }))).metadata['finalizers'];
    expect(await finalizers('Foreground')).toEqual([held, 'foregroundDeletion']);
    expect(await finalizers('Orphan')).toEqual([held, 'orphan']);
    expect(await finalizers()).toEqual([held, 'orphan']);
    expect(await finalizers('Background')).toEqual([held]);
  });

  it('are orphaned in the older way too', async () => {
    await make('orphan');
    const orphaned = shown(await valueOf(bench.delete(at('orphan'), { orphanDependents: 'true' })));
    expect(orphaned.metadata['finalizers']).toEqual(['orphan']);
    await make('accepted', [held]);
    expect(await valueOf(bench.delete(at('accepted'), { orphanDependents: 'false' }))).toMatchObject({
      isAccepted: true,
    });
  });

  it('hold a namespace that is deleted with them in the older way', async () => {
    const namespaces = { resource: bench.resource('namespaces') };
    for (const [name, orphanDependents, finalizer] of [
      ['cascading', 'false', 'foregroundDeletion'],
      ['orphaning', 'true', 'orphan'],
    ] as const) {
      await valueOf(bench.create(namespaces, { metadata: { name } }));
      const answer = await valueOf(bench.delete({ ...namespaces, name }, { orphanDependents }));
      expect(shown(answer).metadata['finalizers']).toEqual([finalizer]);
    }
  });

  it('stay by default where the kind says so, with a warning', async () => {
    const jobs = { resource: bench.resource('jobs', 'batch/v1'), namespace: 'default' };
    const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
    await valueOf(bench.create(jobs, { metadata: { name: 'j' }, spec: { template } }));
    const answer = await valueOf(bench.delete({ ...jobs, name: 'j' }));
    expect(shown(answer).metadata).toMatchObject({ finalizers: ['orphan'], generation: 2 });
    expect(answer.warnings[0]).toContain('child pods are preserved by default');
  });
});

describe('a grace period', () => {
  const pods = () => ({ resource: bench.resource('pods'), namespace: 'default' });
  const makePod = async (name: string) => {
    const spec = { containers: [{ name: 'c', image: 'i' }], nodeName: 'n' };
    await valueOf(bench.create(pods(), { metadata: { name }, spec }));
  };

  it('is given to what runs, and can be shortened', async () => {
    await makePod('slow');
    const place = { ...pods(), name: 'slow' };
    expect(shown(await valueOf(bench.delete(place))).metadata['deletionGracePeriodSeconds']).toBe(30);
    const shorter = shown(await valueOf(bench.delete(place, { gracePeriodSeconds: '5' })));
    expect(shorter.metadata['deletionGracePeriodSeconds']).toBe(5);
    const longer = shown(await valueOf(bench.delete(place, { gracePeriodSeconds: '60' })));
    expect(longer.metadata['deletionGracePeriodSeconds']).toBe(5);
    await valueOf(bench.delete(place, { gracePeriodSeconds: '0' }));
    expect(await refusalOf(bench.registry.get(place, {}))).toMatchObject({ code: 404 });
  });

  it('is none for what never ran, which is shown as it went', async () => {
    await valueOf(
      bench.create(pods(), { metadata: { name: 'quick' }, spec: { containers: [{ name: 'c', image: 'i' }] } }),
    );
    const gone = shown(await valueOf(bench.delete({ ...pods(), name: 'quick' })));
    expect(gone.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, deletionTimestamp: expect.any(String) });
    expect(await refusalOf(bench.registry.get({ ...pods(), name: 'quick' }, {}))).toMatchObject({ code: 404 });
  });

  it('means nothing to kinds that end at once', async () => {
    await make('instant');
    expect((await valueOf(bench.delete(at('instant'), { gracePeriodSeconds: '60' }))).kind).toBe('status');
  });
});

describe('options of a delete', () => {
  it.each([
    [{ propagationPolicy: 'Nonsense' }, 422, 'supported values: "Foreground", "Background", "Orphan", "nil"'],
    [{ propagationPolicy: 'Orphan', orphanDependents: 'true' }, 422, 'cannot be both set'],
    [{ dryRun: ['x'] }, 422, 'DeleteOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: []string{"x"}'],
    [{ gracePeriodSeconds: 'soon' }, 400, 'strconv.ParseInt: parsing "soon": invalid syntax'],
  ])('%j are refused', async (options, code, message) => {
    const status = await refusalOf(bench.delete(at('any'), options));
    expect(status.code).toBe(code);
    expect(status.message).toContain(message);
  });

  it('in the body take the place of those in the query', async () => {
    await make('both', [held]);
    const answer = await valueOf(
      bench.delete(at('both'), { propagationPolicy: 'Orphan' }, { propagationPolicy: 'Foreground' }),
    );
    expect(shown(answer).metadata['finalizers']).toEqual([held, 'foregroundDeletion']);
  });

  it.each([
    ['not json', "couldn't get version/kind; json parse error: invalid character"],
    [{ kind: 'Wrong', apiVersion: 'v1' }, 'no kind "Wrong" is registered for version "v1" in scheme'],
  ])('%j are none', async (body, message) => {
    expect((await refusalOf(bench.delete(at('any'), {}, body))).message).toContain(message);
  });

  it('with a field of the wrong type are refused as such', async () => {
    const refused = await refusalOf(bench.delete(at('any'), {}, { preconditions: { uid: 5 } }));
    expect(refused).toMatchObject({ code: 400, reason: 'BadRequest' });
    expect(refused.message).toContain(
      'json: cannot unmarshal number into Go struct field Preconditions.preconditions.uid',
    );
  });
});

describe('a delete of a collection', () => {
  const remove = (options: object) =>
    valueOf(bench.registry.deleteCollection(configMaps(), { options: {}, caller: tester }, options));

  it('deletes what a list would show, and answers with that', async () => {
    for (const name of ['c1', 'c2', 'c3']) await make(name, undefined, { l: name === 'c2' ? 'no' : 'yes' });
    const deleted = await remove({ labelSelector: 'l=yes' });
    expect(deleted.objects.map((object) => jsonOf(object).metadata.name)).toEqual(['c1', 'c3']);
    const left = await valueOf(bench.registry.list(configMaps(), { labelSelector: 'l' }));
    expect(left.objects.map((object) => jsonOf(object).metadata.name)).toEqual(['c2']);
  });

  it('goes a page at a time if asked to', async () => {
    for (const name of ['p1', 'p2']) await make(name, undefined, { p: 'x' });
    const deleted = await remove({ labelSelector: 'p', limit: '1' });
    expect([deleted.objects.length, deleted.continue === undefined]).toEqual([1, false]);
  });
});
