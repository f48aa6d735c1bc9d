import { afterEach, describe, expect, it } from '@jest/globals';
import { startCompactor, StorageError } from '@keelson/storage';

import { extractLabels, parseObject, record, storedObject, turns } from './testing/objects.ts';
import { createMemoryStorage } from './testing/memory-storage.ts';
import type { ListOutcome } from './read/read-outcome.ts';
import { systemClock } from './clock.ts';
import { createTurnClock } from './testing/turn-clock.ts';
import { createWatchCache } from './watch-cache.ts';
import type { WatchCache } from './watch-cache.ts';
import type { WatchCacheOptions } from './watch-cache-options.ts';

const caches: WatchCache[] = [];
afterEach(() => {
  for (const cache of caches.splice(0)) cache.close();
});

const things = { name: 'things', folder: '/registry/things/', isNamespaced: true, extractAttributes: extractLabels };
const key = (name: string, namespace = 'a') => `/registry/things/${namespace}/${name}`;

async function begin(
  options: Partial<WatchCacheOptions> = {},
  prepare?: (storage: ReturnType<typeof createMemoryStorage>) => void,
) {
  const storage = createMemoryStorage();
  prepare?.(storage);
  const cache = createWatchCache({ storage, clock: createTurnClock(), futureWaitMs: 100, ...options });
  caches.push(cache);
  const resource = cache.register(things);
  cache.start();
  await cache.whenReady();
  return { storage, cache, resource };
}

const namesIn = (outcome: ListOutcome) =>
  outcome.ok ? outcome.objects.map((object) => object.key.slice('/registry/things/'.length)) : outcome.reason;

describe('waiting for a revision', () => {
  it('is over when the watch cache is closed, also for who comes later', async () => {
    const { storage, cache } = await begin();
    const waiting = cache.waitFor(storage.moveRevision() + 10, 60_000);
    cache.close();
    expect(await waiting).toBe(false);
    expect(await cache.waitFor(1_000_000, 60_000)).toBe(false);
  });
});

describe('reads', () => {
  it('are ready once everything is loaded, and then answered from memory', async () => {
    const storage = createMemoryStorage();
    storage.set(key('x'), storedObject('x'));
    const cache = createWatchCache({ storage });
    caches.push(cache);
    const resource = cache.register(things);
    expect(cache.isReady()).toBe(false);
    cache.start();
    await cache.whenReady();
    const calls = storage.calls('range');
    const got = await resource.get({ namespace: 'a', name: 'x' });
    expect(got).toMatchObject({ ok: true, revision: 2 });
    expect(got.ok && got.object && parseObject(got.object.value).metadata.resourceVersion).toBe('2');
    expect(storage.calls('range')).toBe(calls);
    expect(storage.calls('get')).toBe(0);
    expect(cache.stats()).toMatchObject({ objects: 1, isReady: true, storeReads: 0 });
  });

  it('that want the most recent state see what was written just before', async () => {
    const { storage, resource } = await begin();
    for (let round = 0; round < 50; round += 1) {
      const revision = storage.set(key('x'), storedObject('x', { data: String(round) }));
      const got = await resource.get({ namespace: 'a', name: 'x' });
      expect(got.ok && got.object?.revision).toBe(revision);
    }
  });

  it('share the question for the current revision', async () => {
    const { storage, resource } = await begin();
    storage.set(key('x'), storedObject('x'));
    const before = storage.calls('currentRevision');
    await Promise.all(Array.from({ length: 1000 }, async () => resource.get({ namespace: 'a', name: 'x' })));
    expect(storage.calls('currentRevision') - before).toBe(1);
  });

  it('are correct and quick when something outside the prefix has moved the revision', async () => {
    const clock = createTurnClock();
    const { storage, cache, resource } = await begin({ clock });
    storage.set(key('x'), storedObject('x'));
    const revision = storage.moveRevision();
    const ranges = storage.calls('range');
    const startMs = clock.now();
    const got = await resource.get({ namespace: 'a', name: 'x' });
    const listed = await resource.list({});
    expect(clock.now() - startMs).toBeLessThan(100);
    expect(got).toMatchObject({ ok: true, revision });
    expect(namesIn(listed)).toEqual(['a/x']);
    expect(listed.ok && listed.revision).toBeGreaterThanOrEqual(revision);
    // The one object came from the store; for the list a write told that nothing is missing.
    expect(cache.stats().storeReads).toBe(1);
    expect(storage.calls('range')).toBe(ranges);
  });

  it('of lists share the one write that tells that nothing is missing, time and again', async () => {
    const { storage, cache, resource } = await begin();
    for (let round = 0; round < 5; round += 1) {
      const moved = storage.moveRevision();
      const lists = await Promise.all(Array.from({ length: 100 }, () => resource.list({})));
      expect(lists.every((list) => list.ok && list.revision > moved)).toBe(true);
    }
    expect(storage.events()).toHaveLength(5);
    expect(cache.stats().storeReads).toBe(0);
  });

  it('of objects that the store had to give share the bytes that memory holds', async () => {
    const { storage, resource } = await begin();
    storage.set(key('x'), storedObject('x'));
    await resource.get({ namespace: 'a', name: 'x' });
    storage.moveRevision();
    const got = await resource.get({ namespace: 'a', name: 'x' });
    expect(got.ok && got.object?.value).toBe(resource.peek({ namespace: 'a', name: 'x' })?.value);
  });

  it('wait for a revision that is on its way, and time out if it does not come', async () => {
    const { storage, cache, resource } = await begin();
    const waiting = resource.get({ namespace: 'a', name: 'x' }, { kind: 'notOlderThan', revision: 3 });
    storage.set(key('y'), storedObject('y'));
    storage.set(key('x'), storedObject('x'));
    expect(await waiting).toMatchObject({ ok: true, object: { revision: 3 } });
    const future = await resource.list({}, { kind: 'exact', revision: 99 });
    expect(future).toEqual({ ok: false, reason: 'futureRevision', revision: 99, currentRevision: cache.revision() });
  });

  it('of a revision that only moved outside the prefix are no future', async () => {
    const { storage, resource } = await begin();
    storage.set(key('x'), storedObject('x'));
    const revision = storage.moveRevision();
    const listed = await resource.list({}, { kind: 'notOlderThan', revision });
    expect(namesIn(listed)).toEqual(['a/x']);
    expect(await resource.list({}, { kind: 'exact', revision })).toMatchObject({ ok: true, revision });
  });

  it('of an exact revision come from memory within the watch cache, from the store before it, and not once compacted', async () => {
    const { storage, cache, resource } = await begin({}, (store) => {
      store.set(key('old'), storedObject('old'));
      store.unset(key('old'));
    });
    storage.set(key('x'), storedObject('x'));
    storage.set(key('y'), storedObject('y'));
    storage.unset(key('x'));
    await turns();
    expect(namesIn(await resource.list({}, { kind: 'exact', revision: 5 }))).toEqual(['a/x', 'a/y']);
    expect(cache.stats().storeReads).toBe(0);
    expect(namesIn(await resource.list({}, { kind: 'exact', revision: 2 }))).toEqual(['a/old']);
    expect(cache.stats().storeReads).toBe(1);
    await storage.compact(4);
    cache.trimThrough(4);
    expect(namesIn(await resource.list({}, { kind: 'exact', revision: 4 }))).toEqual(['a/x']);
    expect(await resource.list({}, { kind: 'exact', revision: 3 })).toEqual({
      ok: false,
      reason: 'compacted',
      revision: 3,
    });
  });

  it('forget what the store gives up, whichever replica had it compacted', async () => {
    const { storage, resource } = await begin();
    for (const data of ['one', 'two', 'three']) storage.set(key('x'), storedObject('x', { data }));
    const compactor = startCompactor({ storage, intervalMs: 3_600_000 });
    await compactor.beat();
    storage.set(key('x'), storedObject('x', { data: 'four' }));
    const revision = await compactor.beat();
    await compactor.close();
    expect(revision).toBe(4);
    await resource.get({ namespace: 'a', name: 'x' });
    expect(await resource.list({}, { kind: 'exact', revision: 3 })).toMatchObject({ ok: false, reason: 'compacted' });
    expect(await resource.list({}, { kind: 'exact', revision: 4 })).toMatchObject({ ok: true, revision: 4 });
  });

  it('take nothing for an object that cannot be named so', async () => {
    const { storage, resource } = await begin();
    storage.set(key('x'), storedObject('x'));
    for (const name of [
      { namespace: 'a/x', name: '' },
      { namespace: '', name: 'a/x' },
      { name: 'x' },
      { namespace: '..', name: 'x' },
    ]) {
      expect(await resource.get(name)).toMatchObject({ ok: true, object: undefined });
    }
    expect(namesIn(await resource.list({ namespace: 'a/x' }))).toEqual([]);
    expect(namesIn(await resource.list({ namespace: 'a', name: 'x' }))).toEqual(['a/x']);
    expect(namesIn(await resource.list({ name: 'x' }))).toEqual(['a/x']);
  });

  it('fail with the error of the store for everybody who shared the question, and work again', async () => {
    const { storage, resource } = await begin();
    storage.fail('currentRevision', 1);
    const results = await Promise.allSettled([resource.get({ namespace: 'a', name: 'x' }), resource.list({})]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await resource.list({})).toMatchObject({ ok: true });
  });
});

describe('pages', () => {
  it('are all of the revision of the first one, with the number that remains', async () => {
    const { storage, resource } = await begin();
    for (const name of ['a', 'b', 'c', 'd', 'e']) storage.set(key(name), storedObject(name));
    storage.set(key('z', 'b'), storedObject('z'));
    const first = await resource.list({ namespace: 'a', limit: 2 });
    expect(namesIn(first)).toEqual(['a/a', 'a/b']);
    expect(first).toMatchObject({ continueAfter: 'a/b', remainingCount: 3 });
    if (!first.ok) return;
    storage.unset(key('c'));
    storage.unset(key('d'));
    storage.set(key('cc'), storedObject('cc'));
    await turns();
    const at = { kind: 'exact', revision: first.revision } as const;
    const second = await resource.list({ namespace: 'a', limit: 2, after: 'a/b' }, at);
    expect(namesIn(second)).toEqual(['a/c', 'a/d']);
    expect(second).toMatchObject({ continueAfter: 'a/d', remainingCount: 1 });
    const third = await resource.list({ namespace: 'a', limit: 2, after: 'a/d' }, at);
    expect(namesIn(third)).toEqual(['a/e']);
    expect(third).toMatchObject({ continueAfter: undefined, remainingCount: undefined });
    expect(namesIn(await resource.list({ namespace: 'a', after: 'b/z' }, at))).toEqual([]);
    expect(namesIn(await resource.list({ namespace: 'b', after: 'a/b' }, at))).toEqual(['b/z']);
  });

  it('of an older revision say what remained then, also if no page was counted before', async () => {
    const { storage, resource } = await begin();
    for (const name of ['a', 'b', 'c', 'd', 'e']) storage.set(key(name), storedObject(name));
    const revision = storage.set(key('a'), storedObject('a'));
    for (const name of ['c', 'd']) storage.unset(key(name));
    storage.set(key('d'), storedObject('d'));
    for (const name of ['f', 'g', 'h']) storage.set(key(name), storedObject(name));
    await turns();
    const page = await resource.list({ limit: 1, after: 'a/a' }, { kind: 'exact', revision });
    expect(namesIn(page)).toEqual(['a/b']);
    expect(page).toMatchObject({ remainingCount: 3 });
  });

  it('with a selector are full and say nothing of what remains', async () => {
    const { storage, resource } = await begin();
    for (let n = 0; n < 20; n += 1) {
      const name = `n${String(n).padStart(2, '0')}`;
      storage.set(key(name), storedObject(name, { labels: { odd: String(n % 2) } }));
    }
    const selector = ({ labels }: { labels: Readonly<Record<string, string>> }) => labels['odd'] === '1';
    const page = await resource.list({ selector, limit: 4 });
    expect(namesIn(page)).toEqual(['a/n01', 'a/n03', 'a/n05', 'a/n07']);
    expect(page).toMatchObject({ continueAfter: 'a/n07', remainingCount: undefined });
    storage.moveRevision();
    expect(namesIn(await resource.list({ selector, limit: 4 }))).toEqual(['a/n01', 'a/n03', 'a/n05', 'a/n07']);
  });
});

describe('beginning', () => {
  it('loses nothing that is written meanwhile', async () => {
    const storage = createMemoryStorage();
    const names = Array.from({ length: 2500 }, (_, n) => `n${String(n).padStart(4, '0')}`);
    for (const name of names) storage.set(key(name), storedObject(name));
    const cache = createWatchCache({ storage });
    caches.push(cache);
    const resource = cache.register(things);
    cache.start();
    await turns(1);
    storage.unset(key('n2400'));
    storage.set(key('n2401'), storedObject('n2401', { data: 'changed' }));
    storage.set(key('new'), storedObject('new'));
    await cache.whenReady();
    const listed = await resource.list({});
    expect(listed.ok && listed.objects.length).toBe(2500);
    expect(resource.peek({ namespace: 'a', name: 'n2400' })).toBeUndefined();
    expect(resource.objectCount()).toBe(2500);
  });

  it('is tried again until the store answers', async () => {
    const storage = createMemoryStorage();
    storage.set(key('x'), storedObject('x'));
    storage.fail('currentRevision', 1);
    storage.fail('range', 1);
    const cache = createWatchCache({ storage });
    caches.push(cache);
    cache.register(things);
    cache.start();
    await cache.whenReady();
    expect(cache.stats().objects).toBe(1);
  });

  it('anew ends watches with a reason, and reads go to the store until it is done', async () => {
    const { storage, cache, resource } = await begin();
    storage.set(key('x'), storedObject('x'));
    await turns();
    const watching = record(resource, { start: { kind: 'any' } });
    await turns();
    storage.endWatches(new StorageError('compacted', 'gone'));
    expect(cache.isReady()).toBe(false);
    expect(watching.ends).toEqual([{ reason: 'reset' }]);
    expect(namesIn(await resource.list({}))).toEqual(['a/x']);
    await turns();
    expect(cache.isReady()).toBe(true);
    expect(cache.stats().restarts).toBe(1);
    storage.set(key('y'), storedObject('y'));
    expect(namesIn(await resource.list({}))).toEqual(['a/x', 'a/y']);
  });

  it('takes in a resource that is added later, without being unready for it', async () => {
    const { storage, cache } = await begin();
    storage.set('/registry/group.example.com/widgets/w', storedObject('w'));
    await turns();
    const widgets = cache.register({
      name: 'widgets',
      folder: '/registry/group.example.com/widgets/',
      isNamespaced: false,
    });
    expect(cache.isReady()).toBe(true);
    expect(await widgets.get({ name: 'w' })).toMatchObject({ ok: true, object: { revision: 2 } });
    await turns();
    expect(widgets.isLoaded()).toBe(true);
    storage.set('/registry/group.example.com/widgets/v', storedObject('v'));
    expect(await widgets.list({})).toMatchObject({ ok: true, objects: [{ revision: 3 }, { revision: 2 }] });
    widgets.remove();
    expect(cache.stats().resources).toBe(1);
  });

  it('misses nothing of a resource that an event handler makes way for another in the midst of a batch', async () => {
    const { storage, cache, resource } = await begin();
    const folder = '/registry/group.example.com/widgets/';
    const register = () => cache.register({ name: 'widgets', folder, isNamespaced: false });
    let widgets = register();
    storage.set(`${folder}deleted`, storedObject('deleted'));
    await widgets.whenLoaded();
    await turns();
    resource.addEventHandler({
      onState: () => undefined,
      onChange: () => {
        widgets.remove();
        widgets = register();
      },
    });
    storage.holdEvents(true);
    storage.unset(`${folder}deleted`);
    storage.set(`${folder}before`, storedObject('before'));
    storage.set(key('definition'), storedObject('definition'));
    storage.set(`${folder}behind`, storedObject('behind'));
    storage.holdEvents(false);
    await turns();
    await widgets.whenLoaded();
    const listed = await widgets.list({}, { kind: 'any' });
    expect(listed).toMatchObject({ objects: [{ key: `${folder}before` }, { key: `${folder}behind` }] });
    expect(await widgets.list({})).toEqual(listed);
  });

  it('leaves a removed resource to the store, for reads that have begun', async () => {
    const { storage, resource } = await begin();
    storage.set(key('x'), storedObject('x'));
    await turns();
    storage.holdEvents(true);
    const last = storage.set(key('y'), storedObject('y'));
    const listing = resource.list({}, { kind: 'notOlderThan', revision: last });
    await turns();
    resource.remove();
    storage.holdEvents(false);
    expect(namesIn(await listing)).toEqual(['a/x', 'a/y']);
    expect(namesIn(await resource.list({}, { kind: 'any' }))).toEqual(['a/x', 'a/y']);
    const late = record(resource, { start: { kind: 'any' } });
    await turns();
    expect(late.ends).toEqual([{ reason: 'reset' }]);
  });

  it('lets others have their turn while it loads a resource', async () => {
    const { storage, cache } = await begin({ clock: systemClock });
    const folder = '/registry/widgets/';
    const names = Array.from({ length: 50 }, (_, at) => `w${String(at)}`);
    for (const name of names) storage.set(`${folder}${name}`, storedObject(name));
    await turns();
    const conform = (value: Uint8Array): Uint8Array => {
      for (const end = performance.now() + 3; performance.now() < end;);
      return value;
    };
    const widgets = cache.register({ name: 'widgets', folder, isNamespaced: false, conform });
    let turnsMeanwhile = 0;
    const loaded = widgets.whenLoaded();
    const counting = setInterval(() => (turnsMeanwhile += 1), 1);
    await loaded;
    clearInterval(counting);
    // 150 ms of work, in slices of some 10.
    expect(turnsMeanwhile).toBeGreaterThan(4);
    expect(await widgets.list({}, { kind: 'any' })).toMatchObject({ objects: { length: names.length } });
  });

  it('keeps nobody waiting for a resource that is removed before it is loaded', async () => {
    const { storage, cache } = await begin();
    storage.fail('range', 1_000);
    const widgets = cache.register({ name: 'widgets', folder: '/registry/widgets/', isNamespaced: false });
    const loaded = widgets.whenLoaded();
    widgets.remove();
    await loaded;
    await widgets.whenLoaded();
    expect(widgets.isLoaded()).toBe(false);
  });

  it('refuses folders that are not below the prefix or overlap', async () => {
    const { cache } = await begin();
    for (const folder of ['/other/things/', '/registry/', '/registry/things/inner/', '/registry/thing']) {
      expect(() => cache.register({ name: 'x', folder, isNamespaced: false })).toThrow();
    }
  });
});
