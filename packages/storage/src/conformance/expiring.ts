/** The promises of every engine about keys with a time to live. */
import { setTimeout } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import { bytesOf } from './bytes-of.ts';
import { bytes, put, recordWatch, revisionOf, shownEvent } from './engine.ts';
import type { Bench } from './engine.ts';

/** The shortest that every engine keeps to within seconds. */
const ttlSeconds = 2;

export function describeExpiring({ engine, newFolder }: Bench): void {
  describe('a time to live', () => {
    it('deletes the key when it is over and not before, unless it was written again', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const recording = recordWatch(storage, folder, await storage.currentRevision());
      const startedAt = performance.now();
      await storage.create(`${folder}a`, bytes('1'), { ttlSeconds });
      const kept = revisionOf(await storage.create(`${folder}kept`, bytes('1'), { ttlSeconds }));
      revisionOf(await storage.update(`${folder}kept`, bytes('2'), kept));
      await put(storage, `${folder}lasting`, '1');
      await recording.reach(5);
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(ttlSeconds * 1_000);
      await setTimeout(1_000);
      expect(recording.events.map(shownEvent)).toEqual(['a=1', 'kept=1', 'kept=2 (1)', 'lasting=1', 'a- (1)']);
      const { entries } = await storage.range(folder);
      expect(entries.map(({ key }) => key.slice(folder.length))).toEqual(['kept', 'lasting']);
      recording.close();
    });

    it('expires many keys that were written together, and tells it whole', async () => {
      const { storage } = engine();
      const folder = newFolder();
      // Together more than one message of any engine should hold.
      const value = Buffer.alloc(100_000, 'x');
      await Promise.all(
        Array.from({ length: 60 }, (_, index) => storage.create(`${folder}${index}`, value, { ttlSeconds })),
      );
      const recording = recordWatch(storage, folder, await storage.currentRevision());
      await recording.reach(60);
      expect(new Set(recording.events.map(({ key }) => key)).size).toBe(60);
      expect(recording.events.every((event) => event.value === undefined)).toBe(true);
      expect(
        recording.events.every(({ previous }) => previous !== undefined && value.equals(bytesOf(previous.value))),
      ).toBe(true);
      const revisions = recording.batches.flatMap((batch) => [...new Set(batch.map(({ revision }) => revision))]);
      expect(revisions).toEqual([...new Set(revisions)].sort((one, other) => one - other));
      expect((await storage.range(folder)).entries).toEqual([]);
      recording.close();
    });
  });
}
