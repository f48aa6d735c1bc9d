/** The promises of every engine about writes. */
import { describe, expect, it } from '@jest/globals';

import { bytes, put, revisionOf, shown, text } from './engine.ts';
import type { Bench } from './engine.ts';

export function describeWriting(bench: Bench): void {
  describeCreate(bench);
  describeUpdateAndDelete(bench);
  describeConcurrency(bench);
}

function describeCreate({ engine, newFolder }: Bench): void {
  describe('create', () => {
    it('takes the next revision', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const first = await put(storage, `${folder}a`, '1');
      const second = await put(storage, `${folder}b`, '1');
      expect(second).toBeGreaterThan(first);
    });

    it('refuses a key that exists and shows it', async () => {
      const { storage } = engine();
      const key = `${newFolder()}a`;
      const created = await put(storage, key, '1');
      const result = await storage.create(key, bytes('2'));
      expect(result.ok).toBe(false);
      expect(!result.ok && shown(result.current)).toBe(`${key}=1@${created}`);
      expect(text((await storage.get(key)).entry?.value)).toBe('1');
    });

    it('creates again after a deletion', async () => {
      const { storage } = engine();
      const key = `${newFolder()}a`;
      revisionOf(await storage.delete(key, await put(storage, key, '1')));
      const created = await put(storage, key, '2');
      expect(shown((await storage.get(key)).entry)).toBe(`${key}=2@${created}`);
    });

    it('stores an empty value', async () => {
      const { storage } = engine();
      const key = `${newFolder()}a`;
      const created = revisionOf(await storage.create(key, new Uint8Array(0)));
      expect(shown((await storage.get(key)).entry)).toBe(`${key}=@${created}`);
      revisionOf(await storage.update(key, bytes('1'), created));
    });
  });
}

function describeUpdateAndDelete({ engine, newFolder }: Bench): void {
  describe('update', () => {
    it('writes when the revision is the expected one', async () => {
      const { storage } = engine();
      const key = `${newFolder()}a`;
      const updated = revisionOf(await storage.update(key, bytes('2'), await put(storage, key, '1')));
      expect(shown((await storage.get(key)).entry)).toBe(`${key}=2@${updated}`);
    });

    it('refuses another revision and shows the key as it stands', async () => {
      const { storage } = engine();
      const key = `${newFolder()}a`;
      const created = await put(storage, key, '1');
      const updated = revisionOf(await storage.update(key, bytes('2'), created));
      const result = await storage.update(key, bytes('3'), created);
      expect(!result.ok && shown(result.current)).toBe(`${key}=2@${updated}`);
      expect(text((await storage.get(key)).entry?.value)).toBe('2');
    });

    it('refuses a key that does not exist', async () => {
      const { storage } = engine();
      const key = `${newFolder()}a`;
      const result = await storage.update(key, bytes('1'), await storage.currentRevision());
      expect(result).toMatchObject({ ok: false, current: undefined });
      expect((await storage.get(key)).entry).toBeUndefined();
    });
  });

  describe('delete', () => {
    it('deletes when the revision is the expected one, and takes a revision', async () => {
      const { storage } = engine();
      const key = `${newFolder()}a`;
      const created = await put(storage, key, '1');
      expect(revisionOf(await storage.delete(key, created))).toBeGreaterThan(created);
      expect((await storage.get(key)).entry).toBeUndefined();
    });

    it('refuses another revision, and a key that does not exist', async () => {
      const { storage } = engine();
      const key = `${newFolder()}a`;
      const created = await put(storage, key, '1');
      const updated = revisionOf(await storage.update(key, bytes('2'), created));
      const refused = await storage.delete(key, created);
      expect(!refused.ok && shown(refused.current)).toBe(`${key}=2@${updated}`);
      revisionOf(await storage.delete(key, updated));
      expect(await storage.delete(key, updated)).toMatchObject({ ok: false, current: undefined });
    });

    it('takes no revision when it refuses', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const created = await put(storage, `${folder}a`, '1');
      await storage.create(`${folder}a`, bytes('2'));
      await storage.update(`${folder}b`, bytes('2'), created);
      await storage.delete(`${folder}b`, created);
      expect(await storage.currentRevision()).toBe(created);
    });
  });
}

function describeConcurrency({ engine, newFolder }: Bench): void {
  describe('writes at the same time', () => {
    it('let one of many creates through', async () => {
      const { storage, peer } = engine();
      const key = `${newFolder()}a`;
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 ? storage : peer).create(key, bytes(`${index}`))),
      );
      const winners = results.flatMap((result, index) => (result.ok ? [{ index, ...result }] : []));
      expect(winners).toHaveLength(1);
      const stored = `${key}=${winners[0]?.index ?? ''}@${winners[0]?.revision ?? ''}`;
      expect(shown((await storage.get(key)).entry)).toBe(stored);
      for (const result of results) if (!result.ok) expect(shown(result.current)).toBe(stored);
    });

    it('lose no increment when each goes on from what a refusal shows', async () => {
      const { storage, peer } = engine();
      const key = `${newFolder()}counter`;
      await put(storage, key, '0');
      const increment = async (through: typeof storage): Promise<void> => {
        let { entry } = await through.get(key);
        while (entry !== undefined) {
          const result = await through.update(key, bytes(String(Number(text(entry.value)) + 1)), entry.revision);
          if (result.ok) return;
          entry = result.current;
        }
      };
      await Promise.all(Array.from({ length: 60 }, (_, index) => increment(index % 2 ? storage : peer)));
      expect(text((await storage.get(key)).entry?.value)).toBe('60');
    });

    it('take each a revision of its own', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const revisions = await Promise.all(
        Array.from({ length: 100 }, (_, index) => put(storage, `${folder}${index}`, '1')),
      );
      expect(new Set(revisions).size).toBe(100);
    });
  });
}
