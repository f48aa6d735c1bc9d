/** The promises of every engine about writes of several keys in one transaction. */
import { describe, expect, it } from '@jest/globals';

import type { WriteResult } from '../contract/storage.ts';
import { bytes, expectCode, put, recordWatch, revisionOf, shown, shownEvent } from './engine.ts';
import type { Bench } from './engine.ts';

export function describeAccompanying(bench: Bench): void {
  describeAlone(bench);
  describeRaces(bench);
}

function refusalOf(result: WriteResult): readonly (string | undefined)[] {
  if (result.ok) throw new Error('the write was not refused');
  return (result.accompanied ?? []).map(shown);
}

function describeAlone({ engine, newFolder }: Bench): void {
  describe('a write with companions', () => {
    it('writes and deletes all keys at once', async () => {
      const { storage, peer } = engine();
      const folder = newFolder();
      const [key, claim, old] = [`${folder}a`, `${folder}claim`, `${folder}old`];
      await put(storage, old, '1');
      const from = await storage.currentRevision();
      const recording = recordWatch(peer, folder, from);
      const taken = [
        { key: claim, value: bytes('a'), expectedRevision: 0 },
        { key: old, value: undefined },
        { key: `${folder}never`, value: undefined },
      ];
      const created = revisionOf(await storage.create(key, bytes('1'), { companions: taken }));
      expect(shown((await peer.get(key)).entry)).toBe(`${key}=1@${created}`);
      expect(shown((await peer.get(claim)).entry)).toContain(`${claim}=a@`);
      expect((await peer.get(old)).entry).toBeUndefined();
      const released = [{ key: claim, value: undefined }];
      const updated = revisionOf(await storage.update(key, bytes('2'), created, { companions: released }));
      revisionOf(await storage.delete(key, updated, { companions: taken.slice(0, 1) }));
      await recording.reach(7);
      const before = ['a=1', 'claim=a', 'old- (1)'];
      expect(recording.events.slice(0, 3).map(shownEvent).toSorted()).toEqual(before);
      const between = ['a=2 (1)', 'claim- (a)'];
      expect(recording.events.slice(3, 5).map(shownEvent).toSorted()).toEqual(between);
      expect(recording.events.slice(5).map(shownEvent).toSorted()).toEqual(['a- (2)', 'claim=a']);
      recording.close();
    });

    it('is refused as a whole where a companion stands otherwise than expected, and shows it', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const [key, claim] = [`${folder}a`, `${folder}claim`];
      const taken = await put(storage, claim, 'b');
      const compare = { key: `${folder}other`, revision: await put(storage, `${folder}other`, '1') };
      const companions = [
        { key: `${folder}free`, value: bytes('a'), expectedRevision: 0 },
        { key: `${folder}whatever`, value: undefined },
        { key: claim, value: bytes('a'), expectedRevision: 0 },
      ];
      const held = [undefined, undefined, `${claim}=b@${taken}`];
      for (const options of [{ companions }, { companions, compares: [compare] }, { companions, ttlSeconds: 3_600 }]) {
        expect(refusalOf(await storage.create(key, bytes('1'), options))).toEqual(held);
      }
      const refused = await storage.create(key, bytes('1'), { companions, compares: [compare] });
      expect(refused.ok ? [] : refused.compared?.map(shown)).toEqual([`${compare.key}=1@${compare.revision}`]);
      expect((await storage.get(key)).entry).toBeUndefined();
      expect((await storage.get(`${folder}free`)).entry).toBeUndefined();
      const stale = [{ key: claim, value: bytes('c'), expectedRevision: taken + 1_000 }];
      expect(refusalOf(await storage.create(key, bytes('1'), { companions: stale }))).toEqual([held[2]]);
      const known = [{ key: claim, value: bytes('c'), expectedRevision: taken }];
      revisionOf(await storage.create(key, bytes('1'), { companions: known }));
      expect(refusalOf(await storage.create(key, bytes('1'), { companions: known }))[0]).toContain(`${claim}=c@`);
    });

    it('takes no more than it may, and no key twice', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const many = (count: number) =>
        Array.from({ length: count }, (_, n) => ({ key: `${folder}c${n}`, value: bytes('1'), expectedRevision: 0 }));
      await expectCode(storage.create(`${folder}a`, bytes('1'), { companions: many(101) }), 'invalidArgument');
      const own = [{ key: `${folder}a`, value: bytes('1') }];
      await expectCode(storage.create(`${folder}a`, bytes('1'), { companions: own }), 'invalidArgument');
      const large = [{ key: `${folder}b`, value: Buffer.alloc(1_000_000) }];
      await expectCode(storage.create(`${folder}a`, Buffer.alloc(600_000), { companions: large }), 'tooLarge');
      const outside = [{ key: '/elsewhere/b', value: bytes('1') }];
      await expectCode(storage.create(`${folder}a`, bytes('1'), { companions: outside }), 'invalidKey');
      revisionOf(await storage.create(`${folder}a`, bytes('1'), { companions: many(100) }));
      expect((await storage.range(folder)).entries).toHaveLength(101);
    });
  });
}

function describeRaces({ engine, newFolder }: Bench): void {
  describe('writes that take the same key beside their own', () => {
    it('have one winner each', async () => {
      const { storage, peer } = engine();
      const folder = newFolder();
      const claims = Array.from({ length: 8 }, (_, n) => `${folder}claim${n}`);
      const creating = Array.from({ length: 80 }, (_, n) =>
        (n % 2 ? storage : peer).create(`${folder}a${n}`, bytes('1'), {
          companions: [{ key: claims[n % 8] ?? '', value: bytes(`a${n}`), expectedRevision: 0 }],
        }),
      );
      const results = await Promise.all(creating);
      const { entries } = await storage.range(folder);
      const made = results.flatMap((result, n) => (result.ok ? [`${folder}a${n}`] : []));
      expect(made).toHaveLength(8);
      expect(entries.map(({ key }) => key).toSorted()).toEqual([...made, ...claims].toSorted());
    });
  });
}
