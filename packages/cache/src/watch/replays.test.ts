/** Watches that resume from before the cached history, as all do after a restart. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { ResourceCache } from '../resource-cache.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createMemoryStorage } from '../testing/memory-storage.ts';
import type { MemoryStorage } from '../testing/memory-storage.ts';
import { record, storedObject, textEncoder, turns } from '../testing/objects.ts';
import type { Recording } from '../testing/objects.ts';
import { createWatchCache } from '../watch-cache.ts';
import type { WatchCache } from '../watch-cache.ts';
import type { WatchEncoder } from './watch-request.ts';

const caches: WatchCache[] = [];
afterEach(() => {
  for (const cache of caches.splice(0)) cache.close();
});

const kinds = ['apples', 'pears', 'plums', 'quinces', 'figs', 'dates', 'limes', 'nuts'];
const folderOf = (kind: string): string => `/registry/${kind}/`;

/** A watch cache that is started over a store which has a past. */
async function restart(storage: MemoryStorage) {
  const clock = createFakeClock();
  const cache = createWatchCache({ storage, clock });
  caches.push(cache);
  const resources = kinds.map((name) => cache.register({ name, folder: folderOf(name), isNamespaced: false }));
  cache.start();
  await cache.whenReady();
  return { cache, clock, resources };
}

/** Each kind is made one object, and then there are writes of the first kind alone. */
async function begin({ writes = 50 } = {}) {
  const storage = createMemoryStorage();
  for (const kind of kinds) storage.set(`${folderOf(kind)}x`, storedObject('x'));
  const quiet = await storage.currentRevision();
  for (let n = 0; n < writes; n += 1) storage.set(`${folderOf('apples')}x`, storedObject('x', { data: String(n) }));
  const last = await storage.currentRevision();
  return { storage, quiet, last, ...(await restart(storage)) };
}

const resume = (resource: ResourceCache | undefined, revision: number, encoder = textEncoder): Recording => {
  if (resource === undefined) throw new Error('no such resource');
  return record(resource, { start: { kind: 'after', revision }, bookmarks: true, encoder });
};

describe('watches that resume from before a restart', () => {
  it('of quiet kinds, 200 of them, share a few watches of the store for a moment, and get bookmarks', async () => {
    const { storage, quiet, last, cache, clock, resources } = await begin();
    const recordings = Array.from({ length: 200 }, (_, n) => resume(resources[1 + (n % 7)], quiet - (n % 3)));
    await turns(60);
    expect(storage.mostWatches()).toBeLessThanOrEqual(5);
    expect((await storage.status()).watches).toBe(1);
    clock.advance(61_000);
    await turns();
    for (const { events, ends } of recordings) expect([events.at(-1), ends]).toEqual([`BOOKMARK @${last}`, []]);
    expect(cache.stats()).toMatchObject({ watchers: 200, storeReplays: 200 });
  });

  it('of a kind that was quiet need the store once', async () => {
    const { storage, quiet, cache, resources } = await begin();
    resume(resources[1], quiet);
    await turns(60);
    const later = resume(resources[1], quiet + 3);
    const revision = storage.set(`${folderOf('pears')}x`, storedObject('x'));
    await turns();
    expect(later.events).toEqual([`MODIFIED /registry/pears/x@${revision}`]);
    expect(cache.stats().storeReplays).toBe(1);
  });

  it('of a kind that was not are told everything since, encoded once', async () => {
    const { storage, quiet, last, resources } = await begin();
    let encoded = 0;
    const encoder: WatchEncoder = {
      ...textEncoder,
      encodeEvent: (...event) => ((encoded += 1), textEncoder.encodeEvent(...event)),
    };
    const recordings = Array.from({ length: 20 }, (_, n) => resume(resources[0], quiet + n, encoder));
    await turns(200);
    const revision = storage.set(`${folderOf('apples')}x`, storedObject('x', { data: 'live' }));
    await turns();
    for (const [n, { events }] of recordings.entries()) {
      expect(events.length).toBe(last - quiet - n + 1);
      expect(events.at(-1)).toBe(`MODIFIED /registry/apples/x@${revision} live`);
    }
    expect(encoded).toBe(last - quiet + 1);
    expect(storage.mostWatches()).toBe(2);
  });

  it('are not held up by one whose consumer is full, which misses nothing', async () => {
    const { clock, storage, quiet, last, resources } = await begin();
    const [slow, ...others] = Array.from({ length: 5 }, () => resume(resources[0], quiet));
    slow?.setFull(true);
    for (let round = 0; round < 10; round += 1) {
      await turns();
      clock.advance(20);
    }
    await turns(200);
    for (const { events } of others) expect(events.length).toBe(last - quiet);
    expect((await storage.status()).watches).toBe(1);
    expect(slow?.events.length).toBeLessThan(5);
    slow?.setFull(false);
    await turns(200);
    expect(slow?.events).toEqual(others[0]?.events);
  });

  it('end alone where what they need is compacted', async () => {
    const { storage, quiet, resources } = await begin();
    await storage.compact(quiet + 10);
    const recordings = Array.from({ length: 20 }, (_, n) => resume(resources[0], quiet + n));
    await turns(300);
    const gone = recordings.map(({ ends }) => ends.length > 0);
    expect(gone).toEqual(Array.from({ length: 20 }, (_, n) => n < 10));
    expect(recordings[5]?.ends).toEqual([{ reason: 'compacted', revision: quiet + 5 }]);
  });

  it('leave nothing on the store when they are closed in the middle', async () => {
    const { storage, quiet, resources } = await begin();
    const recordings = kinds.map((_, n) => resume(resources[n], quiet - 1));
    for (const { watch } of recordings.slice(0, 4)) watch.close();
    await turns(3);
    for (const { watch } of recordings.slice(4)) watch.close();
    await turns(3);
    expect((await storage.status()).watches).toBe(1);
  });

  it('do not wait for long for a kind of which the store tells nothing', async () => {
    const { clock, storage, quiet, resources } = await begin();
    storage.holdEvents(true);
    for (const resource of resources.slice(1, 5)) resume(resource, quiet - 1);
    await turns();
    expect((await storage.status()).watches).toBe(5);
    resume(resources[5], quiet - 1);
    await turns();
    expect((await storage.status()).watches).toBe(5);
    clock.advance(5_000);
    await turns();
    expect((await storage.status()).watches).toBe(6);
  });
});

interface Plan {
  readonly past: readonly (readonly [kind: number, name: string])[];
  readonly resumes: readonly { readonly kind: number; readonly part: number; readonly isFull: boolean }[];
  readonly meanwhile: readonly (readonly [kind: number, name: string])[];
  readonly trimAt: number;
}

const writes = fc.array(fc.tuple(fc.nat({ max: 2 }), fc.constantFrom('x', 'y', 'z')), { maxLength: 40 });
const plans: fc.Arbitrary<Plan> = fc.record({
  past: writes,
  resumes: fc.array(
    fc.record({ kind: fc.nat({ max: 3 }), part: fc.integer({ min: 0, max: 100 }), isFull: fc.boolean() }),
    { minLength: 1, maxLength: 30 },
  ),
  meanwhile: writes,
  trimAt: fc.nat({ max: 40 }),
});

/** Makes, changes, and deletes now and then. */
function write(storage: MemoryStorage, [kind, name]: readonly [number, string]): void {
  const key = `${folderOf(kinds[kind] ?? '')}${name}`;
  const isThere = storage.events().findLast((event) => event.key === key)?.value !== undefined;
  if (isThere && storage.events().length % 4 === 0) storage.unset(key);
  else storage.set(key, storedObject(name));
}

function expectedOf(storage: MemoryStorage, kind: number, after: number): readonly string[] {
  const folder = folderOf(kinds[kind] ?? '');
  return storage
    .events()
    .filter(({ key, revision }) => key.startsWith(folder) && revision > after)
    .map(({ key, revision, value, previous }) => {
      const type = value === undefined ? 'DELETED' : previous === undefined ? 'ADDED' : 'MODIFIED';
      return `${type} ${key}@${revision}`;
    });
}

async function addEventHandler({ past, resumes, meanwhile, trimAt }: Plan): Promise<void> {
  const storage = createMemoryStorage();
  for (const each of past) write(storage, each);
  const { cache, clock, resources } = await restart(storage);
  const newest = await storage.currentRevision();
  const watching = resumes.map(({ kind, part }) => {
    const after = Math.max(1, Math.floor((newest * part) / 100));
    return { kind, after, recording: resume(resources[kind], after) };
  });
  for (const [n, { isFull }] of resumes.entries()) watching[n]?.recording.setFull(isFull);
  for (const [n, each] of meanwhile.entries()) {
    write(storage, each);
    if (n % 3 === 0) await turns(2);
    if (n === trimAt) cache.trimThrough(cache.revision());
    clock.advance(30);
  }
  for (const { recording } of watching) recording.setFull(false);
  for (let round = 0; round < 60; round += 1) {
    await turns(10);
    clock.advance(50);
  }
  clock.advance(61_000);
  await turns();
  for (const { kind, after, recording } of watching) {
    expect(recording.ends).toEqual([]);
    expect(recording.events.at(-1)).toBe(`BOOKMARK @${cache.revision()}`);
    const told = recording.events.filter((event) => !event.startsWith('BOOKMARK'));
    expect(told).toEqual(expectedOf(storage, kind, after));
  }
  expect(storage.mostWatches()).toBeLessThanOrEqual(5);
  expect((await storage.status()).watches).toBe(1);
  cache.close();
}

it('whatever has happened and happens, each event is told once to all who resume, and all get bookmarks', async () => {
  const assertion = fc.asyncProperty(plans, addEventHandler);
  await fc.assert(assertion, { numRuns: 50, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false });
});
