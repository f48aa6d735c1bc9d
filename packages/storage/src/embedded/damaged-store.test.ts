/** Damage of the database file is refused in words: it neither ends the process with a signal nor loses anything in silence. */
import { cp, mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startChild } from '../conformance/child.ts';
import { recordWatch } from '../conformance/index.ts';
import { openEmbedded } from './open-embedded.ts';
import { encodeRevision } from './record.ts';
import { commitTables, openRoot, openTables } from './tables.ts';

const child = new URL('damaged-store.child.ts', import.meta.url);
const pageBytes = 4_096;
const metaBytes = 168;
const keys = 250;

interface Damage {
  readonly name: string;
  readonly truncateTo?: number;
  readonly at?: number;
  readonly bytes?: string;
}

describe('a damaged store', () => {
  let directory = '';
  let sound = '';
  let size = 0;
  let data: Buffer = Buffer.of();
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'keelson-damaged-'));
    sound = join(directory, 'sound');
    const storage = await openEmbedded({ path: sound });
    // Values within a page of a tree, and those that have a page of their own: not more, since nothing tells what the
    // second page of a value held.
    const value = (index: number): Buffer => Buffer.alloc((index * 97) % 4_000, String(index));
    for (let index = 0; index < keys; index += 1) {
      const key = `${storage.prefix}k${index}`;
      const { revision } = await storage.create(key, value(index), index % 9 === 0 ? { ttlSeconds: 3_600 } : {});
      if (index % 5 === 0) await storage.delete(key, revision);
      if (index % 3 === 1) await storage.update(key, value(index + 1), revision);
    }
    await storage.compact((await storage.currentRevision()) - 100);
    await storage.close();
    data = await readFile(join(sound, 'data.mdb'));
    size = data.length;
  });
  afterAll(() => rm(directory, { recursive: true }));

  /** The outcome of each, in one process, which must live to its end. */
  async function outcomes(damages: readonly Damage[]): Promise<Map<string, string>> {
    const list = join(directory, 'damages.json');
    await writeFile(list, JSON.stringify(damages));
    const process = startChild(child, [directory, sound, list]);
    const how = await process.ended;
    const [last] = process.lines.slice(-1);
    expect({ how, last }).toEqual({ how: 0, last: 'done' });
    return new Map(
      process.lines.filter((line) => line.includes('\t')).map((line) => line.split('\t').reverse() as [string, string]),
    );
  }

  function count(found: ReadonlyMap<string, string>): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const outcome of found.values()) counts[outcome] = (counts[outcome] ?? 0) + 1;
    return counts;
  }

  it('that was cut off is refused, at whatever length', async () => {
    const pages = Array.from({ length: 40 }, (_, index) => Math.floor((size / pageBytes) * (index / 40)) * pageBytes);
    const lengths = new Set([0, 1, 100, 167, 4_000, pageBytes + 100, 2 * pageBytes, size / 2 + 7, size - 1, ...pages]);
    const found = await outcomes([...lengths].map((truncateTo) => ({ name: String(truncateTo), truncateTo })));
    // The pages at the very end may be free ones.
    for (const [length, outcome] of found) {
      expect([length, outcome]).toEqual([length, Number(length) > size * 0.9 ? outcome : 'damaged']);
      expect(['whole', 'damaged']).toContain(outcome);
    }
  });

  it('whose meta pages were changed is refused, or nothing of it is lost', async () => {
    const changes = [0xff, 0x01, 0x02, 0x80];
    const damages: Damage[] = [];
    for (const meta of [0, pageBytes]) {
      for (let at = meta; at < meta + metaBytes; at += 3) {
        const change = changes[at % changes.length] ?? 1;
        damages.push({ name: String(at), at, bytes: Buffer.of((data[at] ?? 0) ^ change).toString('hex') });
      }
    }
    const { whole = 0, damaged = 0, ...others } = count(await outcomes(damages));
    expect(others).toEqual({});
    expect(whole + damaged).toBe(damages.length);
    expect(damaged).toBeGreaterThan(10);
  });

  it('of which a page is empty is refused, unless nothing was in that page', async () => {
    const bytes = '00'.repeat(pageBytes);
    const pages = Array.from({ length: size / pageBytes }, (_, page) => page);
    const found = await outcomes(pages.map((page) => ({ name: `page ${page}`, at: page * pageBytes, bytes })));
    const { whole = 0, damaged = 0, ...others } = count(found);
    expect(others).toEqual({});
    expect(damaged).toBeGreaterThan(50);
    expect(whole).toBeGreaterThan(0);
  });

  it('with single bytes changed anywhere does not end the process', async () => {
    let seed = 20_26;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 0x7fff_ffff;
      return seed % below;
    };
    const damages = Array.from({ length: 100 }, (_, index) => {
      const page = 2 + random(size / pageBytes - 2);
      // Half of them where pages keep their order.
      const at = page * pageBytes + random(index % 2 === 0 ? 40 : pageBytes);
      return { name: `${index}: ${at}`, at, bytes: Buffer.of((data[at] ?? 0) ^ (1 + random(255))).toString('hex') };
    });
    expect((await outcomes(damages)).size).toBe(damages.length);
  });

  it('says which file it is, and what to do', async () => {
    const path = join(directory, 'words');
    await cp(sound, path, { recursive: true });
    await truncate(join(path, 'data.mdb'), size / 2);
    const refused = openEmbedded({ path });
    await expect(refused).rejects.toMatchObject({ code: 'damaged' });
    await expect(refused).rejects.toThrow(`${join(path, 'data.mdb')} is damaged: it is cut off`);
    await expect(refused).rejects.toThrow(/restore the directory .* from a copy, or move it away/);
    expect((await stat(join(path, 'data.mdb'))).size).toBe(size / 2);
  });

  it('whose file is gone is not taken for a new one', async () => {
    const path = join(directory, 'gone');
    await cp(sound, path, { recursive: true });
    await rm(join(path, 'data.mdb'));
    await expect(openEmbedded({ path })).rejects.toMatchObject({ code: 'damaged' });
  });

  it('that is damaged while it is open fails what needs the page, in words, and serves the rest', async () => {
    const path = join(directory, 'open');
    await cp(sound, path, { recursive: true });
    const storage = await openEmbedded({ path });
    const file = await open(join(path, 'data.mdb'), 'r+');
    const before = await readFile(join(path, 'data.mdb'));
    const failures = new Set<unknown>();
    let served = 0;
    for (let page = 2; page < size / pageBytes; page += 1) {
      await file.write(Buffer.alloc(pageBytes), 0, pageBytes, page * pageBytes);
      for (const index of [1, 2, 101, 202]) {
        await storage.get(`${storage.prefix}k${index}`).then(
          () => (served += 1),
          (error: unknown) => failures.add((error as { code: unknown }).code),
        );
      }
      await file.write(before, page * pageBytes, pageBytes, page * pageBytes);
    }
    await file.close();
    expect([...failures]).toEqual(['damaged']);
    expect(served).toBeGreaterThan(size / pageBytes);
    await storage.close();
  });

  it('in which a value is missing has its key, which is no absence, and can be deleted', async () => {
    const path = join(directory, 'missing');
    await cp(sound, path, { recursive: true });
    const first = await openEmbedded({ path });
    const key = `${first.prefix}k241`;
    const { entry } = await first.get(key);
    const revision = entry?.revision ?? 0;
    await first.close();
    const tables = openTables(openRoot(path));
    await commitTables(tables, () => void tables.values.remove(encodeRevision(revision)));
    await tables.root.close();
    const storage = await openEmbedded({ path });
    const found = { key, revision, value: { fault: expect.stringContaining('is gone from the file') } };
    expect((await storage.get(key)).entry).toEqual(found);
    expect((await storage.range(storage.prefix)).entries).toContainEqual(found);
    expect(await storage.create(key, Buffer.from('1'))).toMatchObject({ ok: false, current: found });
    const recording = recordWatch(storage, storage.prefix, revision - 1);
    await recording.reach(1);
    expect(recording.events[0]).toMatchObject(found);
    recording.close();
    expect((await storage.delete(key, revision)).ok).toBe(true);
    expect((await storage.get(key)).entry).toBeUndefined();
    await storage.close();
  });
});
