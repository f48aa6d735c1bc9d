/** The promises of every engine about compaction. */
import { describe, expect, it } from '@jest/globals';

import { bytes, expectCode, put, recordWatch, revisionOf, shown, shownEvent } from './engine.ts';
import type { Bench } from './engine.ts';

export function describeCompaction({ engine, newFolder }: Bench): void {
  describe('compact', () => {
    it('refuses reads below the revision, and still reads at it', async () => {
      const { storage, peer } = engine();
      const key = `${newFolder()}a`;
      const created = await put(storage, key, '1');
      const updated = revisionOf(await storage.update(key, bytes('2'), created));
      const last = revisionOf(await storage.update(key, bytes('3'), updated));
      await storage.compact(updated);
      await expectCode(peer.get(key, { revision: created }), 'compacted');
      await expectCode(peer.range(`${key}/`, { revision: created }), 'compacted');
      expect(shown((await peer.get(key, { revision: updated })).entry)).toBe(`${key}=2@${updated}`);
      expect(shown((await peer.get(key)).entry)).toBe(`${key}=3@${last}`);
    });

    it('keeps the newest value of every key, however old, and what was deleted stays deleted', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const old = await put(storage, `${folder}old`, '1');
      const gone = await put(storage, `${folder}gone`, '1');
      await storage.delete(`${folder}gone`, gone);
      const again = await put(storage, `${folder}again`, '1');
      await storage.delete(`${folder}again`, again);
      const last = await put(storage, `${folder}again`, '2');
      await storage.compact(last);
      const { entries } = await storage.range(folder);
      expect(entries.map(shown)).toEqual([`${folder}again=2@${last}`, `${folder}old=1@${old}`]);
      await put(storage, `${folder}gone`, '2');
    });

    it('serves watches after the revision, whole, and ends those from before it', async () => {
      const { storage } = engine();
      const key = `${newFolder()}a`;
      const folder = key.slice(0, -1);
      const created = await put(storage, key, '1');
      const second = revisionOf(await storage.update(key, bytes('2'), created));
      const third = revisionOf(await storage.update(key, bytes('3'), second));
      await storage.delete(key, third);
      await storage.compact(second);
      const fromBefore = recordWatch(storage, folder, created);
      await fromBefore.reach(1);
      expect(fromBefore.ended).toMatchObject([{ code: 'compacted' }]);
      expect(fromBefore.events).toEqual([]);
      const fromThere = recordWatch(storage, folder, second);
      await fromThere.reach(2);
      expect(fromThere.events.map(shownEvent)).toEqual(['a=3 (2)', 'a- (3)']);
      fromThere.close();
    });

    it('does not disturb a watch that is up to date', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const recording = recordWatch(storage, folder, await storage.currentRevision());
      const created = await put(storage, `${folder}a`, '1');
      await recording.reach(1);
      await storage.compact(created);
      await put(storage, `${folder}b`, '1');
      await recording.reach(2);
      expect(recording.events.map(shownEvent)).toEqual(['a=1', 'b=1']);
      recording.close();
    });

    it('takes a revision that is compacted already for done, and refuses the future', async () => {
      const { storage } = engine();
      const current = await put(storage, `${newFolder()}a`, '1');
      await storage.compact(current);
      await storage.compact(current);
      await storage.compact(current - 1);
      expect((await storage.status()).compactedRevision).toBe(current);
      await expectCode(storage.compact(current + 1_000), 'futureRevision');
    });

    it('takes no revision', async () => {
      const { storage } = engine();
      const current = await put(storage, `${newFolder()}a`, '1');
      await storage.compact(current);
      expect(await storage.currentRevision()).toBe(current);
    });
  });
}
