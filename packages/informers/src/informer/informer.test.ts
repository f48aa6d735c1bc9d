/** Informers over a real watch cache and the embedded store. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { namespace, openConfigMaps } from '../testing/open-config-maps.ts';
import type { ConfigMap, ConfigMaps } from '../testing/open-config-maps.ts';
import { recordEvents } from '../testing/record-events.ts';
import { byLabel, byNamespace, byOwnerUid } from './object-index.ts';

let maps: ConfigMaps;
beforeEach(async () => {
  maps = await openConfigMaps();
});
afterEach(() => maps.close());

const namesOf = (objects: Iterable<{ readonly name: string }>): string[] => [...objects].map(({ name }) => name).sort();

describe('an event handler', () => {
  it('is told of all that is there first, and of each change afterwards, with old and new', async () => {
    await maps.put('a', { data: { k: '1' } });
    const { handler, events, faults } = recordEvents<ConfigMap>();
    const values: unknown[] = [];
    maps.informer.addHandler(handler);
    maps.informer.addHandler({
      onUpdate: (old, object) => values.push([old.object.data, object.object.data]),
      onDelete: (last) => values.push(last.object.data),
    });
    expect(events).toEqual([]);
    maps.watchCache.start();
    await maps.informer.whenSynced();
    await maps.put('b');
    await maps.put('a', { data: { k: '2' } });
    await maps.remove('a');
    await maps.caughtUp();
    expect(events).toEqual(['add a', 'add! b', 'update a', 'delete a']);
    expect(values).toEqual([[{ k: '1' }, { k: '2' }], { k: '2' }]);
    expect(faults).toEqual([]);
  });

  it('that comes later is told at once of what is there', async () => {
    await maps.put('a');
    maps.watchCache.start();
    await maps.informer.whenSynced();
    const { handler, events } = recordEvents<ConfigMap>();
    maps.informer.addHandler(handler);
    expect(events).toEqual(['add a']);
  });

  it('that is added by another one in the middle of a delivery is told of each object once', async () => {
    await maps.put('a');
    await maps.put('b');
    const late = [recordEvents<ConfigMap>(), recordEvents<ConfigMap>()];
    let next = 0;
    const addNext = (): void => {
      const recording = late[next];
      next += 1;
      if (recording !== undefined) maps.informer.addHandler(recording.handler);
    };
    maps.informer.addHandler({ onAdd: addNext, onUpdate: addNext });
    maps.watchCache.start();
    await maps.informer.whenSynced();
    await maps.put('a', { data: { k: '2' } });
    await maps.caughtUp();
    for (const { events, faults } of late) {
      expect(events).toEqual(['add a', 'add b', 'update a']);
      expect(faults).toEqual([]);
    }
  });

  it('that is removed is not called again, not even for the rest of a delivery', async () => {
    await maps.put('a');
    await maps.put('b');
    const told: string[] = [];
    const remove = maps.informer.addHandler({
      onAdd: ({ name }) => {
        told.push(name);
        remove();
      },
    });
    maps.watchCache.start();
    await maps.informer.whenSynced();
    expect(told).toEqual(['a']);
  });

  it('that throws is logged, and stops neither the others nor its own next event', async () => {
    const told: string[] = [];
    maps.informer.addHandler({
      onAdd: ({ name }) => {
        told.push(name);
        throw new Error(`no ${name}`);
      },
    });
    const { handler, events } = recordEvents<ConfigMap>();
    maps.informer.addHandler(handler);
    await maps.put('a');
    await maps.put('b');
    maps.watchCache.start();
    await maps.informer.whenSynced();
    expect([told, events]).toEqual([
      ['a', 'b'],
      ['add a', 'add b'],
    ]);
    expect(maps.errors).toEqual([new Error('no a'), new Error('no b')]);
  });

  it('knows of a change before a read can show it', async () => {
    maps.watchCache.start();
    await maps.informer.whenSynced();
    await maps.put('a');
    expect(await maps.cache.get({ namespace, name: 'a' })).toMatchObject({ ok: true, object: expect.anything() });
    expect(maps.informer.get({ namespace, name: 'a' })).toBeDefined();
  });

  it('finds the state and the indexes as new as the event', async () => {
    const index = maps.informer.addIndex(byNamespace);
    const found: unknown[] = [];
    maps.informer.addHandler({
      onAdd: ({ name }) => found.push(namesOf(index.get(namespace)), maps.informer.get({ namespace, name })?.name),
      onDelete: ({ name }) => found.push(namesOf(index.get(namespace)), maps.informer.get({ namespace, name })),
    });
    maps.watchCache.start();
    await maps.informer.whenSynced();
    await maps.put('a');
    await maps.remove('a');
    await maps.caughtUp();
    expect(found).toEqual([['a'], 'a', [], undefined]);
  });
});

describe('an object that cannot be read', () => {
  it('counts as deleted to event handlers, and as new once it can be read', async () => {
    await maps.put('a');
    const { handler, events, faults } = recordEvents<ConfigMap>();
    maps.informer.addHandler(handler);
    maps.watchCache.start();
    await maps.informer.whenSynced();
    await maps.put('a', 'garbage');
    await maps.put('a');
    await maps.caughtUp();
    expect(events).toEqual(['add a', 'delete a', 'add! a']);
    expect(faults).toEqual([]);
  });
});

describe('a reload of the watch cache', () => {
  beforeEach(async () => {
    for (const name of ['changed', 'deleted', 'same']) await maps.put(name);
    maps.watchCache.start();
    await maps.informer.whenSynced();
  });

  it('delivers the differences, and nothing for what is the same', async () => {
    const { handler, events, faults, state } = recordEvents<ConfigMap>();
    maps.informer.addHandler(handler);
    events.length = 0;
    maps.endWatches();
    // Not yet loaded again: what follows is not seen as events.
    const revision = await maps.put('changed', { data: { k: '2' } });
    await maps.remove('deleted');
    await maps.put('added');
    await maps.caughtUp();
    expect([...events].sort()).toEqual(['add! added', 'delete deleted', 'update changed']);
    expect(faults).toEqual([]);
    expect(state().get('changed')).toBe(revision);
  });

  it('does not let the state of an informer vanish meanwhile', async () => {
    maps.endWatches();
    expect(maps.cache.isLoaded()).toBe(false);
    expect(namesOf(maps.informer.list())).toEqual(['changed', 'deleted', 'same']);
    await maps.caughtUp();
    expect(namesOf(maps.informer.list())).toEqual(['changed', 'deleted', 'same']);
  });

  it('lets go of the records from before it', async () => {
    const before = maps.informer.get({ namespace, name: 'same' })?.version;
    maps.endWatches();
    await maps.caughtUp();
    const after = maps.informer.get({ namespace, name: 'same' })?.version;
    expect(after).toBe(maps.cache.peek({ namespace, name: 'same' }));
    expect(after).not.toBe(before);
  });

  it('tells of an object that has another content at the same revision, as after a restore of the store', async () => {
    const { handler, events } = recordEvents<ConfigMap>();
    await maps.restoreEmpty();
    await maps.caughtUp();
    maps.informer.addHandler(handler);
    const revision = await maps.put('x', { data: { k: '1' } });
    await maps.caughtUp();
    await maps.restoreEmpty();
    expect(await maps.put('x', { data: { k: '2' } })).toBe(revision);
    await maps.caughtUp();
    expect(events).toEqual(['add! x', 'update x']);
  });
});

describe('an index', () => {
  const owned = (uid: string) => ({
    metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid }] },
  });

  it('finds objects by owner, by label and by namespace, as they change', async () => {
    const owners = maps.informer.addIndex(byOwnerUid);
    const apps = maps.informer.addIndex(byLabel('app'));
    await maps.put('a', owned('u1'));
    await maps.put('b', { metadata: { ...owned('u1').metadata, labels: { app: 'web' } } });
    maps.watchCache.start();
    await maps.informer.whenSynced();
    expect([namesOf(owners.get('u1')), namesOf(apps.get('web'))]).toEqual([['a', 'b'], ['b']]);
    await maps.put('a', owned('u2'));
    await maps.remove('b');
    await maps.caughtUp();
    expect([namesOf(owners.get('u1')), namesOf(owners.get('u2')), namesOf(apps.get('web'))]).toEqual([[], ['a'], []]);
    expect([...owners.keys(), ...apps.keys()]).toEqual(['u2']);
    expect(namesOf(maps.informer.addIndex(byNamespace).get(namespace))).toEqual(['a']);
  });

  it('leaves out an object for which its function throws, and logs it', async () => {
    await maps.put('a', { data: { k: '1' } });
    await maps.put('odd', { data: { k: 7 } });
    const index = maps.informer.addIndex(({ object }) => Object.values(object.data ?? {}));
    maps.watchCache.start();
    await maps.informer.whenSynced();
    expect([...index.keys()]).toEqual(['1']);
    expect(maps.errors).toEqual([expect.objectContaining({ message: expect.stringContaining('configmaps/prod/odd') })]);
  });

  it('does not find what an object does not have itself', async () => {
    const index = maps.informer.addIndex(byLabel('constructor'));
    await maps.put('a');
    maps.watchCache.start();
    await maps.informer.whenSynced();
    expect([...index.keys()]).toEqual([]);
  });
});

describe('an informer of some names', () => {
  it('knows and tells of no others, over a reload too', async () => {
    const informer = maps.openInformer(({ name }) => name === 'a');
    const { handler, events, faults } = recordEvents<ConfigMap>();
    informer.addHandler(handler);
    for (const name of ['a', 'b']) await maps.put(name);
    maps.watchCache.start();
    await informer.whenSynced();
    for (const name of ['a', 'b']) await maps.put(name, { data: { k: '2' } });
    await maps.caughtUp();
    maps.endWatches();
    for (const name of ['a', 'b']) await maps.remove(name);
    await maps.caughtUp();
    expect([events, faults]).toEqual([['add a', 'update a', 'delete a'], []]);
    expect(namesOf(informer.list())).toEqual([]);
  });
});

describe('an informer that is stopped', () => {
  it('calls no handler any more', async () => {
    maps.watchCache.start();
    await maps.informer.whenSynced();
    const { handler, events } = recordEvents<ConfigMap>();
    maps.informer.addHandler(handler);
    maps.informer.stop();
    await maps.put('a');
    await maps.caughtUp();
    expect(events).toEqual([]);
  });
});
