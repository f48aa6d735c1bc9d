/**
 * Laws of the watch cache against a store that keeps all history: whatever is written,
 * deleted, trimmed and compacted, reads are the state of some revision they were
 * allowed to have, and a watch is that state and every change since.
 */
import { describe, expect, it } from '@jest/globals';
import type { StorageEvent } from '@keelson/storage';
import { bytesOf } from '@keelson/storage/conformance';
import fc from 'fast-check';

import type { ReadAt } from './read/read-outcome.ts';
import type { ResourceCache } from './resource-cache.ts';
import { withDeferredReads } from './testing/deferred-reads.ts';
import { createMemoryStorage } from './testing/memory-storage.ts';
import type { MemoryStorage } from './testing/memory-storage.ts';
import { extractLabels, parseObject, record, storedObject, turns } from './testing/objects.ts';
import type { Recording } from './testing/objects.ts';
import { createTurnClock } from './testing/turn-clock.ts';
import { createWatchCache } from './watch-cache.ts';
import type { WatchCache } from './watch-cache.ts';

const folder = '/registry/things/';
const isRed = ({ labels }: { labels: Readonly<Record<string, string>> }) => labels['color'] === 'red';

interface Wanted {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly onlyRed: boolean;
}

const keys = fc
  .tuple(fc.constantFrom('a', 'b'), fc.constantFrom('w', 'x', 'y', 'z', 'ü'))
  .map(([ns, name]) => `${folder}${ns}/${name}`);
const contents = fc.record({
  color: fc.constantFrom('red', 'blue'),
  data: fc.string({ maxLength: 40, unit: 'grapheme-ascii' }),
});
/** Not `fc.double`, most of whose numbers are next to zero. */
const upTo = (most: number) => fc.integer({ min: 0, max: 1000 }).map((n) => (n / 1000) * most);
const wanted: fc.Arbitrary<Wanted> = fc.record({
  namespace: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
  name: fc.option(fc.constantFrom('x', 'y'), { nil: undefined, freq: 4 }),
  onlyRed: fc.boolean(),
});

type Step = (world: World) => Promise<void> | void;

interface World {
  readonly storage: MemoryStorage;
  readonly cache: WatchCache;
  readonly resource: ResourceCache;
  readonly watchers: Watching[];
  compacted: number;
}

interface Watching extends Wanted {
  /** `undefined` if it began with a state. */
  readonly after: number | undefined;
  readonly recording: Recording;
}

const textOf = (color: string, data: string, key: string) =>
  storedObject(key.split('/').at(-1) ?? '', { labels: { color }, data: data.trim() });

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(keys, contents).map(
      ([key, { color, data }]): Step =>
        ({ storage }) =>
          void storage.set(key, textOf(color, data, key)),
    ),
  },
  {
    weight: 4,
    arbitrary: keys.map((key): Step => ({ storage }) => {
      if (stateAt(storage, Infinity).has(key)) storage.unset(key);
    }),
  },
  {
    weight: 2,
    arbitrary: fc.uniqueArray(keys, { minLength: 2, maxLength: 4 }).map(
      (several): Step =>
        ({ storage }) =>
          void storage.setTogether(new Map(several.map((key) => [key, textOf('red', 'together', key)]))),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>(({ storage }) => void storage.moveRevision()) },
  { weight: 1, arbitrary: fc.constant<Step>(({ storage }) => void storage.set('/registry/others/x', '{}')) },
  {
    weight: 3,
    arbitrary: fc.nat({ max: 3 }).map(
      (count): Step =>
        () =>
          turns(count),
    ),
  },
  {
    weight: 1,
    arbitrary: upTo(1).map(
      (part): Step =>
        ({ cache }) =>
          cache.trimThrough(Math.floor(part * cache.revision())),
    ),
  },
  {
    weight: 1,
    arbitrary: upTo(1).map(
      (part): Step =>
        (world) =>
          compact(world, part),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map(
      (isHeld): Step =>
        ({ storage }) =>
          storage.holdEvents(isHeld),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(wanted, fc.option(upTo(1.1), { nil: undefined })).map(
      ([want, part]): Step =>
        (world) =>
          startWatch(world, want, part),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(), fc.boolean()).map(
      ([which, isFull]): Step =>
        ({ watchers }) =>
          watchers[which % watchers.length]?.recording.setFull(isFull),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(wanted, fc.constantFrom('mostRecent', 'any', 'notOlderThan', 'exact'), upTo(1)).map(
      ([want, kind, part]): Step =>
        (world) =>
          checkList(world, want, readAt(kind, part, world)),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(wanted, fc.integer({ min: 1, max: 3 }), keys).map(
      ([want, limit, key]): Step =>
        (world) =>
          checkPages(world, want, { limit, key }),
    ),
  },
);

describe('the laws of the watch cache', () => {
  it.each([
    ['with room for all history', 1_000_000, undefined],
    ['with room for a few events', 4_000, undefined],
    ['with room for none', 0, undefined],
    ['where values are read when they are asked for', 1_000_000, { givesValues: false }],
    ['where they are, with room for a few events', 4_000, { givesValues: false }],
    ['where values that were given are read while they may be asked for', 1_000_000, { givesValues: true }],
    ['where they are, with room for few events', 4_000, { givesValues: true }],
  ])('hold %s', async (_name, historyBytes, deferring) => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 60, size: 'max' }), async (plan) => {
        const memory = createMemoryStorage();
        const storage = deferring ? withDeferredReads(memory, deferring) : memory;
        for (const key of ['a/w', 'a/x', 'b/x']) storage.set(`${folder}${key}`, textOf('red', 'first', key));
        // Steps come between the reads of two values.
        const clock = { ...createTurnClock(), giveWayPatiently: () => turns(2) };
        const limits = { historyBytes, futureWaitMs: 50, mostReadAtOnce: 0 };
        const cache = createWatchCache({ storage, ...limits, clock });
        const resource = cache.register({
          name: 'things',
          folder,
          isNamespaced: true,
          extractAttributes: extractLabels,
        });
        cache.start();
        await cache.whenReady();
        const world: World = { storage, cache, resource, watchers: [], compacted: 0 };
        try {
          for (const step of plan) await step(world);
          await settle(world);
          for (const watching of world.watchers) checkWatch(world, watching);
          checkMemory(world);
        } finally {
          cache.close();
        }
      }),
      { numRuns: 50 },
    );
  });
});

function stateAt(storage: MemoryStorage, revision: number): Map<string, { revision: number; text: string }> {
  const state = new Map<string, { revision: number; text: string }>();
  for (const event of storage.events()) {
    if (event.revision > revision || !event.key.startsWith(folder)) continue;
    if (event.value === undefined) state.delete(event.key);
    else state.set(event.key, { revision: event.revision, text: bytesOf(event.value).toString() });
  }
  return state;
}

const sorted = (texts: string[]) => texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

function isWanted({ namespace, name, onlyRed }: Wanted, key: string, text: string): boolean {
  const [ns, own] = key.slice(folder.length).split('/');
  return (
    (namespace ?? ns) === ns &&
    (name ?? own) === own &&
    (!onlyRed || parseObject(Buffer.from(text)).metadata.labels['color'] === 'red')
  );
}

function expectedList(storage: MemoryStorage, want: Wanted, revision: number): string[] {
  const state = [...stateAt(storage, revision)].filter(([key, { text }]) => isWanted(want, key, text));
  return sorted(state.map(([key]) => key)).map((key) => `${key}@${stateAt(storage, revision).get(key)?.revision}`);
}

/** The events that a watcher must see, by the table of transitions. */
function expectedEvents(storage: MemoryStorage, want: Wanted, after: number): string[] {
  return storage
    .events()
    .flatMap((event) => (event.revision > after && event.key.startsWith(folder) ? expectedEvent(want, event) : []));
}

function expectedEvent(want: Wanted, { key, revision, value, previous }: StorageEvent): string[] {
  const now = value && bytesOf(value).toString();
  const before = previous && bytesOf(previous.value).toString();
  const isNow = now !== undefined && isWanted(want, key, now);
  const was = before !== undefined && isWanted(want, key, before);
  if (!isNow && !was) return [];
  const type = isNow ? (was ? 'MODIFIED' : 'ADDED') : 'DELETED';
  const { data } = parseObject(Buffer.from((isNow ? now : before) ?? ''));
  return [`${type} ${key}@${revision} ${data}`.trimEnd()];
}

function selectorOf({ onlyRed }: Wanted) {
  return onlyRed ? { selector: isRed } : {};
}

function startWatch({ storage, resource, cache, watchers }: World, want: Wanted, part: number | undefined): void {
  const after = part === undefined ? undefined : Math.floor(part * newestOf(storage));
  const start =
    after !== undefined
      ? ({ kind: 'after', revision: after } as const)
      : ({ kind: cache.revision() % 2 === 0 ? 'any' : 'mostRecent' } as const);
  const recording = record(resource, { ...want, ...selectorOf(want), start, marksInitialEventsEnd: true });
  watchers.push({ ...want, after, recording });
}

function newestOf(storage: MemoryStorage): number {
  return storage.events().at(-1)?.revision ?? 1;
}

async function compact(world: World, part: number): Promise<void> {
  const revision = Math.max(1, Math.floor(part ** 4 * world.cache.revision()));
  world.compacted = Math.max(world.compacted, revision);
  await world.storage.compact(revision);
}

function readAt(kind: ReadAt['kind'], part: number, { storage }: World): ReadAt {
  const revision = Math.max(1, Math.floor(part * newestOf(storage)));
  return kind === 'mostRecent' || kind === 'any' ? { kind } : { kind, revision };
}

async function checkList({ storage, resource, compacted }: World, want: Wanted, at: ReadAt): Promise<void> {
  const { revision: newest } = await storage.status();
  const listed = await resource.list({ ...want, ...selectorOf(want) }, at);
  if (!listed.ok) {
    expect(at.kind).toBe('exact');
    expect(listed.revision).toBeLessThan(compacted);
    return;
  }
  if (at.kind === 'mostRecent') expect(listed.revision).toBeGreaterThanOrEqual(newest);
  if (at.kind === 'notOlderThan') expect(listed.revision).toBeGreaterThanOrEqual(at.revision);
  if (at.kind === 'exact') expect(listed.revision).toBe(at.revision);
  expect(listed.objects.map(({ key, revision }) => `${key}@${revision}`)).toEqual(
    expectedList(storage, want, listed.revision),
  );
  for (const { value, revision } of listed.objects)
    expect(parseObject(value).metadata.resourceVersion).toBe(String(revision));
}

async function checkPages(world: World, want: Wanted, { limit, key }: { limit: number; key: string }): Promise<void> {
  const { storage, resource } = world;
  const request = { ...want, ...selectorOf(want), limit };
  let page = await resource.list(request);
  if (!page.ok) throw new Error('the newest state cannot be gone');
  const { revision } = page;
  const all = expectedList(storage, want, revision);
  const seen = page.objects.map((object) => `${object.key}@${object.revision}`);
  while (page.ok && page.continueAfter !== undefined) {
    expect(page.objects.length).toBe(limit);
    if (page.remainingCount !== undefined) expect(page.remainingCount).toBe(all.length - seen.length);
    storage.set(key, textOf('red', 'between pages', key));
    page = await resource.list({ ...request, after: page.continueAfter }, { kind: 'exact', revision });
    if (page.ok) seen.push(...page.objects.map((object) => `${object.key}@${object.revision}`));
  }
  if (page.ok) expect(seen).toEqual(all);
  else expect(revision).toBeLessThan(world.compacted);
}

/** Lets everything arrive. */
async function settle({ storage, cache, watchers }: World): Promise<void> {
  storage.holdEvents(false);
  for (const { recording } of watchers) recording.setFull(false);
  const newest = newestOf(storage);
  const isBegun = ({ after, recording: { events, ends } }: Watching): boolean =>
    after !== undefined || ends.length > 0 || events.some((event) => event.startsWith('BOOKMARK'));
  while (cache.revision() < newest || !watchers.every(isBegun)) await turns(1);
  await turns(100);
}

function checkWatch({ storage, compacted }: World, { recording, after, ...want }: Watching): void {
  const bookmark = recording.events.findIndex((event) => event.startsWith('BOOKMARK'));
  const from = after ?? Number(/@(\d+)/.exec(recording.events[bookmark] ?? '')?.[1]);
  const events = recording.events.slice(bookmark + 1);
  if (after === undefined) {
    const initial = recording.events.slice(0, bookmark).map((event) => /^ADDED (\S+)/.exec(event)?.[1]);
    expect(initial).toEqual(expectedList(storage, want, from));
  }
  const expected = expectedEvents(storage, want, from);
  const end = recording.ends[0];
  if (end === undefined) {
    expect(events).toEqual(expected);
    return;
  }
  expect(end.reason).toBe('compacted');
  if (end.reason === 'compacted') expect(end.revision).toBeLessThan(compacted);
  expect(events).toEqual(expected.slice(0, events.length));
}

/** Nothing is kept that neither history nor the newest state needs. */
function checkMemory({ storage, cache }: World): void {
  const { objects, historyEvents, eventsTaken, eventsDropped } = cache.stats();
  expect(objects).toBe(stateAt(storage, Infinity).size);
  expect(historyEvents).toBe(eventsTaken - eventsDropped);
}
