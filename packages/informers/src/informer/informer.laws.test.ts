/**
 * Laws of informers over a real watch cache and the embedded store: whatever is written, and however often the cache
 * is loaded anew, a handler added at any time ends with the state of the store, and nothing that it was told was false.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { namespace, openConfigMaps } from '../testing/open-config-maps.ts';
import type { ConfigMap, ConfigMaps } from '../testing/open-config-maps.ts';
import { recordEvents } from '../testing/record-events.ts';
import type { RecordedEvents } from '../testing/record-events.ts';
import { byOwnerUid } from './object-index.ts';

const names = ['a', 'b', 'c'] as const;
const owners = ['u1', 'u2'] as const;

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      name: fc.constantFrom(...names),
      owner: fc.constantFrom(...owners),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), name: fc.constantFrom(...names) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('garbage' as const), name: fc.constantFrom(...names) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'reload' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'settle' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'addHandler' as const }) },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function run(maps: ConfigMaps, recordings: RecordedEvents<ConfigMap>[], steps: readonly Step[]): Promise<void> {
  for (const each of steps) {
    switch (each.do) {
      case 'put': {
        const ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: each.owner }];
        await maps.put(each.name, { metadata: { ownerReferences } });
        break;
      }
      case 'remove':
        await maps.remove(each.name);
        break;
      case 'garbage':
        await maps.put(each.name, 'garbage');
        break;
      case 'reload':
        maps.endWatches();
        break;
      case 'settle':
        await maps.caughtUp();
        break;
      case 'addHandler': {
        const recording = recordEvents<ConfigMap>();
        recordings.push(recording);
        maps.informer.addHandler(recording.handler);
      }
    }
  }
}

describe('whatever happens', () => {
  it('handlers miss nothing, are told nothing false, and indexes agree with the objects', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
        const maps = await openConfigMaps();
        try {
          const recordings = [recordEvents<ConfigMap>()];
          for (const { handler } of recordings) maps.informer.addHandler(handler);
          const index = maps.informer.addIndex(byOwnerUid);
          maps.watchCache.start();
          await run(maps, recordings, steps);
          await maps.caughtUp();
          const listed = await maps.cache.list({ namespace, collectsUnreadable: true });
          const there = listed.ok ? listed.objects : [];
          const state = new Map(there.map((object) => [maps.cache.namesOf(object).name, object.revision]));
          for (const { faults, state: told } of recordings) {
            expect(faults).toEqual([]);
            expect(new Map([...told()].sort())).toEqual(state);
          }
          const indexed = owners.flatMap((uid) =>
            [...index.get(uid)].map(({ name, version }) => [name, version.revision]),
          );
          expect(new Map(indexed.sort() as [string, number][])).toEqual(state);
          expect(maps.errors).toEqual([]);
        } finally {
          await maps.close();
        }
      }),
      { numRuns: 40 },
    );
  });
});
