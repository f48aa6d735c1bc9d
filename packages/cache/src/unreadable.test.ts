/** One value that cannot be read concerns its own resource, and there what includes its key. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@keelson/telemetry';

import type { ListOutcome } from './read/read-outcome.ts';
import type { ResourceCache } from './resource-cache.ts';
import { createMemoryStorage } from './testing/memory-storage.ts';
import type { MemoryStorage } from './testing/memory-storage.ts';
import { extractLabels, record, storedObject, turns } from './testing/objects.ts';
import { createWatchCache } from './watch-cache.ts';
import type { WatchCache } from './watch-cache.ts';

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

interface Begun {
  readonly storage: MemoryStorage;
  readonly cache: WatchCache;
  readonly secrets: ResourceCache;
  readonly others: ResourceCache;
}

async function begin(prepare?: (storage: MemoryStorage) => void, logger = silentLogger): Promise<Begun> {
  const storage = createMemoryStorage();
  for (const name of ['a', 'c']) storage.set(secret(name), storedObject(name));
  storage.set(secret('a', 'second'), storedObject('a'));
  storage.set('/registry/others/x', storedObject('x'));
  prepare?.(storage);
  const cache = createWatchCache({ storage, logger, futureWaitMs: 100 });
  closings.push(() => cache.close());
  const folders = { folder: '/registry/secrets/', isNamespaced: true, extractAttributes: extractLabels };
  const secrets = cache.register({ name: 'secrets', ...folders });
  const others = cache.register({ name: 'others', folder: '/registry/others/', isNamespaced: false });
  cache.start();
  await cache.whenReady();
  return { storage, cache, secrets, others };
}

const secret = (name: string, namespace = 'first') => `/registry/secrets/${namespace}/${name}`;
const unreadable = { fault: 'no matching prefix found' };
const garbage: readonly (readonly [string, string | { fault: string }])[] = [
  ['what cannot be decrypted', unreadable],
  ['an array', '[1,2]'],
  ['text', 'no JSON at all'],
  ['null', 'null'],
  ['an object that was cut off', storedObject('b').slice(0, -5)],
  ['protobuf', 'k8s\0\n\x0c\n\x02v1'],
  ['an object without metadata', '{"kind":"Thing"}'],
  ['metadata that is no object', '{"metadata":"b"}'],
  ['an object of another name', storedObject('z')],
];

const shown = (outcome: ListOutcome) =>
  outcome.ok ? outcome.objects.map(({ key }) => key.slice('/registry/secrets/'.length)) : outcome;
const failure = { ok: false, reason: 'unreadable', key: secret('b') };

describe.each(garbage)('%s in a store', (_what, value) => {
  it('fails the reads that include it, and no other', async () => {
    const { storage, cache, secrets, others } = await begin();
    const revision = storage.set(secret('b'), value);
    await turns();
    for (const at of [{ kind: 'mostRecent' }, { kind: 'any' }, { kind: 'exact', revision }] as const) {
      expect(await secrets.get({ namespace: 'first', name: 'b' }, at)).toMatchObject({ ...failure, revision });
      expect(await secrets.get({ namespace: 'first', name: 'a' }, at)).toMatchObject({ ok: true, object: {} });
      expect(await secrets.list({}, at)).toMatchObject(failure);
      expect(await secrets.list({ namespace: 'first' }, at)).toMatchObject(failure);
      expect(await secrets.list({ selector: () => false }, at)).toMatchObject(failure);
      expect(shown(await secrets.list({ namespace: 'second' }, at))).toEqual(['second/a']);
      expect(shown(await secrets.list({ name: 'a' }, at))).toEqual(['first/a', 'second/a']);
      expect(await others.list({}, at)).toMatchObject({ ok: true, objects: [{}] });
    }
    expect(cache.isReady()).toBe(true);
    expect(cache.stats()).toMatchObject({ restarts: 0, objects: 5, unreadable: 1 });
    expect([secrets.objectCount(), secrets.unreadableCount(), others.unreadableCount()]).toEqual([4, 1, 0]);
    expect(secrets.peek({ namespace: 'first', name: 'b' })).toBeUndefined();
  });

  it('is the same where it was there at the start, and where the store has to answer', async () => {
    const { storage, cache, secrets, others } = await begin((prepared) => void prepared.set(secret('b'), value));
    expect(cache.isReady()).toBe(true);
    expect(secrets.unreadableCount()).toBe(1);
    const loadedAt = cache.revision();
    storage.set('/registry/others/y', storedObject('y'));
    storage.set(secret('c'), storedObject('c'));
    await turns();
    cache.trimThrough(cache.revision());
    const past = { kind: 'exact', revision: loadedAt } as const;
    const before = cache.stats().storeReads;
    expect(await secrets.get({ namespace: 'first', name: 'b' }, past)).toMatchObject(failure);
    expect(await secrets.list({}, past)).toMatchObject(failure);
    expect(shown(await secrets.list({ namespace: 'second' }, past))).toEqual(['second/a']);
    expect(cache.stats().storeReads).toBe(before + 3);
    expect(shown(await others.list({}))).toHaveLength(2);
  });

  it('ends the watches that it concerns, and no other', async () => {
    const { storage, cache, secrets, others } = await begin();
    const start = { kind: 'after', revision: cache.revision() } as const;
    const concerned = [{}, { namespace: 'first' }, { name: 'b' }, { selector: () => false }];
    const unconcerned = [{ namespace: 'second' }, { name: 'a' }];
    const ending = concerned.map((request) => record(secrets, { start, ...request }));
    const lasting = unconcerned.map((request) => record(secrets, { start, ...request }));
    const other = record(others, { start });
    await turns();
    storage.set(secret('b'), value);
    storage.set(secret('a', 'second'), storedObject('a', { data: 'new' }));
    storage.set('/registry/others/y', storedObject('y'));
    await turns();
    for (const { ends } of ending)
      expect(ends).toMatchObject([{ reason: 'unreadable', unreadable: { key: secret('b') } }]);
    for (const { ends, events } of lasting) {
      expect(ends).toEqual([]);
      expect(events).toHaveLength(1);
    }
    expect([other.ends.length, other.events.length]).toEqual([0, 1]);
    expect(cache.stats().restarts).toBe(0);
  });

  it('ends a watch that begins with the state, and lets one go on that begins after it', async () => {
    const { storage, cache, secrets } = await begin((prepared) => void prepared.set(secret('b'), value));
    const initial = record(secrets, { start: { kind: 'mostRecent' } });
    const later = record(secrets, { start: { kind: 'after', revision: cache.revision() } });
    await turns();
    storage.set(secret('c'), storedObject('c', { data: 'new' }));
    await turns();
    expect(initial.ends).toMatchObject([{ reason: 'unreadable', unreadable: { key: secret('b') } }]);
    expect(later.ends).toEqual([]);
    expect(later.events).toEqual([`MODIFIED ${secret('c')}@${String(cache.revision())} new`]);
  });

  it.each(['overwritten', 'deleted'])('is over once it is %s', async (how) => {
    const { storage, cache, secrets } = await begin();
    const readable = cache.revision();
    storage.set(secret('b'), value);
    await turns();
    const watched = record(secrets, { start: { kind: 'after', revision: cache.revision() } });
    await turns();
    if (how === 'deleted') storage.unset(secret('b'));
    else storage.set(secret('b'), storedObject('b'));
    await turns();
    // The change cannot be shown to watchers that know the earlier value: they have to list again.
    expect(watched.ends).toMatchObject([{ reason: 'compacted' }]);
    const resumed = record(secrets, { start: { kind: 'after', revision: readable } });
    await turns();
    expect(resumed.ends).toMatchObject([{ reason: 'compacted' }]);
    const names = how === 'deleted' ? ['first/a', 'first/c'] : ['first/a', 'first/b', 'first/c'];
    expect(shown(await secrets.list({ namespace: 'first' }))).toEqual(names);
    expect([secrets.objectCount(), secrets.unreadableCount()]).toEqual([names.length + 1, 0]);
    const fresh = record(secrets, { start: { kind: 'mostRecent' } });
    await turns();
    expect([fresh.ends.length, fresh.events.length]).toEqual([0, names.length + 1]);
  });
});

describe('a value that cannot be read', () => {
  it('is listed beside the objects where that is asked for', async () => {
    const { storage, secrets } = await begin();
    const revision = storage.set(secret('b'), unreadable);
    const listed = await secrets.list({ namespace: 'first', collectsUnreadable: true });
    expect(shown(listed)).toEqual(['first/a', 'first/c']);
    expect(listed).toMatchObject({ unreadable: [{ key: secret('b'), revision, ...unreadable }] });
  });

  it('is counted on pages, and fails the page that would hold it', async () => {
    const { storage, secrets } = await begin();
    storage.set(secret('b'), unreadable);
    const first = await secrets.list({ namespace: 'first', limit: 1 });
    expect(first).toMatchObject({ ok: true, continueAfter: 'first/a', remainingCount: 2 });
    expect(await secrets.list({ namespace: 'first', limit: 1, after: 'first/a' })).toMatchObject(failure);
    expect(shown(await secrets.list({ namespace: 'first', limit: 1, after: 'first/b' }))).toEqual(['first/c']);
  });

  it('is to event handlers as if it were not there', async () => {
    const { storage, secrets } = await begin((prepared) => void prepared.set(secret('b'), unreadable));
    const told: string[] = [];
    secrets.addEventHandler({
      onState: (objects) => void told.push([...objects].map(([{ name }]) => name).join()),
      onChange: ({ name }, object) => void told.push(`${name} ${object === undefined ? 'gone' : 'there'}`),
    });
    storage.set(secret('b'), storedObject('b'));
    await turns();
    storage.set(secret('b'), unreadable);
    await turns();
    expect(told).toEqual(['a,c,a', 'b there', 'b gone']);
  });

  it('in the history of the store ends a watch that is replayed from there', async () => {
    const { storage, cache, secrets, others } = await begin();
    const start = { kind: 'after', revision: cache.revision() } as const;
    storage.set(secret('b'), unreadable);
    storage.set(secret('b'), storedObject('b'));
    await turns();
    cache.trimThrough(cache.revision());
    const watched = record(secrets, { start });
    const other = record(others, { start });
    await turns();
    expect(cache.stats().storeReplays).toBeGreaterThan(0);
    expect(watched.ends).toMatchObject([{ reason: 'compacted' }]);
    expect(other.ends).toEqual([]);
  });

  it('is left out, and logged, under a key that no object can have and no request can name', async () => {
    const lines: string[] = [];
    const log = (message: string, fields: object = {}): void => void lines.push(`${message} ${JSON.stringify(fields)}`);
    const logger = { debug: log, info: log, warn: log, error: log };
    const stray = ['/registry/secrets/first', '/registry/secrets/first/b/c', '/registry/secrets/first/'];
    const { storage, cache, secrets } = await begin((prepared) => {
      for (const key of stray) prepared.set(key, storedObject('first'));
    }, logger);
    const start = { kind: 'after', revision: cache.revision() } as const;
    const watched = record(secrets, { start });
    for (const key of stray) storage.set(key, 'garbage');
    await turns();
    expect(shown(await secrets.list({ namespace: 'first' }))).toEqual(['first/a', 'first/c']);
    expect(shown(await secrets.list({}, { kind: 'exact', revision: 2 }))).toHaveLength(1);
    expect([secrets.objectCount(), secrets.unreadableCount()]).toEqual([3, 0]);
    expect([watched.events, watched.ends]).toEqual([[], []]);
    expect(lines.filter((line) => line.includes('no object can have such a key'))).toHaveLength(stray.length);
  });
});
