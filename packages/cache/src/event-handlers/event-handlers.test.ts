import { afterEach, describe, expect, it } from '@jest/globals';
import { StorageError } from '@keelson/storage';

import { createMemoryStorage } from '../testing/memory-storage.ts';
import { parseObject, storedObject, turns } from '../testing/objects.ts';
import { createWatchCache } from '../watch-cache.ts';
import type { WatchCache } from '../watch-cache.ts';
import type { LoadedObjects } from './event-handlers.ts';

const caches: WatchCache[] = [];
afterEach(() => {
  for (const cache of caches.splice(0)) cache.close();
});

const key = (name: string) => `/registry/things/a/${name}`;

/** Keeps the data of all objects by name. */
function open() {
  const storage = createMemoryStorage();
  storage.set(key('x'), storedObject('x', { data: '1' }));
  const cache = createWatchCache({ storage });
  caches.push(cache);
  const things = cache.register({ name: 'things', folder: '/registry/things/', isNamespaced: true });
  const followed = new Map<string, string>();
  const stop = things.addEventHandler({
    onState: (objects) => {
      followed.clear();
      for (const [{ namespace, name }, { value }] of objects) {
        followed.set(`${namespace}/${name}`, parseObject(value).data);
      }
    },
    onChange: ({ namespace, name }, object) => {
      if (object === undefined) followed.delete(`${namespace}/${name}`);
      else followed.set(`${namespace}/${name}`, parseObject(object.value).data);
    },
  });
  cache.start();
  return { storage, cache, things, followed, stop };
}

describe('a event handler', () => {
  it('is told what there is, once that is loaded', async () => {
    const { cache, followed } = open();
    expect([...followed]).toEqual([]);
    await cache.whenReady();
    expect([...followed]).toEqual([['a/x', '1']]);
  });

  it('that comes later is told at once', async () => {
    const { cache, things } = open();
    await cache.whenReady();
    const names: string[] = [];
    things.addEventHandler({
      onState: (objects) => names.push(...[...objects].map(([{ name }]) => name)),
      onChange: () => undefined,
    });
    expect(names).toEqual(['x']);
  });

  it('may read what there is little by little, while it changes', async () => {
    const { storage, cache, things } = open();
    for (let number = 1_000; number < 3_000; number += 1) storage.set(key(`o${number}`), storedObject(`o${number}`));
    await cache.whenReady();
    const states: LoadedObjects[] = [];
    things.addEventHandler({ onState: (objects) => void states.push(objects), onChange: () => undefined });
    const [objects = []] = states;
    const names: string[] = [];
    for (const [{ name }] of objects) {
      names.push(name);
      if (names.length !== 700) continue;
      // Both are beyond the piece that is being read.
      await cache.waitFor(storage.unset(key('o2500')), 1_000);
      await cache.waitFor(storage.set(key('o2500a'), storedObject('o2500a')), 1_000);
    }
    const all = Array.from({ length: 2_000 }, (_, index) => `o${1_000 + index}`);
    expect(names).toEqual([...all.map((name) => (name === 'o2500' ? 'o2500a' : name)), 'x']);
    expect([...objects].length).toBe(2_001);
  });

  it('knows of every change before anyone hears that the watch cache has come so far', async () => {
    const { storage, cache, followed } = open();
    await cache.whenReady();
    for (let round = 0; round < 100; round += 1) {
      const revision = storage.set(key('x'), storedObject('x', { data: String(round) }));
      await cache.waitFor(revision, 1_000);
      expect(followed.get('a/x')).toBe(String(round));
      await cache.waitFor(storage.unset(key('x')), 1_000);
      expect(followed.has('a/x')).toBe(false);
    }
  });

  it('is told anew when the watch cache begins anew, with what happened meanwhile', async () => {
    const { storage, cache, things, followed } = open();
    await cache.whenReady();
    storage.endWatches(new StorageError('compacted', 'gone'));
    storage.set(key('y'), storedObject('y', { data: '2' }));
    storage.unset(key('x'));
    await turns();
    await things.whenLoaded();
    expect([...followed]).toEqual([['a/y', '2']]);
  });

  it('hears no more once it has ended', async () => {
    const { storage, cache, followed, stop } = open();
    await cache.whenReady();
    stop();
    await cache.waitFor(storage.unset(key('x')), 1_000);
    expect(followed.size).toBe(1);
  });

  it('that throws stops neither the watch cache nor other event handlers', async () => {
    const { storage, cache, things, followed } = open();
    things.addEventHandler({
      onState: () => {
        throw new Error('state');
      },
      onChange: () => {
        throw new Error('change');
      },
    });
    await cache.whenReady();
    await cache.waitFor(storage.set(key('y'), storedObject('y')), 1_000);
    expect([...followed.keys()]).toEqual(['a/x', 'a/y']);
  });
});
