/** Reads and watches of a resource in which values cannot be read, against what the history of the store says. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { isUnreadable } from '@keelson/storage';
import type { StorageEvent } from '@keelson/storage';
import fc from 'fast-check';

import { createMemoryStorage } from './testing/memory-storage.ts';
import type { MemoryStorage } from './testing/memory-storage.ts';
import { record, storedObject, turns } from './testing/objects.ts';
import { createTurnClock } from './testing/turn-clock.ts';
import { createWatchCache } from './watch-cache.ts';
import type { WatchCache } from './watch-cache.ts';

const folder = '/registry/secrets/';
const names = ['a/x', 'a/y', 'b/x', 'b/y'] as const;
const caches: WatchCache[] = [];
afterEach(() => {
  for (const cache of caches.splice(0)) cache.close();
});

type Step =
  | { readonly does: 'write' | 'break' | 'spoil' | 'delete'; readonly name: (typeof names)[number] }
  | { readonly does: 'trim' | 'wait' | 'other' };

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        does: fc.constantFrom('write', 'break', 'spoil', 'delete'),
        name: fc.constantFrom(...names),
      }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('trim', 'wait', 'other') }) },
  ),
  { minLength: 1, maxLength: 25 },
) as fc.Arbitrary<Step[]>;

async function takeStep(storage: MemoryStorage, cache: WatchCache, step: Step): Promise<void> {
  switch (step.does) {
    case 'write':
      storage.set(folder + step.name, storedObject(step.name.slice(2)));
      break;
    case 'break':
      storage.set(folder + step.name, { fault: 'it is broken' });
      break;
    case 'spoil':
      storage.set(folder + step.name, '[]');
      break;
    case 'delete':
      storage.unset(folder + step.name);
      break;
    case 'other':
      storage.set('/registry/others/x', storedObject('x'));
      break;
    case 'wait':
      await turns(3);
      break;
    case 'trim':
      await turns(3);
      cache.trimThrough(cache.revision());
      break;
  }
}

interface Scope {
  readonly namespace?: string;
  readonly name?: string;
}

const scopes: readonly Scope[] = [{}, { namespace: 'a' }, { name: 'x' }, { namespace: 'b', name: 'y' }];

function isIn({ namespace, name }: Scope, key: string): boolean {
  const [inNamespace = '', own = ''] = key.slice(folder.length).split('/');
  return key.startsWith(folder) && (namespace ?? inNamespace) === inNamespace && (name ?? own) === own;
}

const isBad = (value: StorageEvent['value']): boolean =>
  value !== undefined && (isUnreadable(value) || value.length === 2);

/** The state at a revision: for each key the revision of its value, and whether that is readable. */
function stateAt(storage: MemoryStorage, revision: number): Map<string, { revision: number; isBad: boolean }> {
  const state = new Map<string, { revision: number; isBad: boolean }>();
  for (const event of storage.events()) {
    if (event.revision > revision) break;
    if (event.value === undefined) state.delete(event.key);
    else state.set(event.key, { revision: event.revision, isBad: isBad(event.value) });
  }
  return state;
}

function expectedList(storage: MemoryStorage, scope: Scope, revision: number): string {
  const inScope = [...stateAt(storage, revision)]
    .filter(([key]) => isIn(scope, key))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const bad = inScope.find(([, held]) => held.isBad);
  return bad === undefined
    ? inScope.map(([key, held]) => `${key}@${String(held.revision)}`).join()
    : `unreadable ${bad[0]}`;
}

function expectedWatch(storage: MemoryStorage, scope: Scope, after: number): string[] {
  const expected: string[] = [];
  for (const event of storage.events()) {
    const { key, revision, value, previous } = event;
    if (revision <= after || !isIn(scope, key)) continue;
    if (isBad(value) || isBad(previous?.value)) return [...expected, expectedEnd(storage, key)];
    const shown = expectedEvent(event);
    if (shown !== undefined) expected.push(`${shown} ${key}@${String(revision)}`);
  }
  return expected;
}

function expectedEnd(storage: MemoryStorage, key: string): string {
  return stateAt(storage, Infinity).get(key)?.isBad === true ? `unreadable ${key}` : 'compacted';
}

function expectedEvent({ value, previous }: StorageEvent): string | undefined {
  if (value === undefined) return previous && 'DELETED';
  return previous === undefined ? 'ADDED' : 'MODIFIED';
}

describe('a resource in which values cannot be read', () => {
  it('reads and watches as its history says, at every revision, from memory and from the store', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, async (before, after) => {
        const storage = createMemoryStorage();
        const cache = createWatchCache({ storage, clock: createTurnClock() });
        caches.push(cache);
        const secrets = cache.register({ name: 'secrets', folder, isNamespaced: true });
        for (const step of before) await takeStep(storage, cache, step);
        cache.start();
        await cache.whenReady();
        for (const step of after) await takeStep(storage, cache, step);
        const last = await storage.currentRevision();
        await cache.waitFor(storage.events().at(-1)?.revision ?? 0, 10_000);
        const watched = [];
        for (let revision = 1; revision <= last; revision += 1) {
          for (const scope of scopes) {
            const listed = await secrets.list(scope, { kind: 'exact', revision });
            const shown = listed.ok
              ? listed.objects.map((object) => `${object.key}@${String(object.revision)}`).join()
              : `${listed.reason} ${'key' in listed ? listed.key : ''}`;
            expect(shown).toBe(expectedList(storage, scope, revision));
            const start = { kind: 'after', revision } as const;
            watched.push({ scope, revision, recording: record(secrets, { start, ...scope }) });
          }
        }
        await turns();
        for (const { scope, revision, recording } of watched) {
          const ends = recording.ends.map((end) =>
            end.reason === 'unreadable' ? `unreadable ${end.unreadable.key}` : end.reason,
          );
          expect([...recording.events, ...ends]).toEqual(expectedWatch(storage, scope, revision));
        }
        const newest = [...stateAt(storage, last)].filter(([key]) => key.startsWith(folder));
        expect(secrets.objectCount()).toBe(newest.length);
        expect(secrets.unreadableCount()).toBe(newest.filter(([, held]) => held.isBad).length);
        cache.close();
      }),
      { numRuns: 60 },
    );
  });
});
