import { afterEach, describe, expect, it } from '@jest/globals';
import { StorageError } from '@keelson/storage';

import { createMemoryStorage } from '../testing/memory-storage.ts';
import { parseObject, storedObject, turns } from '../testing/objects.ts';
import { createWindow } from '../window.ts';
import type { Window } from '../window.ts';

const windows: Window[] = [];
afterEach(() => {
  for (const window of windows.splice(0)) window.close();
});

const key = (name: string) => `/registry/things/a/${name}`;

/** Keeps the data of all objects by name. */
function open() {
  const storage = createMemoryStorage();
  storage.set(key('x'), storedObject('x', { data: '1' }));
  const window = createWindow({ storage });
  windows.push(window);
  const things = window.register({ name: 'things', folder: '/registry/things/', isNamespaced: true });
  const followed = new Map<string, string>();
  const stop = things.follow({
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
  window.start();
  return { storage, window, things, followed, stop };
}

describe('a follower', () => {
  it('is told what there is, once that is loaded', async () => {
    const { window, followed } = open();
    expect([...followed]).toEqual([]);
    await window.whenReady();
    expect([...followed]).toEqual([['a/x', '1']]);
  });

  it('that comes later is told at once', async () => {
    const { window, things } = open();
    await window.whenReady();
    const names: string[] = [];
    things.follow({
      onState: (objects) => names.push(...objects.map(([{ name }]) => name)),
      onChange: () => undefined,
    });
    expect(names).toEqual(['x']);
  });

  it('knows of every change before anyone hears that the window has come so far', async () => {
    const { storage, window, followed } = open();
    await window.whenReady();
    for (let round = 0; round < 100; round += 1) {
      const revision = storage.set(key('x'), storedObject('x', { data: String(round) }));
      await window.waitFor(revision, 1_000);
      expect(followed.get('a/x')).toBe(String(round));
      await window.waitFor(storage.unset(key('x')), 1_000);
      expect(followed.has('a/x')).toBe(false);
    }
  });

  it('is told anew when the window begins anew, with what happened meanwhile', async () => {
    const { storage, window, things, followed } = open();
    await window.whenReady();
    storage.endWatches(new StorageError('compacted', 'gone'));
    storage.set(key('y'), storedObject('y', { data: '2' }));
    storage.unset(key('x'));
    await turns();
    await things.whenLoaded();
    expect([...followed]).toEqual([['a/y', '2']]);
  });

  it('hears no more once it has ended', async () => {
    const { storage, window, followed, stop } = open();
    await window.whenReady();
    stop();
    await window.waitFor(storage.unset(key('x')), 1_000);
    expect(followed.size).toBe(1);
  });

  it('that throws stops neither the window nor other followers', async () => {
    const { storage, window, things, followed } = open();
    things.follow({
      onState: () => {
        throw new Error('state');
      },
      onChange: () => {
        throw new Error('change');
      },
    });
    await window.whenReady();
    await window.waitFor(storage.set(key('y'), storedObject('y')), 1_000);
    expect([...followed.keys()]).toEqual(['a/x', 'a/y']);
  });
});
