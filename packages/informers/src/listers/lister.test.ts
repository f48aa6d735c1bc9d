/** Listers over a real watch cache and the embedded store. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { namespace, openConfigMaps } from '../testing/open-config-maps.ts';
import type { ConfigMaps } from '../testing/open-config-maps.ts';

let maps: ConfigMaps;
beforeEach(async () => {
  maps = await openConfigMaps();
});
afterEach(() => maps.close());

const at = (name: string) => ({ namespace, name });
const namesOf = (objects: readonly { readonly name: string }[]): string[] => objects.map(({ name }) => name);

describe('a lister', () => {
  it('gives an object out of the cache at once', async () => {
    await maps.put('a', { data: { k: '1' } });
    maps.watchCache.start();
    await maps.watchCache.whenReady();
    expect(maps.lister.get(at('a'))).toMatchObject({ namespace, name: 'a', object: { data: { k: '1' } } });
  });

  it('asks the store for what the cache does not have, so that absence is certain', async () => {
    maps.watchCache.start();
    await maps.watchCache.whenReady();
    expect(await maps.lister.get(at('a'))).toBeUndefined();
    await maps.put('a');
    expect(await maps.lister.get(at('a'))).toBeDefined();
  });

  it('works before the cache is loaded, and while it is loaded anew', async () => {
    await maps.put('a');
    maps.watchCache.start();
    expect(namesOf(await maps.lister.list())).toEqual(['a']);
    await maps.watchCache.whenReady();
    maps.endWatches();
    expect(await maps.lister.get(at('a'))).toMatchObject({ name: 'a' });
    maps.endWatches();
    expect(namesOf(await maps.lister.list(namespace))).toEqual(['a']);
  });

  it('gives an object as of now where that is asked for, however far the cache is behind', async () => {
    await maps.put('a', { data: { k: '1' } });
    maps.watchCache.start();
    await maps.caughtUp();
    await maps.put('a', { data: { k: '2' } });
    expect((await maps.lister.getMostRecent(at('a')))?.object.data).toEqual({ k: '2' });
    await maps.remove('a');
    expect(await maps.lister.getMostRecent(at('a'))).toBeUndefined();
  });

  it('lists a namespace, or all, in the order of the names', async () => {
    for (const name of ['c', 'a', 'b']) await maps.put(name);
    maps.watchCache.start();
    await maps.caughtUp();
    expect(namesOf(await maps.lister.list())).toEqual(['a', 'b', 'c']);
    expect(namesOf(await maps.lister.list(namespace))).toEqual(['a', 'b', 'c']);
    expect(await maps.lister.list('other')).toEqual([]);
  });
});

describe('an object that cannot be read', () => {
  it.each([
    ['is no JSON', 'garbage'],
    [
      'is not of its type',
      JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'odd', namespace }, data: 7 }),
    ],
  ])('since it %s is no absent one: reads of it fail, and lists leave it out only where they may', async (_, text) => {
    await maps.put('a');
    await maps.put('odd', text);
    maps.watchCache.start();
    await maps.caughtUp();
    const read = async () => (await maps.lister.get(at('odd')))?.object;
    await expect(read()).rejects.toMatchObject({ code: 'unreadable', message: expect.stringContaining('prod/odd') });
    expect(await maps.lister.getReadable(at('odd'))).toBe(
      text === 'garbage' ? undefined : await maps.lister.get(at('odd')),
    );
    expect(namesOf(await maps.lister.list())).toEqual(['a']);
    await expect(maps.lister.listOrThrow()).rejects.toMatchObject({ code: 'unreadable' });
  });
});

describe('the typed object', () => {
  it('is decoded once for a version, for all readers, and anew for the next version', async () => {
    await maps.put('a', { data: { k: '1' } });
    maps.watchCache.start();
    await maps.informer.whenSynced();
    const first = await maps.lister.get(at('a'));
    expect(await maps.lister.get(at('a'))).toBe(first);
    expect((await maps.lister.list())[0]?.object).toBe(first?.object);
    expect(maps.informer.get(at('a'))?.object).toBe(first?.object);
    await maps.put('a', { data: { k: '2' } });
    await maps.caughtUp();
    expect(first?.object.data).toEqual({ k: '1' });
    expect((await maps.lister.get(at('a')))?.object.data).toEqual({ k: '2' });
  });

  it('cannot be changed, nor can anything in it: who tries gets an error', async () => {
    await maps.put('a', { metadata: { labels: { l: '1' }, finalizers: ['f'] }, data: { k: '1' } });
    maps.watchCache.start();
    await maps.caughtUp();
    const object = (await maps.lister.get(at('a')))?.object;
    const expectFrozen = (part: unknown): void => {
      expect(Object.isFrozen(part)).toBe(true);
      if (typeof part === 'object' && part !== null) Object.values(part).forEach(expectFrozen);
    };
    expectFrozen(object);
    expect(() => {
      (object as { data: Record<string, string> }).data['k'] = '2';
    }).toThrow(TypeError);
  });

  it('has the resourceVersion of its version', async () => {
    const revision = await maps.put('a');
    maps.watchCache.start();
    await maps.caughtUp();
    expect((await maps.lister.get(at('a')))?.object.metadata).toMatchObject({ resourceVersion: String(revision) });
  });
});
