/** The promises of every engine about get and range. */
import { describe, expect, it } from '@jest/globals';

import { pagesOf } from '../contract/pages.ts';
import { bytesOf } from './bytes-of.ts';
import { bytes, expectCode, put, revisionOf, shown } from './engine.ts';
import type { Bench } from './engine.ts';

export function describeReading({ engine, newFolder }: Bench): void {
  describe('get', () => {
    it('answers that a key does not exist, and at which revision', async () => {
      const { storage } = engine();
      const { entry, revision } = await storage.get(`${newFolder()}a`);
      expect(entry).toBeUndefined();
      expect(revision).toBe(await storage.currentRevision());
    });

    it('sees a write as soon as it was acknowledged, through any replica', async () => {
      const { storage, peer } = engine();
      const key = `${newFolder()}a`;
      const created = await put(storage, key, '1');
      expect(shown((await peer.get(key)).entry)).toBe(`${key}=1@${created}`);
      const updated = revisionOf(await peer.update(key, bytes('2'), created));
      expect(shown((await storage.get(key)).entry)).toBe(`${key}=2@${updated}`);
    });

    it('reads a key as it stood at an older revision', async () => {
      const { storage } = engine();
      const key = `${newFolder()}a`;
      const before = await storage.currentRevision();
      const created = await put(storage, key, '1');
      const updated = revisionOf(await storage.update(key, bytes('2'), created));
      const deleted = revisionOf(await storage.delete(key, updated));
      const again = await put(storage, key, '3');
      const at = async (revision: number) => shown((await storage.get(key, { revision })).entry);
      expect(await at(before)).toBeUndefined();
      expect(await at(created)).toBe(`${key}=1@${created}`);
      expect(await at(updated)).toBe(`${key}=2@${updated}`);
      expect(await at(deleted)).toBeUndefined();
      expect(await at(again)).toBe(`${key}=3@${again}`);
    });

    it('keeps every byte', async () => {
      const { storage } = engine();
      const key = `${newFolder()}a`;
      const value = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
      await storage.create(key, value);
      expect(bytesOf((await storage.get(key)).entry?.value).equals(value)).toBe(true);
    });

    it('refuses a revision that has not happened', async () => {
      const { storage } = engine();
      const current = await storage.currentRevision();
      await expectCode(storage.get(`${newFolder()}a`, { revision: current + 1_000 }), 'futureRevision');
    });
  });

  describe('range', () => {
    it('gives the keys of a folder, in the order of their bytes, and no other', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const names = ['b', 'a', 'a/x', 'Z', '\u{1F600}', '\uFFFD', 'é', 'a-b'];
      for (const name of names) await put(storage, `${folder}${name}`, name);
      await put(storage, `${folder.slice(0, -1)}0`, 'the next folder');
      const { entries, more } = await storage.range(folder);
      const sorted = names.map((name) => Buffer.from(name)).sort(Buffer.compare);
      expect(entries.map(({ key }) => key)).toEqual(sorted.map((name) => `${folder}${name.toString()}`));
      expect(more).toBe(false);
    });

    it('gives nothing for an empty folder, and the revision', async () => {
      const { storage } = engine();
      const { entries, more, revision } = await storage.range(newFolder());
      expect({ entries, more }).toEqual({ entries: [], more: false });
      expect(revision).toBe(await storage.currentRevision());
    });

    it('says whether the limit left entries out', async () => {
      const { storage } = engine();
      const folder = newFolder();
      for (const name of ['a', 'b', 'c']) await put(storage, `${folder}${name}`, name);
      const names = async (options: { limit?: number; after?: string }) => {
        const { entries, more } = await storage.range(folder, options);
        return `${entries.map(({ key }) => key.slice(folder.length)).join('')}${more ? '…' : ''}`;
      };
      expect(await names({ limit: 2 })).toBe('ab…');
      expect(await names({ limit: 3 })).toBe('abc');
      expect(await names({ limit: 1, after: `${folder}a` })).toBe('b…');
      expect(await names({ after: `${folder}aa` })).toBe('bc');
      expect(await names({ after: `${folder}c` })).toBe('');
    });

    it('pages at one revision though keys come, change and go meanwhile', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const before: string[] = [];
      for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
        before.push(`${folder}${name}=${name}@${await put(storage, `${folder}${name}`, name)}`);
      }
      const seen: (string | undefined)[] = [];
      for await (const page of pagesOf(storage, folder, { pageSize: 2 })) {
        seen.push(...page.entries.map(shown));
        const last = page.entries.at(-1);
        if (last === undefined) continue;
        const next = await storage.range(folder, { after: last.key, limit: 2 });
        const [gone, changed] = next.entries;
        if (gone !== undefined) await storage.delete(gone.key, gone.revision);
        if (changed !== undefined) await storage.update(changed.key, bytes('changed'), changed.revision);
        await put(storage, `${last.key}-new`, 'new');
      }
      expect(seen).toEqual(before);
    });

    it('reads a folder as it stood at an older revision', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const first = await put(storage, `${folder}a`, '1');
      const second = await put(storage, `${folder}b`, '1');
      await storage.update(`${folder}a`, bytes('2'), first);
      await storage.delete(`${folder}b`, second);
      await put(storage, `${folder}c`, '1');
      const { entries, revision } = await storage.range(folder, { revision: second });
      expect(revision).toBe(second);
      expect(entries.map(shown)).toEqual([`${folder}a=1@${first}`, `${folder}b=1@${second}`]);
    });

    it('gives 12 MB at once', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const value = Buffer.alloc(400_000, 'x');
      await Promise.all(Array.from({ length: 30 }, (_, index) => storage.create(`${folder}${index}`, value)));
      const { entries, more } = await storage.range(folder);
      expect(entries.map((entry) => bytesOf(entry.value).byteLength)).toEqual(
        Array.from({ length: 30 }, () => 400_000),
      );
      expect(more).toBe(false);
    });

    it('refuses a revision that has not happened', async () => {
      const { storage } = engine();
      const current = await storage.currentRevision();
      await expectCode(storage.range(newFolder(), { revision: current + 1_000 }), 'futureRevision');
    });
  });

  describe('currentRevision', () => {
    it('is at least that of every write acknowledged before, through any replica', async () => {
      const { storage, peer } = engine();
      const folder = newFolder();
      for (const name of ['a', 'b', 'c']) {
        const written = await put(storage, `${folder}${name}`, name);
        expect(await peer.currentRevision()).toBeGreaterThanOrEqual(written);
      }
    });

    it('is at hand without asking only where it is no older than that', async () => {
      const { storage, peer } = engine();
      const folder = newFolder();
      for (const name of ['a', 'b', 'c']) {
        const written = await put(storage, `${folder}${name}`, name);
        for (const each of [storage, peer]) expect(each.revisionAtHand() ?? written).toBeGreaterThanOrEqual(written);
      }
    });
  });

  describe('status', () => {
    it('tells size and revision in plain numbers', async () => {
      const { storage } = engine();
      const written = await put(storage, `${newFolder()}a`, '1');
      const status = await storage.status();
      expect(status.revision).toBeGreaterThanOrEqual(written);
      expect(status.sizeBytes).toBeGreaterThan(0);
      expect(status.engine).toMatch(/^[a-z]/);
    });
  });
}
