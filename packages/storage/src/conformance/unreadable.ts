/** The promises of the contract about unreadable values, for every engine and every layer that returns them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Entry, Storage, StorageEvent } from '../contract/storage.ts';
import { pagesOf } from '../contract/pages.ts';
import { isUnreadable } from '../contract/unreadable.ts';
import type { StoredValue } from '../contract/unreadable.ts';
import { bytes, put, recordWatch, revisionOf, text } from './engine.ts';
import type { EngineUnderTest } from './engine.ts';

export interface LayerUnderTest extends EngineUnderTest {
  /** The store under the layer: values that begin with `garbage` are unreadable through the layer. */
  readonly beneath: Storage;
}

const garbage = 'k8s:enc:garbage';

const shownValue = (value: StoredValue | undefined): string | undefined =>
  value !== undefined && isUnreadable(value) ? 'unreadable' : text(value);
const shownEntry = (entry: Entry | undefined): string | undefined =>
  entry && `${entry.key.slice(entry.key.lastIndexOf('/') + 1)}=${shownValue(entry.value) ?? ''}@${entry.revision}`;
const shownChange = ({ value, previous }: StorageEvent): string =>
  `${shownValue(previous?.value) ?? 'nothing'} → ${shownValue(value) ?? 'nothing'}`;

export function runUnreadableConformance(name: string, open: () => Promise<LayerUnderTest>): void {
  describe(`values that cannot be read, handed out by ${name}`, () => {
    let layer: LayerUnderTest;
    let folders = 0;
    const newFolder = (): string => `${layer.storage.prefix}secrets/t${(folders += 1)}/`;
    beforeAll(async () => {
      layer = await open();
    });
    afterAll(async () => {
      await layer.close();
    });

    it('have a key, a revision and a reason, in gets, ranges, pages and at old revisions', async () => {
      const { storage, beneath } = layer;
      const folder = newFolder();
      const first = await put(storage, `${folder}a`, 'readable');
      const bad = await put(beneath, `${folder}b`, garbage);
      const last = await put(storage, `${folder}c`, 'readable');
      const expected = [`a=readable@${first}`, `b=unreadable@${bad}`, `c=readable@${last}`];
      const { entry } = await storage.get(`${folder}b`);
      expect(shownEntry(entry)).toBe(expected[1]);
      expect(entry?.value).toEqual({ fault: expect.stringMatching(/^[a-z].*[^.]$/) });
      const { entries, revision } = await storage.range(folder);
      expect(entries.map(shownEntry)).toEqual(expected);
      const paged: (string | undefined)[] = [];
      for await (const page of pagesOf(storage, folder, { pageSize: 1 })) paged.push(...page.entries.map(shownEntry));
      expect(paged).toEqual(expected);
      await storage.delete(`${folder}b`, bad);
      expect((await storage.range(folder, { revision })).entries.map(shownEntry)).toEqual(expected);
      expect(shownEntry((await storage.get(`${folder}b`, { revision })).entry)).toBe(expected[1]);
    });

    it('are what a refused write tells of, and are replaced and deleted at their revision', async () => {
      const { storage, beneath } = layer;
      const folder = newFolder();
      const key = `${folder}a`;
      const bad = await put(beneath, key, garbage);
      for (const refused of [
        await storage.create(key, bytes('1')),
        await storage.update(key, bytes('1'), bad + 1),
        await storage.delete(key, bad + 1),
      ]) {
        expect(!refused.ok && shownEntry(refused.current)).toBe(`a=unreadable@${bad}`);
      }
      const replaced = revisionOf(await storage.update(key, bytes('1'), bad));
      expect(shownEntry((await storage.get(key)).entry)).toBe(`a=1@${replaced}`);
      const again = await beneath.update(key, bytes(garbage), replaced);
      await storage.delete(key, revisionOf(again));
      expect((await storage.get(key)).entry).toBeUndefined();
    });

    it('are told to watches in order, and end none', async () => {
      const { storage, peer, beneath } = layer;
      const folder = newFolder();
      const key = `${folder}a`;
      const start = await storage.currentRevision();
      const live = recordWatch(storage, folder, start);
      let revision = await put(storage, key, 'first');
      for (const value of [garbage, `${garbage}2`]) {
        revision = revisionOf(await beneath.update(key, bytes(value), revision));
      }
      revision = revisionOf(await storage.update(key, bytes('last'), revision));
      revision = revisionOf(await beneath.update(key, bytes(garbage), revision));
      await storage.delete(key, revision);
      await put(storage, `${folder}b`, 'other');
      const late = recordWatch(peer, folder, start);
      for (const recording of [live, late]) {
        await recording.reach(7);
        recording.close();
        expect(recording.ended).toEqual([]);
        expect(recording.events.map(shownChange)).toEqual([
          'nothing → first',
          'first → unreadable',
          'unreadable → unreadable',
          'unreadable → last',
          'last → unreadable',
          'unreadable → nothing',
          'nothing → other',
        ]);
      }
    });
  });
}
