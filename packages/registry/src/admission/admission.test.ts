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
});
