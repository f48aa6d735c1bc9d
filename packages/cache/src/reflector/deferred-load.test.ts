/** Loads of resources whose values are read when somebody asks for them. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import type { ResourceCache } from '../resource-cache.ts';
import { withDeferredReads, type DeferringStorage } from '../testing/deferred-reads.ts';
import { createMemoryStorage } from '../testing/memory-storage.ts';
import { extractLabels, parseObject, storedObject, turns } from '../testing/objects.ts';
import { createTurnClock } from '../testing/turn-clock.ts';
import { createWatchCache, type WatchCache } from '../watch-cache.ts';

const folder = '/registry/things/';
const count = 5;

let storage: DeferringStorage;
let cache: WatchCache;

beforeEach(() => {
  storage = withDeferredReads(createMemoryStorage());
  for (let number = 0; number < count; number += 1) {
    storage.set(`${folder}a/n${String(number)}`, storedObject(`n${String(number)}`, { labels: {}, data: 'x' }));
  }
});
afterEach(() => cache.close());

async function load(mostReadAtOnce: number): Promise<ResourceCache> {
  // Each value is read in a turn of its own.
  const clock = { ...createTurnClock(), giveWay: () => turns(1), giveWayPatiently: () => turns(1) };
  cache = createWatchCache({ storage, mostReadAtOnce, clock });
  const options = { name: 'things', folder, isNamespaced: true, extractAttributes: extractLabels };
  const resource = cache.register(options);
  cache.start();
  await cache.whenReady();
  return resource;
}

describe('a load of a store that finds values without waiting', () => {
  it('reads all of a resource that is small', async () => {
    await load(count);
    expect(storage.valuesRead).toHaveLength(count);
    expect(cache.stats().objectBytes).toBeGreaterThan(0);
  });

  it('reads nothing of a large one, and each value once, when it is asked for', async () => {
    const resource = await load(count - 1);
    expect([storage.valuesRead, resource.objectCount(), cache.stats().objectBytes]).toEqual([[], count, 0]);
    for (let time = 0; time < 2; time += 1) {
      const got = await resource.get({ namespace: 'a', name: 'n3' });
      if (!got.ok || got.object === undefined) throw new Error('n3 is not there');
      expect(parseObject(got.object.value).metadata.resourceVersion).toBe(String(got.object.revision));
      expect(storage.valuesRead).toEqual([`${folder}a/n3@${String(got.object.revision)}`]);
      expect(cache.stats().objectBytes).toBe(got.object.value.length);
    }
  });

  it('reads of a list what its page has', async () => {
    const resource = await load(0);
    const listed = await resource.list({ namespace: 'a', limit: 2 });
    expect(listed.ok && listed.objects.map(({ value }) => parseObject(value).metadata.name)).toEqual(['n0', 'n1']);
    expect(listed.ok && listed.remainingCount).toBe(count - 2);
    // One more shows that there is a next page.
    expect(storage.valuesRead).toHaveLength(3);
  });

  it('lets others have their turn while a whole list is read', async () => {
    const resource = await load(0);
    const counting = { turns: 0, isOver: false };
    const counted = (async () => {
      for (; !counting.isOver; counting.turns += 1) await turns(1);
    })();
    const listed = await resource.list({});
    counting.isOver = true;
    await counted;
    expect(listed.ok && listed.objects).toHaveLength(count);
    expect(counting.turns).toBeGreaterThanOrEqual(count);
  });

  it('reads what an event replaces, since history needs it', async () => {
    const resource = await load(0);
    const after = cache.revision();
    const replaced = storage.set(`${folder}a/n1`, storedObject('n1', { labels: {}, data: 'new' }));
    while (cache.revision() < replaced) await turns(1);
    expect(storage.valuesRead.map((read) => read.split('@')[0])).toEqual([`${folder}a/n1`]);
    const before = await resource.list({ namespace: 'a' }, { kind: 'exact', revision: after });
    expect(before.ok && before.objects.map(({ value }) => parseObject(value).data)).toEqual(Array(count).fill('x'));
  });

  it('lends bytes for a look, and keeps none of them', async () => {
    const resource = await load(0);
    const looks = ['n0', 'n1'].map((name) => {
      const bytes = resource.peekBytes({ namespace: 'a', name }) ?? Buffer.alloc(0);
      return parseObject(Buffer.from(bytes)).metadata.name;
    });
    expect(looks).toEqual(['n0', 'n1']);
    expect(cache.stats().objectBytes).toBe(0);
    expect(resource.peek({ namespace: 'a', name: 'n0' })?.value.toString()).toContain('"n0"');
    expect(resource.peekBytes({ namespace: 'a', name: 'n0' })?.toString()).toContain('"resourceVersion"');
  });

  it('reads all of a resource that somebody follows, before it is loaded', async () => {
    cache = createWatchCache({ storage, mostReadAtOnce: 0, clock: createTurnClock() });
    const resource = cache.register({ name: 'things', folder, isNamespaced: true });
    const states: number[] = [];
    resource.addEventHandler({ onState: (state) => states.push([...state].length), onChange: () => undefined });
    cache.start();
    await cache.whenReady();
    expect([states, storage.valuesRead.length]).toEqual([[count], count]);
  });

  it('reads all for somebody who comes later, who gets the state then, and what happened meanwhile in it', async () => {
    const resource = await load(0);
    const told: string[] = [];
    const names = (state: Iterable<readonly [{ readonly name: string }, object]>) =>
      [...state].map(([{ name }]) => name);
    const remove = resource.addEventHandler({
      onState: (state) => told.push(`state ${names(state).join()}`),
      onChange: ({ name }) => told.push(`change ${name}`),
    });
    expect(told).toEqual([]);
    const written = storage.set(`${folder}a/n9`, storedObject('n9', { labels: {}, data: 'x' }));
    while (cache.revision() < written || told.length === 0) await turns(1);
    expect(told[0]).toMatch(/^state n0,n1,n2,n3,n4/);
    storage.unset(`${folder}a/n9`);
    while (!told.includes('change n9')) await turns(1);
    expect(told.join(' ')).toContain('n9');
    remove();
  });

  it('reads nothing for those who need some objects, or keys alone', async () => {
    const resource = await load(0);
    const seen: string[] = [];
    resource.addEventHandler({
      reads: 'some',
      onState: (state) => {
        for (const [{ name }] of state.named(({ name: each }) => each === 'n2')) seen.push(name);
        seen.push(...[...state.eachKey()].map((key) => key.slice(folder.length)));
      },
      onChange: () => undefined,
    });
    expect(seen).toEqual(['n2', 'a/n0', 'a/n1', 'a/n2', 'a/n3', 'a/n4']);
    expect(storage.valuesRead.map((read) => read.split('@')[0])).toEqual([`${folder}a/n2`]);
  });

  it('ends to read for somebody who has left, and tells of a resource that is removed that nothing is in it', async () => {
    const resource = await load(0);
    const told: string[] = [];
    const handler = (who: string) => ({
      onState: (state: Iterable<unknown>) => told.push(`${who} ${String([...state].length)}`),
      onChange: () => undefined,
    });
    const leave = resource.addEventHandler(handler('left'));
    leave();
    resource.addEventHandler(handler('stays'));
    resource.remove();
    await turns(20);
    expect(told).toEqual(['stays 0']);
  });

  it('names what cannot be read when it is met, and lists the rest', async () => {
    storage.set(`${folder}a/n2`, { fault: 'it is encrypted with a key that is not here' });
    const resource = await load(0);
    expect(resource.unreadableCount()).toBe(0);
    const got = await resource.get({ namespace: 'a', name: 'n2' });
    expect(got).toMatchObject({ ok: false, reason: 'unreadable' });
    expect([resource.unreadableCount(), cache.stats().unreadable]).toEqual([1, 1]);
    const mended = storage.set(`${folder}a/n2`, storedObject('n2', { labels: {}, data: 'x' }));
    while (cache.revision() < mended) await turns(1);
    expect(resource.unreadableCount()).toBe(0);
    expect((await resource.list({ namespace: 'a' })).ok).toBe(true);
  });
});

describe('a load of a store that gives values along with their keys', () => {
  const readOnce = (...names: readonly string[]) => names.map((name) => `${folder}a/${name}`);
  const keysRead = () => storage.valuesRead.map((read) => read.split('@')[0]);

  beforeEach(() => {
    storage = withDeferredReads(storage, { givesValues: true });
  });

  it('is over before large resources are read, which then are, each value once', async () => {
    const resource = await load(0);
    expect([storage.valuesRead.length < count, resource.objectCount()]).toEqual([true, count]);
    expect(resource.peek({ namespace: 'a', name: 'n4' })?.value.toString()).toContain('"n4"');
    while (storage.valuesRead.length < count) await turns(1);
    await turns(10);
    expect(keysRead().sort()).toEqual(readOnce('n0', 'n1', 'n2', 'n3', 'n4'));
    const listed = await resource.list({ namespace: 'a' });
    expect(listed.ok && listed.objects.map(({ value }) => parseObject(value).metadata.name)).toHaveLength(count);
  });

  it('counts what cannot be read, though nobody asks for it', async () => {
    storage.set(`${folder}a/n2`, { fault: 'it is encrypted with a key that is not here' });
    const resource = await load(0);
    while (resource.unreadableCount() === 0) await turns(1);
    expect(cache.stats().unreadable).toBe(1);
  });

  it('reads a resource that is added while another one is read', async () => {
    const elsewhere = '/registry/others/';
    storage.set(`${elsewhere}a/m0`, storedObject('m0', { labels: {}, data: 'x' }));
    await load(0);
    cache.register({ name: 'others', folder: elsewhere, isNamespaced: true });
    while (storage.valuesRead.length <= count) await turns(1);
    expect(keysRead()).toContain(`${elsewhere}a/m0`);
  });

  it('ends once the cache is closed', async () => {
    await load(0);
    cache.close();
    const read = storage.valuesRead.length;
    await turns(10);
    expect(storage.valuesRead.length).toBeLessThanOrEqual(read + 1);
    expect(storage.valuesRead.length).toBeLessThan(count);
  });
});
