/** Laws of a watch cache over a store that is restored from backups, whatever else happens. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { ResourceCache } from './resource-cache.ts';
import { inform } from './testing/inform.ts';
import type { Informer } from './testing/inform.ts';
import { createMemoryStorage } from './testing/memory-storage.ts';
import type { MemoryStorage } from './testing/memory-storage.ts';
import { storedObject, turns } from './testing/objects.ts';
import { createFakeClock } from './testing/fake-clock.ts';
import type { FakeClock } from './testing/fake-clock.ts';
import { createWatchCache } from './watch-cache.ts';

const folder = '/registry/things/';

interface World {
  readonly storage: MemoryStorage;
  readonly clock: FakeClock;
  readonly things: ResourceCache;
  readonly informers: readonly Informer[];
}

interface Step {
  readonly name: string;
  run(world: World): Promise<void> | void;
}

const step = (name: string, run: Step['run']): Step => ({ name, run });

const keys = fc.constantFrom('a/v', 'a/w', 'b/x', 'b/y').map((name) => `${folder}${name}`);
const write = (storage: MemoryStorage, key: string): void => {
  if (storage.events().findLast((event) => event.key === key)?.value === undefined)
    storage.set(key, storedObject(nameIn(key)));
  else if (storage.events().length % 3 === 0) storage.unset(key);
  else storage.set(key, storedObject(nameIn(key)));
};

function nameIn(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** The store's contents, in the form in which informers show theirs. */
function truth(storage: MemoryStorage): readonly string[] {
  const state = new Map<string, number>();
  for (const { key, revision, value } of storage.events()) {
    if (value === undefined) state.delete(key);
    else if (key.startsWith(folder)) state.set(key, revision);
  }
  return [...state].map(([key, revision]) => `${key}@${revision}`).sort();
}

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: keys.map((key) => step(`write ${key}`, ({ storage }) => write(storage, key))) },
  { weight: 1, arbitrary: fc.constant(step('write elsewhere', ({ storage }) => void storage.moveRevision())) },
  { weight: 4, arbitrary: fc.nat({ max: 6 }).map((count) => step(`${count} turns`, () => turns(count))) },
  {
    weight: 2,
    arbitrary: fc.nat({ max: 2 }).map((which) =>
      step(`informer ${which} hangs up`, async (world) => {
        // Not while a restore is still undetected: a client that is disconnected then cannot be notified.
        await settle(world);
        world.informers[which]?.hangUp();
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat({ max: 12 }), fc.array(keys, { maxLength: 15 })).map(([back, unseen]) =>
      step(`restore ${back} revisions back, then write ${unseen.join(', ')}`, async (world) => {
        const { storage } = world;
        await settle(world);
        storage.restore(Math.max(1, truthRevision(storage) - back));
        for (const key of unseen) write(storage, key);
      }),
    ),
  },
  { weight: 2, arbitrary: fc.constant(step('list', checkList)) },
  { weight: 2, arbitrary: fc.constant(step('get', checkGet)) },
);

async function checkList({ storage, things, clock }: World): Promise<void> {
  const listing = things.list({});
  const expected = truth(storage);
  const listed = await finish(listing, clock);
  const shown = listed.ok ? listed.objects.map(({ key, revision }) => `${key}@${revision}`) : [listed.reason];
  expect(shown.sort()).toEqual(expected);
}

async function checkGet({ storage, things, clock }: World): Promise<void> {
  const key = `${folder}a/v`;
  const getting = Promise.resolve(things.get({ namespace: 'a', name: 'v' }));
  const expected = truth(storage).find((each) => each.startsWith(`${key}@`));
  const got = await finish(getting, clock);
  expect(got.ok && got.object && `${key}@${got.object.revision}`).toEqual(expected);
}

const truthRevision = (storage: MemoryStorage): number => storage.events().at(-1)?.revision ?? 1;

/** Time has to pass for what waits within reason. */
async function finish<T>(running: Promise<T>, clock: FakeClock): Promise<T> {
  const done = new AbortController();
  const stop = (): void => done.abort();
  void running.then(stop, stop);
  while (!done.signal.aborted) {
    await turns(2);
    clock.advance(5);
  }
  return running;
}

/** Until every informer knows what is true. */
async function settle({ informers, storage, clock }: World): Promise<void> {
  await storage.currentRevision();
  const isSettled = (): boolean =>
    informers.every((each) => each.isWatching() && each.state().join() === truth(storage).join());
  for (let round = 0; round < 200 && !isSettled(); round += 1) {
    clock.advance(100);
    await turns(5);
  }
  for (const informer of informers) {
    expect(informer.state()).toEqual(truth(storage));
    expect(informer.faults).toEqual([]);
  }
}

describe('a store that is restored from backups now and then', () => {
  it('is read right by most recent reads at once, and informers recover each time', async () => {
    let relists = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 60, size: 'max' }), async (plan) => {
        const storage = createMemoryStorage();
        const clock = createFakeClock();
        for (const name of ['a/v', 'b/x']) storage.set(`${folder}${name}`, storedObject(nameIn(name)));
        const cache = createWatchCache({ storage, clock, futureWaitMs: 50 });
        const things = cache.register({ name: 'things', folder, isNamespaced: true });
        cache.start();
        await cache.whenReady();
        const informers = [inform(things, 'mostRecent'), inform(things, 'any'), inform(things, 'any')];
        try {
          const world = { storage, clock, things, informers };
          for (const { run } of plan) await run(world);
          await settle(world);
          relists += informers.reduce((sum, informer) => sum + informer.relists(), 0);
        } finally {
          for (const informer of informers) informer.close();
          cache.close();
        }
      }),
      { numRuns: 60, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false },
    );
    expect(relists).toBeGreaterThan(0);
  });
});
