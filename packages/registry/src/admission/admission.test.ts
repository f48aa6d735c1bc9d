import { afterEach, describe, expect, it } from '@jest/globals';
import type { AdmissionPlugin, AdmissionRequest } from '@keelson/admission';
import { forbidden } from '@keelson/meta';

import { openBench, refusalOf, valueOf } from '../testing/open-registry.ts';
import type { Bench } from '../testing/open-registry.ts';

let bench: Bench;
afterEach(() => bench.close());

/** The bench makes a namespace of its own. */
function forConfigMaps(plugin: AdmissionPlugin): AdmissionPlugin {
  const isTheirs = ({ place }: AdmissionRequest): boolean => place.resource.plural === 'configmaps';
  return {
    ...plugin,
    admit: (request) => (isTheirs(request) ? plugin.admit?.(request) : undefined),
    validate: (request) => (isTheirs(request) ? plugin.validate?.(request) : undefined),
  };
}

async function open(...admission: readonly AdmissionPlugin[]) {
  bench = await openBench({ admission: admission.map(forConfigMaps) });
  const place = { resource: bench.resource('configmaps'), namespace: 'default' };
  return { place, named: { ...place, name: 'a' }, object: { metadata: { name: 'a' } } };
}

const label = (name: string): AdmissionPlugin => ({
  name,
  admit: ({ object, operation }) => {
    if (object !== undefined && operation !== 'delete') {
      object.metadata.labels = { ...object.metadata.labels, last: name, [name]: 'yes' };
    }
    return undefined;
  },
});

type Given = NonNullable<AdmissionRequest['object']>;

const replacing = (replace: (object: Given) => object): AdmissionPlugin => ({
  name: 'replace',
  admit: (request) => {
    const { object } = request;
    if (object !== undefined) request.object = replace(object) as Given;
    return undefined;
  },
});

describe('admission', () => {
  it('does not ask plugins that have no say', async () => {
    const silent = { ...label('silent'), concerns: ({ operation }: AdmissionRequest) => operation === 'update' };
    const { place, named, object } = await open(silent, label('other'));
    await valueOf(bench.create(place, object));
    expect((await bench.read(named)).metadata['labels']).toEqual({ last: 'other', other: 'yes' });
    await valueOf(bench.update(named, object));
    expect((await bench.read(named)).metadata['labels']).toMatchObject({ silent: 'yes' });
  });

  it('waits for those that have to wait, in their order', async () => {
    const slow: AdmissionPlugin = {
      name: 'slow',
      admit: async (request) => {
        await new Promise((resolve) => setImmediate(resolve));
        return label('slow').admit?.(request);
      },
    };
    const { place, named, object } = await open(label('one'), slow, label('two'));
    await valueOf(bench.create(place, object));
    expect((await bench.read(named)).metadata['labels']).toEqual({ last: 'two', one: 'yes', slow: 'yes', two: 'yes' });
  });

  it('changes what is stored, plugin after plugin', async () => {
    const { place, named, object } = await open(label('one'), label('two'));
    await valueOf(bench.create(place, object));
    expect((await bench.read(named)).metadata['labels']).toEqual({ last: 'two', one: 'yes', two: 'yes' });
  });

  it('shows those who validate what the others have made, names and all', async () => {
    const seen: unknown[] = [];
    const look: AdmissionPlugin = {
      name: 'look',
      validate: ({ object }) => {
        const { generateName, name = '', labels } = object?.metadata ?? {};
        seen.push([generateName, name.length, labels]);
        return undefined;
      },
    };
    const { place } = await open(look, label('one'));
    await valueOf(bench.create(place, { metadata: { generateName: 'g-' } }));
    expect(seen).toEqual([['g-', 7, { last: 'one', one: 'yes' }]]);
  });

  it('stops at the first refusal, and nothing is written', async () => {
    let isAsked = false;
    const refuse: AdmissionPlugin = {
      name: 'refuse',
      admit: () => forbidden({ group: '', resource: 'configmaps' }, 'a', 'not today'),
    };
    const after: AdmissionPlugin = {
      name: 'after',
      admit: () => {
        isAsked = true;
        return undefined;
      },
    };
    const { place, object } = await open(refuse, after);
    const refusal = await refusalOf(bench.create(place, object));
    expect(refusal).toMatchObject({ code: 403, message: 'configmaps "a" is forbidden: not today' });
    expect(isAsked).toBe(false);
    expect((await bench.registry.get({ ...place, name: 'a' }, {})).ok).toBe(false);
  });

  it('tells the client of warnings, of a dry run too', async () => {
    const warn: AdmissionPlugin = {
      name: 'warn',
      validate: ({ warn: tell }) => {
        tell('careful');
        return undefined;
      },
    };
    const { place, object } = await open(warn);
    expect((await valueOf(bench.create(place, object, { dryRun: ['All'] }))).warnings).toEqual(['careful']);
    expect((await valueOf(bench.create(place, object))).warnings).toEqual(['careful']);
  });

  it('refuses a dry run that would do what cannot be taken back', async () => {
    const mail: AdmissionPlugin = { name: 'mail', hasSideEffects: ({ operation }) => operation === 'create' };
    const { place, named, object } = await open(mail);
    const refusal = await refusalOf(bench.create(place, object, { dryRun: ['All'] }));
    expect(refusal).toMatchObject({ code: 400, message: 'admission plugin "mail" does not support dry run' });
    await valueOf(bench.create(place, object));
    await valueOf(bench.update(named, object, { dryRun: ['All'] }));
  });

  it('can be had without the rule that objects live in namespaces that exist', async () => {
    bench = await openBench({ checksNamespaces: false });
    const place = { resource: bench.resource('configmaps'), namespace: 'nowhere' };
    await valueOf(bench.create(place, { metadata: { name: 'a' } }));
  });

  it('lets a plugin put another object in the place of the one it is given', async () => {
    const { place, named, object } = await open(
      replacing((given) => ({ ...given, data: { by: 'replace' } })),
      label('after'),
    );
    await valueOf(bench.create(place, object));
    expect(await bench.read(named)).toMatchObject({ data: { by: 'replace' }, metadata: { labels: { last: 'after' } } });
  });

  it('has all plugins change the object a second time where one asks for it, and never a third time', async () => {
    const order: string[] = [];
    const note = (name: string): AdmissionPlugin => ({
      name,
      admit: ({ rounds }) => {
        order.push(`${name} ${String(rounds?.isSecond)}`);
        if (name === 'asks' && rounds !== undefined) rounds.needsAnother = true;
        return undefined;
      },
    });
    const { place, object } = await open(note('one'), note('asks'));
    await valueOf(bench.create(place, object));
    expect(order).toEqual(['one false', 'asks false', 'one true', 'asks true']);
  });

  it('refuses an object that a plugin moved to another namespace', async () => {
    const move = replacing((object) => ({ ...object, metadata: { ...object.metadata, namespace: 'other' } }));
    const { place, object } = await open(move);
    expect(await refusalOf(bench.create(place, object))).toMatchObject({
      code: 400,
      message: 'the namespace of the provided object does not match the namespace sent on the request',
    });
  });

  it('keeps managed fields that a plugin spoiled, and says so', async () => {
    const managedFields = [{ manager: 'x', operation: 'No', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }];
    const spoil = replacing((object) => ({ ...object, metadata: { ...object.metadata, managedFields } }));
    const { place, named, object } = await open(spoil);
    const { warnings } = await valueOf(bench.create(place, { ...object, data: { k: '1' } }));
    const warning = '.metadata.managedFields was in an invalid state after admission';
    expect(warnings).toEqual([expect.stringContaining(warning)]);
    expect((await bench.read(named)).metadata.managedFields).toMatchObject([{ manager: 'tester' }]);
  });

  it('tells the client of warnings and the audit log of annotations where it refuses too', async () => {
    const told: AdmissionPlugin = {
      name: 'told',
      admit: ({ warn, annotate }) => {
        warn('careful');
        annotate?.({ key: 'a', value: 'b', level: 'Metadata' });
        return forbidden({ group: '', resource: 'configmaps' }, 'a', 'not today');
      },
    };
    const { place, object } = await open(told);
    expect(await bench.create(place, object)).toMatchObject({
      ok: false,
      warnings: ['careful'],
      annotations: [{ key: 'a', value: 'b', level: 'Metadata' }],
    });
  });

  it('gives time that is spent on waiting for others back to the store', async () => {
    const wait: AdmissionPlugin = {
      name: 'wait',
      admit: ({ noteWaited }) => {
        noteWaited?.(60_000);
        return undefined;
      },
    };
    const { place, object } = await open(wait);
    const deadlines: number[] = [];
    const { storage } = bench;
    const create = storage.create.bind(storage);
    storage.create = (key, value, options) => {
      deadlines.push(options?.deadline ?? 0);
      return create(key, value, options);
    };
    await valueOf(bench.create(place, object));
    expect(deadlines[0]).toBeGreaterThan(Date.now() + 60_000);
  });

  it('sees bindings and evictions, and not the deletion that an eviction makes', async () => {
    const seen: string[] = [];
    const look: AdmissionPlugin = {
      name: 'look',
      admit: ({ operation, place, form, object }) => {
        const { name = '' } = object?.metadata ?? {};
        if (place.resource.plural === 'pods') seen.push(`${operation} ${form?.kind ?? ''} ${name}`);
        return undefined;
      },
    };
    bench = await openBench({ admission: [look] });
    const pods = { resource: bench.resource('pods'), namespace: 'default' };
    await valueOf(bench.create(pods, { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } }));
    const named = { ...pods, name: 'a' };
    const binding = { metadata: { name: 'a' }, target: { name: 'n' } };
    await valueOf(bench.create({ ...named, subresource: 'binding' }, binding));
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'a' } };
    await valueOf(bench.create({ ...named, subresource: 'eviction' }, eviction));
    expect(seen).toEqual(['create Pod a', 'create Binding a', 'create Eviction a']);
  });

  it.each([
    [60_000, 1],
    [0, 3],
  ])('deletes the objects of a collection one after the other once a plugin waited %i ms', async (waitedMs, asked) => {
    let deletes = 0;
    const refuse: AdmissionPlugin = {
      name: 'refuse',
      admit: ({ operation, name, noteWaited }) => {
        if (operation !== 'delete') return undefined;
        expect(name).toBe('');
        deletes += 1;
        noteWaited?.(waitedMs);
        return deletes === 1 && waitedMs === 0 ? undefined : forbidden({ group: '', resource: 'configmaps' }, '', 'no');
      },
    };
    const { place } = await open(refuse);
    for (const name of ['a', 'b', 'c']) await valueOf(bench.create(place, { metadata: { name } }));
    const caller = { user: { name: 'tester', groups: [] }, userAgent: '' };
    const refusal = await refusalOf(bench.registry.deleteCollection(place, { options: {}, caller }, {}));
    expect(refusal.message).toContain('is forbidden: no');
    expect(deletes).toBe(asked);
  });

  it('is asked again about the object as it is, when a write lost against another one', async () => {
    const seen: unknown[] = [];
    let isFirst = true;
    const interrupt: AdmissionPlugin = {
      name: 'interrupt',
      admit: async ({ operation, caller, old }) => {
        if (operation !== 'update' || caller.user.name !== 'tester') return undefined;
        seen.push(old?.['data']);
        if (isFirst) {
          isFirst = false;
          const patch = {
            kind: 'merge' as const,
            bytes: Buffer.from(JSON.stringify({ data: { other: 'was first' } })),
          };
          const other = { user: { name: 'other', groups: [] }, userAgent: '' };
          await valueOf(bench.registry.patch(named, { patch, options: {}, caller: other }));
        }
        return undefined;
      },
    };
    const { place, named, object } = await open(interrupt);
    await valueOf(bench.create(place, { ...object, data: { k: '1' } }));
    await valueOf(bench.patch(named, 'merge', { data: { k: '2' } }));
    expect(seen).toEqual([{ k: '1' }, { k: '1', other: 'was first' }]);
    expect(await bench.read(named)).toMatchObject({ data: { k: '2', other: 'was first' } });
  });

  it('is asked about the deletion of a namespace, and not about its end', async () => {
    const seen: string[] = [];
    const look: AdmissionPlugin = {
      name: 'look',
      admit: ({ operation, place }) => {
        if (place.resource.plural === 'namespaces' && operation === 'delete') seen.push(place.name ?? '');
        return undefined;
      },
    };
    bench = await openBench({ admission: [look] });
    const named = { resource: bench.resource('namespaces'), name: 'going' };
    await valueOf(bench.create({ resource: named.resource }, { metadata: { name: 'going' } }));
    await valueOf(bench.delete(named));
    await valueOf(bench.registry.emptyNamespace('going'));
    expect((await bench.registry.get(named, {})).ok).toBe(false);
    expect(seen).toEqual(['going']);
  });

  it('is shown the options of a delete with what the kind fills in', async () => {
    const seen: unknown[] = [];
    const look: AdmissionPlugin = {
      name: 'look',
      admit: ({ operation, options }) => {
        if (operation === 'delete') seen.push(options?.());
        return undefined;
      },
    };
    bench = await openBench({ admission: [look] });
    const pods = { resource: bench.resource('pods'), namespace: 'default' };
    const spec = { containers: [{ name: 'c', image: 'i' }], terminationGracePeriodSeconds: 7 };
    await valueOf(bench.create(pods, { metadata: { name: 'waiting' }, spec }));
    await valueOf(bench.create(pods, { metadata: { name: 'bound' }, spec: { ...spec, nodeName: 'n' } }));
    const namespaces = { resource: bench.resource('namespaces') };
    await valueOf(bench.create(namespaces, { metadata: { name: 'going' } }));
    const { uid } = (await bench.read({ ...namespaces, name: 'going' })).metadata;
    await valueOf(bench.delete({ ...pods, name: 'waiting' }));
    await valueOf(bench.delete({ ...pods, name: 'bound' }));
    await valueOf(bench.delete({ ...namespaces, name: 'going' }));
    const type = { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1' };
    expect(seen).toEqual([
      { ...type, gracePeriodSeconds: 0 },
      { ...type, gracePeriodSeconds: 7 },
      { ...type, preconditions: { uid } },
    ]);
  });
});
