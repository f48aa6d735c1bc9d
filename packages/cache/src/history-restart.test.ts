/** A store that is restored from a backup: nothing of the history that has ended is shown as true. */
import { afterEach, describe, expect, it } from '@jest/globals';

import { StorageError } from '@keelson/storage';

import { createFakeClock } from './testing/fake-clock.ts';
import { createMemoryStorage } from './testing/memory-storage.ts';
import { extractLabels, record, storedObject, turns } from './testing/objects.ts';
import { createWatchCache } from './watch-cache.ts';
import type { WatchCache } from './watch-cache.ts';
import type { WatchCacheOptions } from './watch-cache-options.ts';

const caches: WatchCache[] = [];
afterEach(() => {
  for (const cache of caches.splice(0)) cache.close();
});

const folder = '/registry/things/';
const key = (name: string) => `${folder}a/${name}`;
const at = (name: string) => ({ namespace: 'a', name });

/** `kept` is in the backup, `lost` is not, `gone` was deleted since. The store is at revision 4, the backup at 3. */
async function begin(options: Partial<WatchCacheOptions> = {}) {
  const storage = createMemoryStorage();
  storage.set(key('kept'), storedObject('kept'));
  storage.set(key('gone'), storedObject('gone'));
  const logged: { message: string; fields: unknown }[] = [];
  const ignore = (): void => undefined;
  const logger = {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (message: string, fields: unknown) => void logged.push({ message, fields }),
  };
  const cache = createWatchCache({ storage, logger, futureWaitMs: 50, ...options });
  caches.push(cache);
  const things = cache.register({ name: 'things', folder, isNamespaced: true, extractAttributes: extractLabels });
  cache.start();
  await cache.whenReady();
  storage.unset(key('gone'));
  storage.set(key('lost'), storedObject('lost'));
  await turns();
  expect(cache.revision()).toBe(5);
  return { storage, cache, things, logged, restore: () => storage.restore(3) };
}

const namesIn = (listed: { ok: boolean; objects?: readonly { key: string }[] }) =>
  (listed.objects ?? []).map((object) => object.key.slice(folder.length));

describe('a store that was restored from a backup', () => {
  it('is read right at once by reads of the most recent state', async () => {
    const { things, restore } = await begin();
    restore();
    const [kept, lost, gone, all] = await Promise.all([
      things.get(at('kept')),
      things.get(at('lost')),
      things.get(at('gone')),
      things.list({}),
    ]);
    for (const got of [kept, gone]) expect(got.ok && got.object !== undefined).toBe(true);
    expect(lost).toMatchObject({ ok: true, object: undefined, revision: 3 });
    expect(all.ok && all.revision).toBe(3);
    expect(namesIn(all)).toEqual(['a/gone', 'a/kept']);
  });

  it('is read right out of memory as well, once an answer has shown it, and new writes are seen', async () => {
    const { storage, cache, things, restore } = await begin();
    restore();
    await things.get(at('kept'));
    expect(namesIn(await things.list({}, { kind: 'any' }))).toEqual(['a/gone', 'a/kept']);
    await things.whenLoaded();
    storage.set(key('new'), storedObject('new'));
    await turns();
    const reads = cache.stats().storeReads;
    expect(namesIn(await things.list({}, { kind: 'any' }))).toEqual(['a/gone', 'a/kept', 'a/new']);
    expect(cache.stats().storeReads).toBe(reads);
    expect(cache.isReady()).toBe(true);
  });

  it('ends all watches, tells whoever keeps something worked out of objects, and is logged and counted once', async () => {
    let told = 0;
    const { storage, cache, things, logged, restore } = await begin({ onHistoryRestart: () => (told += 1) });
    const states: string[][] = [];
    things.addEventHandler({
      onState: (objects) => void states.push([...objects].map(([{ name }]) => name)),
      onChange: () => undefined,
    });
    const watching = [{ kind: 'any' }, { kind: 'after', revision: 5 }, { kind: 'after', revision: 9 }] as const;
    const recordings = watching.map((start) => record(things, { start }));
    await turns();
    restore();
    await storage.currentRevision();
    expect(recordings.map(({ ends }) => ends)).toEqual(recordings.map(() => [{ reason: 'historyRestarted' }]));
    expect(cache.isReady()).toBe(false);
    await things.whenLoaded();
    expect(states).toEqual([
      ['kept', 'lost'],
      ['gone', 'kept'],
    ]);
    expect(logged).toEqual([
      {
        message: expect.stringContaining('restored from a backup'),
        fields: expect.objectContaining({ lastRevision: 5 }),
      },
    ]);
    expect(cache.stats()).toMatchObject({ historyRestarts: 1, restarts: 1, watchers: 0 });
    expect(told).toBe(1);
  });

  it('does not resume a watch from a revision of the history that has ended', async () => {
    const { storage, things, restore } = await begin();
    restore();
    await things.get(at('kept'));
    await things.whenLoaded();
    const watchFrom = (revision: number) => record(things, { start: { kind: 'after', revision } });
    const [before, now, lost, never] = [2, 3, 5, 99].map(watchFrom);
    await turns();
    const ended = [{ reason: 'historyRestarted' }];
    expect([before, now, lost, never].map((recording) => recording?.ends)).toEqual([ended, [], ended, []]);
    for (const name of ['x', 'y', 'z']) storage.set(key(name), storedObject(name));
    await turns();
    expect(now?.events.length).toBe(3);
    // A revision that the store has assigned itself by now counts as its own.
    const given = watchFrom(5);
    await turns();
    expect([given.ends, given.events.length]).toEqual([[], 1]);
  });

  it('waits for a revision that another replica has told of, though one like it was lost', async () => {
    const { storage, things, restore } = await begin();
    restore();
    await things.get(at('kept'));
    await things.whenLoaded();
    storage.holdEvents(true);
    storage.set(key('x'), storedObject('x'));
    const ahead = record(things, { start: { kind: 'after', revision: 4 } });
    await turns();
    storage.holdEvents(false);
    storage.set(key('y'), storedObject('y'));
    await turns();
    expect([ahead.ends, ahead.events.length]).toEqual([[], 1]);
  });

  it('has no state of a revision from before, and none of one that has not come', async () => {
    const { things, restore } = await begin();
    restore();
    await things.get(at('kept'));
    await things.whenLoaded();
    const exact = (revision: number) => things.list({}, { kind: 'exact', revision });
    expect(await exact(2)).toEqual({ ok: false, reason: 'compacted', revision: 2 });
    expect(await exact(3)).toMatchObject({ ok: true, revision: 3 });
    expect(await exact(5)).toMatchObject({ ok: false, reason: 'futureRevision', currentRevision: 3 });
    const notOlder = await things.get(at('kept'), { kind: 'notOlderThan', revision: 5 });
    expect(notOlder).toMatchObject({ ok: false, reason: 'futureRevision' });
  });

  it('lets go of those who wait for a revision that was lost', async () => {
    const { storage, cache, restore } = await begin();
    const waiting = cache.waitFor(6, 60_000);
    restore();
    await storage.currentRevision();
    expect(await waiting).toBe(false);
  });

  it('counts what remains behind a page anew', async () => {
    const { storage, things } = await begin();
    const first = await things.list({ limit: 1 });
    expect(first.ok && first.remainingCount).toBe(1);
    storage.restore(2);
    await things.get(at('kept'));
    await things.whenLoaded();
    for (const name of ['x', 'y', 'z']) storage.set(key(name), storedObject(name));
    await turns();
    // The page behind the first, which was counted in the other history.
    const page = await things.list({ limit: 1, after: 'a/kept' }, { kind: 'exact', revision: 5 });
    expect(namesIn(page)).toEqual(['a/x']);
    expect(page.ok && page.remainingCount).toBe(2);
  });

  it('is found out also where it went back while nothing was watched', async () => {
    const clock = createFakeClock();
    const { storage, cache, things } = await begin({ clock });
    storage.endWatches(new StorageError('watcherFailed', 'on request'));
    storage.restore(3);
    await storage.currentRevision();
    clock.advance(1_000);
    await turns();
    expect(cache.stats()).toMatchObject({ historyRestarts: 1, isReady: true, revision: 3 });
    const lost = record(things, { start: { kind: 'after', revision: 5 } });
    await turns();
    expect(lost.ends).toEqual([{ reason: 'historyRestarted' }]);
  });

  it('is loaded anew at once, and then no more than once a second', async () => {
    const clock = createFakeClock();
    const { storage, cache } = await begin({ clock });
    clock.advance(10_000);
    for (let round = 0; round < 5; round += 1) {
      storage.set(key('x'), storedObject('x'));
      storage.restore(3);
      await storage.currentRevision();
      await turns();
      expect(cache.isReady()).toBe(round === 0);
    }
    expect(cache.stats().historyRestarts).toBe(5);
    expect(storage.calls('range')).toBe(2);
    clock.advance(1_000);
    await turns();
    expect(cache.isReady()).toBe(true);
  });
});
