import { afterEach, describe, expect, it } from '@jest/globals';

import { createFakeClock } from '../testing/fake-clock.ts';
import { createMemoryStorage } from '../testing/memory-storage.ts';
import { extractLabels, record, storedObject, textEncoder, turns } from '../testing/objects.ts';
import { createTurnClock } from '../testing/turn-clock.ts';
import { createWatchCache } from '../watch-cache.ts';
import type { WatchCache } from '../watch-cache.ts';
import type { WatchCacheOptions } from '../watch-cache-options.ts';
import { createJsonWatchEncoder } from './json-watch-encoder.ts';
import type { WatchEncoder } from './watch-request.ts';

const caches: WatchCache[] = [];
afterEach(() => {
  for (const cache of caches.splice(0)) cache.close();
});

const key = (name: string, namespace = 'a') => `/registry/things/${namespace}/${name}`;
const colored = (name: string, color: string, data = '') => storedObject(name, { labels: { color }, data });
const isRed = ({ labels }: { labels: Readonly<Record<string, string>> }) => labels['color'] === 'red';
const fromNow = { kind: 'any' } as const;
const short = (events: readonly string[]) => events.map((event) => event.replace('/registry/things/', ''));

async function begin(options: Partial<WatchCacheOptions> = {}) {
  const storage = createMemoryStorage();
  const cache = createWatchCache({ storage, clock: createTurnClock(), ...options });
  caches.push(cache);
  const resource = cache.register({
    name: 'things',
    folder: '/registry/things/',
    isNamespaced: true,
    extractAttributes: extractLabels,
  });
  cache.start();
  await cache.whenReady();
  return { storage, cache, resource };
}

/** Makes the events of some objects when it is told to, in the order in which they were asked for. */
function slowEncoder(isSlow: (name: string) => boolean) {
  const waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  let asked = 0;
  const encoder: WatchEncoder = {
    ...textEncoder,
    encodeEvent: (type, object) => {
      const made = textEncoder.encodeEvent(type, object);
      if (!isSlow(object.key.slice(object.key.lastIndexOf('/') + 1))) return made;
      asked += 1;
      return new Promise((resolve, reject) => waiting.push({ resolve: () => resolve(made), reject }));
    },
  };
  return {
    encoder,
    asked: () => asked,
    finish: () => waiting.shift()?.resolve(),
    fail: () => waiting.shift()?.reject(new Error('broken')),
  };
}

describe('a watch', () => {
  it.each([
    ['an object that matches comes into being', undefined, 'red', 'ADDED'],
    ['an object that does not match comes into being', undefined, 'blue', undefined],
    ['it goes on matching', 'red', 'red', 'MODIFIED'],
    ['it begins to match', 'blue', 'red', 'ADDED'],
    ['it ceases to match', 'red', 'blue', 'DELETED'],
    ['it goes on not matching', 'blue', 'blue', undefined],
    ['it is deleted while it matches', 'red', undefined, 'DELETED'],
    ['it is deleted while it does not match', 'blue', undefined, undefined],
  ])('with a selector, when %s', async (_name, before, now, type) => {
    const { storage, cache, resource } = await begin();
    const start = before === undefined ? 1 : storage.set(key('x'), colored('x', before, 'before'));
    const live = record(resource, { start: { kind: 'after', revision: start }, selector: isRed });
    await turns();
    const revision = now === undefined ? storage.unset(key('x')) : storage.set(key('x'), colored('x', now, 'now'));
    await turns();
    const later = record(resource, { start: { kind: 'after', revision: start }, selector: isRed });
    await turns();
    cache.trimThrough(revision);
    const fromStore = record(resource, { start: { kind: 'after', revision: start }, selector: isRed });
    await turns();
    const expected = type === undefined ? [] : [`${type} a/x@${revision} ${type === 'DELETED' ? 'before' : 'now'}`];
    expect(short(live.events)).toEqual(expected);
    expect(short(later.events)).toEqual(expected);
    expect(short(fromStore.events)).toEqual(expected);
  });

  it('touches only what is asked for: a namespace, a name, or both', async () => {
    const { storage, resource } = await begin();
    const watching = [{}, { namespace: 'a' }, { name: 'x' }, { namespace: 'b', name: 'x' }, { namespace: 'c' }].map(
      (scope) => record(resource, { start: fromNow, ...scope }),
    );
    await turns();
    for (const [namespace, name] of [
      ['a', 'x'],
      ['a', 'y'],
      ['b', 'x'],
    ] as const)
      storage.set(key(name, namespace), storedObject(name));
    await turns();
    expect(watching.map(({ events }) => short(events).map((event) => event.slice(6, 9)))).toEqual([
      ['a/x', 'a/y', 'b/x'],
      ['a/x', 'a/y'],
      ['a/x', 'b/x'],
      ['b/x'],
      [],
    ]);
  });

  it.each(['any', 'mostRecent'] as const)(
    'of one object begins with it, read %s, and looks at no other',
    async (kind) => {
      const { storage, resource } = await begin();
      for (const name of ['x', 'y', 'z']) storage.set(key(name), storedObject(name));
      await turns();
      const watching = record(resource, { start: { kind }, namespace: 'a', name: 'y' });
      const empty = record(resource, { start: { kind }, namespace: 'a', name: 'missing' });
      await turns();
      storage.set(key('y'), storedObject('y'));
      await turns();
      expect(short(watching.events)).toEqual(['ADDED a/y@3', 'MODIFIED a/y@5']);
      expect([empty.events, empty.ends]).toEqual([[], []]);
      expect(resource.counts().memoryLists.fetched).toBe(0);
    },
  );

  it('that begins with the state is told where that ends', async () => {
    const { storage, resource } = await begin();
    storage.set(key('x'), storedObject('x'));
    storage.set(key('y'), storedObject('y'));
    const watching = record(resource, { start: { kind: 'mostRecent' }, marksInitialEventsEnd: true });
    await turns(200);
    storage.set(key('y'), storedObject('y'));
    await turns();
    expect(short(watching.events)).toEqual(['ADDED a/x@2', 'ADDED a/y@3', 'BOOKMARK @3 initial', 'MODIFIED a/y@4']);
  });

  it('from a revision that has not happened waits for it', async () => {
    const { storage, resource } = await begin();
    const watching = record(resource, { start: { kind: 'after', revision: 3 } });
    for (const name of ['x', 'y', 'z']) storage.set(key(name), storedObject(name));
    await turns();
    expect(short(watching.events)).toEqual(['ADDED a/z@4']);
  });

  it('from before the watch cache is replayed from the store, and ends only where that is compacted', async () => {
    const { storage, cache, resource } = await begin();
    for (let n = 0; n < 10; n += 1) storage.set(key('x'), storedObject('x', { data: String(n) }));
    await turns();
    cache.trimThrough(9);
    await storage.compact(4);
    const kept = record(resource, { start: { kind: 'after', revision: 4 } });
    const gone = record(resource, { start: { kind: 'after', revision: 3 } });
    await turns(50);
    storage.set(key('x'), storedObject('x', { data: 'live' }));
    await turns();
    expect(kept.events.length).toBe(8);
    expect(short(kept.events).at(-1)).toBe('MODIFIED a/x@12 live');
    expect(gone.ends).toEqual([{ reason: 'compacted', revision: 3 }]);
    expect(cache.stats().storeReplays).toBe(2);
    // Only the watch cache's own watch is left on the store.
    expect((await storage.status()).watches).toBe(1);
  });

  it('gets what is due in one call a turn', async () => {
    const { storage, resource } = await begin();
    const watching = record(resource, { start: fromNow });
    await turns();
    storage.setTogether(new Map(['u', 'v', 'w'].map((name) => [key(name), storedObject(name)])));
    await turns();
    expect(watching.turns).toEqual([3]);
  });

  it('shares the bytes of an event with all who have the same encoder', async () => {
    const { storage, resource } = await begin();
    let encoded = 0;
    const encoder: WatchEncoder = {
      ...textEncoder,
      encodeEvent: (...event) => ((encoded += 1), textEncoder.encodeEvent(...event)),
    };
    const watching = Array.from({ length: 50 }, () => record(resource, { start: fromNow, encoder }));
    await turns();
    storage.set(key('x'), storedObject('x'));
    await turns();
    expect(encoded).toBe(1);
    expect(watching.every(({ events }) => events.length === 1)).toBe(true);
  });

  it('keeps the order of events though some take longer to be made than others', async () => {
    const { storage, resource } = await begin();
    const { encoder, finish, asked } = slowEncoder((name) => name === 'slow');
    const watching = record(resource, { start: fromNow, encoder });
    await turns();
    for (const name of ['a', 'slow', 'b', 'c']) storage.set(key(name), storedObject(name));
    await turns();
    expect(short(watching.events)).toEqual(['ADDED a/a@2']);
    finish();
    await turns();
    storage.set(key('d'), storedObject('d'));
    await turns();
    expect(short(watching.events).map((event) => event.slice(0, -2))).toEqual(
      ['a', 'slow', 'b', 'c', 'd'].map((name) => `ADDED a/${name}`),
    );
    expect(asked()).toBe(1);
  });

  it('of a past that takes long to be made asks for one object at a time', async () => {
    const { storage, resource } = await begin();
    for (const name of ['a', 'b', 'c']) storage.set(key(name), storedObject(name));
    await turns();
    const { encoder, finish, asked } = slowEncoder(() => true);
    const watching = record(resource, { start: { kind: 'mostRecent' }, encoder });
    for (const count of [1, 2, 3]) {
      await turns();
      expect(asked()).toBe(count);
      finish();
    }
    await turns();
    storage.set(key('d'), storedObject('d'));
    await turns();
    finish();
    await turns();
    expect(short(watching.events).map((event) => event.slice(0, -2))).toEqual(
      ['a', 'b', 'c', 'd'].map((name) => `ADDED a/${name}`),
    );
  });

  it('for which too much is being made ends as too slow', async () => {
    const { storage, resource } = await begin({ queueEvents: 10 });
    const { encoder } = slowEncoder(() => true);
    const watching = record(resource, { start: fromNow, encoder });
    await turns();
    for (let n = 0; n < 20; n += 1) storage.set(key('x'), storedObject('x'));
    await turns();
    expect(watching.ends).toEqual([{ reason: 'tooSlow' }]);
  });

  it('of what could not be made ends alone', async () => {
    const { storage, resource } = await begin();
    const { encoder, fail } = slowEncoder(() => true);
    const watching = record(resource, { start: fromNow, encoder });
    const other = record(resource, { start: fromNow });
    await turns();
    storage.set(key('x'), storedObject('x'));
    await turns();
    fail();
    await turns();
    expect(watching.ends).toMatchObject([{ reason: 'failed' }]);
    expect(other.events).toHaveLength(1);
  });

  it('waits for a consumer that is full, and goes on where it was', async () => {
    const { storage, resource } = await begin();
    const watching = record(resource, { start: fromNow });
    await turns();
    watching.setFull(true);
    for (let n = 0; n < 5; n += 1) storage.set(key('x'), storedObject('x', { data: String(n) }));
    await turns();
    expect(watching.events.length).toBeLessThan(5);
    watching.setFull(false);
    await turns();
    expect(short(watching.events).map((event) => event.at(-1))).toEqual(['0', '1', '2', '3', '4']);
  });

  it('of a consumer that does not read ends as too slow, and disturbs nobody else', async () => {
    const { storage, cache, resource } = await begin({ queueEvents: 10 });
    const slow = record(resource, { start: fromNow });
    const other = record(resource, { start: fromNow });
    await turns();
    slow.setFull(true);
    for (let n = 0; n < 30; n += 1) storage.set(key('x'), storedObject('x'));
    await turns(60);
    expect(slow.ends).toEqual([{ reason: 'tooSlow' }]);
    expect(other.events.length).toBe(30);
    expect(cache.stats()).toMatchObject({ watchers: 1, slowWatchers: 1 });
  });

  it('of a consumer that stands still for long ends, though little is waiting', async () => {
    const clock = createFakeClock();
    const { storage, resource } = await begin({ clock, stallMs: 30_000 });
    const watching = record(resource, { start: fromNow });
    await turns();
    watching.setFull(true);
    storage.set(key('x'), storedObject('x'));
    await turns();
    clock.advance(29_000);
    expect(watching.ends).toEqual([]);
    clock.advance(2_000);
    expect(watching.ends).toEqual([{ reason: 'tooSlow' }]);
  });

  it('brings a long state in turns, no faster than it is taken', async () => {
    const { storage, cache, resource } = await begin();
    for (let n = 0; n < 2_500; n += 1) storage.set(key(`n${n}`), storedObject(`n${n}`));
    await cache.waitFor(await storage.currentRevision(), 60_000);
    const watching = record(resource, { start: { kind: 'mostRecent' } });
    watching.setFull(true);
    await turns(100);
    expect(watching.turns).toEqual([1_000]);
    watching.setFull(false);
    await turns(100);
    expect(watching.turns).toEqual([1_000, 1_000, 500]);
  });

  it('has bookmarks from time to time and one before its time is up', async () => {
    const clock = createFakeClock();
    const { storage, resource } = await begin({ clock, bookmarkMs: 60_000 });
    const watching = record(resource, { start: fromNow, bookmarks: true, timeoutMs: 100_000 });
    const without = record(resource, { start: fromNow, timeoutMs: 100_000 });
    await turns();
    storage.set('/registry/others/x', '{}');
    await turns();
    clock.advance(59_000);
    await turns();
    expect(watching.events).toEqual([]);
    clock.advance(2_000);
    await turns();
    expect(watching.events).toEqual(['BOOKMARK @2']);
    storage.set(key('x'), storedObject('x'));
    await turns();
    clock.advance(40_000);
    expect(short(watching.events)).toEqual(['BOOKMARK @2', 'ADDED a/x@3', 'BOOKMARK @3']);
    expect(watching.ends).toEqual([{ reason: 'timeout' }]);
    expect(short(without.events)).toEqual(['ADDED a/x@3']);
  });

  it('that was closed is called no more', async () => {
    const { storage, cache, resource } = await begin();
    const watching = record(resource, { start: fromNow });
    await turns();
    storage.set(key('x'), storedObject('x'));
    watching.watch.close();
    await turns();
    expect([watching.events, watching.ends]).toEqual([[], []]);
    expect(cache.stats().watchers).toBe(0);
  });

  it('ends when the watch cache closes', async () => {
    const { cache, resource } = await begin();
    const watching = record(resource, { start: fromNow });
    await turns();
    cache.close();
    expect(watching.ends).toEqual([{ reason: 'closed' }]);
  });

  it('is sent what was held back for it before it ends', async () => {
    const { storage, cache, resource } = await begin({ clock: createFakeClock() });
    const watching = Array.from({ length: 16 }, () => record(resource, { start: fromNow }));
    await turns();
    let settle: () => void = () => undefined;
    cache.expect(new Promise<void>((resolve) => (settle = resolve)));
    storage.unset(key('y'));
    storage.set(key('x'), storedObject('x'));
    await turns();
    expect(watching[0]?.events).toEqual([]);
    resource.remove();
    for (const { events, ends } of watching) {
      expect(short(events)).toEqual([expect.stringContaining('ADDED a/x')]);
      expect(ends).toEqual([{ reason: 'reset' }]);
    }
    settle();
  });

  it.each([
    [
      'encoder',
      {
        encoder: {
          ...textEncoder,
          encodeEvent: () => {
            throw new Error('broken');
          },
        },
      },
    ],
    [
      'selector',
      {
        selector: () => {
          throw new Error('broken');
        },
      },
    ],
  ])('with a broken %s ends alone', async (_name, broken) => {
    const { storage, resource } = await begin();
    const failing = record(resource, { start: { kind: 'after', revision: 1 }, ...broken });
    const other = record(resource, { start: { kind: 'after', revision: 1 } });
    await turns();
    storage.set(key('x'), storedObject('x'));
    await turns();
    expect(failing.ends).toMatchObject([{ reason: 'failed' }]);
    expect(short(other.events)).toEqual(['ADDED a/x@2']);
  });

  it('in JSON is a line for each event', async () => {
    const { storage, resource } = await begin();
    const encoder = createJsonWatchEncoder({
      kind: 'Thing',
      apiVersion: 'v1',
      initialEventsEndAnnotation: 'initial-events-end',
    });
    storage.set(key('x'), storedObject('x'));
    const watching = record(resource, { start: { kind: 'mostRecent' }, encoder, marksInitialEventsEnd: true });
    await turns(200);
    storage.unset(key('x'));
    await turns();
    const lines = watching.events
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toMatchObject([
      { type: 'ADDED', object: { metadata: { name: 'x', resourceVersion: '2' } } },
      {
        type: 'BOOKMARK',
        object: {
          kind: 'Thing',
          apiVersion: 'v1',
          metadata: { resourceVersion: '2', annotations: { 'initial-events-end': 'true' } },
        },
      },
      { type: 'DELETED', object: { metadata: { name: 'x', resourceVersion: '3' } } },
    ]);
  });
});
