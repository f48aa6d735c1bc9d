/** The promises of every engine about watches. */
import { setTimeout } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import type { Storage, StorageEvent, Watch } from '../contract/storage.ts';
import { bytes, put, recordWatch, revisionOf, shownEvent } from './engine.ts';
import type { Bench } from './engine.ts';

/** Six changes of two keys, and how they show. */
async function makeHistory(storage: Storage, folder: string): Promise<readonly number[]> {
  const a1 = await put(storage, `${folder}a`, '1');
  const b1 = await put(storage, `${folder}b`, '1');
  const a2 = revisionOf(await storage.update(`${folder}a`, bytes('2'), a1));
  const b2 = revisionOf(await storage.delete(`${folder}b`, b1));
  const b3 = await put(storage, `${folder}b`, '3');
  const a3 = revisionOf(await storage.update(`${folder}a`, bytes('3'), a2));
  return [a1, b1, a2, b2, b3, a3];
}

const historyShown = ['a=1', 'b=1', 'a=2 (1)', 'b- (1)', 'b=3', 'a=3 (2)'];

export function describeWatching(bench: Bench): void {
  describe('watch', () => {
    describeWhatComes(bench);
    describeProgress(bench);
    describePace(bench);
  });
}

function describeWhatComes({ engine, newFolder }: Bench): void {
  it('tells what happens, in order, with what it replaced', async () => {
    const { storage, peer } = engine();
    const folder = newFolder();
    const recording = recordWatch(peer, folder, await storage.currentRevision());
    const revisions = await makeHistory(storage, folder);
    await recording.reach(6);
    expect(recording.events.map(shownEvent)).toEqual(historyShown);
    expect(recording.events.map(({ revision }) => revision)).toEqual(revisions);
    expect(recording.events[2]?.previous?.revision).toBe(revisions[0]);
    recording.close();
  });

  it('tells what has happened since any revision, and goes on with what comes', async () => {
    const { storage } = engine();
    const folder = newFolder();
    const before = await storage.currentRevision();
    const revisions = await makeHistory(storage, folder);
    const recordings = [before, ...revisions].map((revision) => recordWatch(storage, folder, revision));
    await put(storage, `${folder}c`, '1');
    const all = [...historyShown, 'c=1'];
    for (const [index, recording] of recordings.entries()) {
      await recording.reach(7 - index);
      expect(recording.events.map(shownEvent)).toEqual(all.slice(index));
      recording.close();
    }
  });

  it('tells the same of keys, values and revisions to who declines what was replaced', async () => {
    const { storage, peer } = engine();
    const folder = newFolder();
    const start = await storage.currentRevision();
    const early = recordWatch(peer, folder, start, { withPrevious: false });
    const revisions = await makeHistory(storage, folder);
    const late = recordWatch(peer, folder, start, { withPrevious: false });
    for (const recording of [early, late]) {
      await recording.reach(6);
      expect(recording.events.map(({ revision }) => revision)).toEqual(revisions);
      const withoutPrevious = recording.events.map((event) => shownEvent({ ...event, previous: undefined }));
      expect(withoutPrevious).toEqual(historyShown.map((shown) => shown.replace(/ .*/, '')));
      recording.close();
    }
  });

  it('tells only of its folder', async () => {
    const { storage } = engine();
    const folder = newFolder();
    const recording = recordWatch(storage, `${folder}x/`, await storage.currentRevision());
    await put(storage, `${folder}x`, 'a neighbour');
    await put(storage, `${folder}x0`, 'a neighbour');
    await put(storage, `${folder}y/a`, 'a neighbour');
    await put(storage, `${folder}x/a`, '1');
    await recording.reach(1);
    expect(recording.events.map(shownEvent)).toEqual(['a=1']);
    recording.close();
  });

  it('waits for a revision that has not happened', async () => {
    const { storage } = engine();
    const folder = newFolder();
    const current = await put(storage, `${folder}a`, '1');
    const recording = recordWatch(storage, folder, current + 2);
    for (const name of ['b', 'c', 'd', 'e']) await put(storage, `${folder}${name}`, '1');
    await recording.reach(2);
    expect(recording.events.map(shownEvent)).toEqual(['d=1', 'e=1']);
    recording.close();
  });

  it('keeps the events of one revision in one batch, and no batch empty', async () => {
    const { storage } = engine();
    const folder = newFolder();
    const recording = recordWatch(storage, folder, await storage.currentRevision());
    await Promise.all(Array.from({ length: 50 }, (_, index) => put(storage, `${folder}${index}`, '1')));
    await recording.reach(50);
    const lastOf = (batch: readonly StorageEvent[]) => batch.at(-1)?.revision ?? 0;
    for (const [index, batch] of recording.batches.entries()) {
      expect(batch.length).toBeGreaterThan(0);
      const before = recording.batches[index - 1];
      if (before !== undefined) expect(batch[0]?.revision).toBeGreaterThan(lastOf(before));
    }
    recording.close();
  });
}

function describeProgress({ engine, newFolder }: Bench): void {
  it('tells when all has come up to a revision, though nothing happens in the folder', async () => {
    const { storage, peer } = engine();
    const [folder, elsewhere] = [newFolder(), newFolder()];
    const start = await put(storage, `${elsewhere}a`, '1');
    const progressAt = await put(storage, `${elsewhere}b`, '1');
    const recordings = [storage, peer].map((each) => recordWatch(each, folder, start, { progressAt }));
    for (const recording of recordings) {
      await recording.advance();
      expect(recording.progress[0]?.revision).toBeGreaterThanOrEqual(progressAt);
      expect(recording.events).toEqual([]);
    }
    await put(storage, `${folder}a`, '1');
    for (const recording of recordings) {
      await recording.reach(1);
      expect(recording.events.map(shownEvent)).toEqual(['a=1']);
      recording.close();
    }
    expect((await storage.range(folder)).entries.length).toBe(1);
  });

  it('tells of progress behind every event up to there, also where a batch is still being worked on', async () => {
    const { storage } = engine();
    const [folder, elsewhere] = [newFolder(), newFolder()];
    const start = await storage.currentRevision();
    await makeHistory(storage, folder);
    const progressAt = await put(storage, `${elsewhere}a`, '1');
    let [seen, seenBefore] = [0, -1];
    let watch: Watch | undefined;
    await new Promise<void>((resolve, reject) => {
      const watcher = {
        onEvents: async (events: readonly StorageEvent[]) => {
          seen += events.length;
          await setTimeout(10);
        },
        onProgress: () => {
          seenBefore = seen;
          resolve();
        },
        onEnd: reject,
      };
      watch = storage.watch(folder, start, watcher, { progressAt });
    });
    watch?.close();
    expect(seenBefore).toBe(historyShown.length);
  });

  it('does not tell progress of all keys', () => {
    const { storage } = engine();
    const watcher = { onEvents: () => undefined, onEnd: () => undefined };
    expect(() => storage.watch(storage.prefix, 1, watcher, { progressAt: 2 })).toThrow('below');
  });
}

function describePace({ engine, newFolder }: Bench): void {
  it('misses and repeats nothing while many write', async () => {
    const { storage, peer } = engine();
    const folder = newFolder();
    const start = await storage.currentRevision();
    const early = recordWatch(peer, folder, start);
    const writer = async (name: string): Promise<void> => {
      let revision = await put(storage, `${folder}${name}`, '0');
      for (let round = 1; round < 40; round += 1) {
        revision = revisionOf(await storage.update(`${folder}${name}`, bytes(`${round}`), revision));
      }
    };
    const writing = Promise.all(['a', 'b', 'c', 'd', 'e'].map(writer));
    const late = recordWatch(peer, folder, start);
    await writing;
    await Promise.all([early.reach(200), late.reach(200)]);
    const revisions = early.events.map(({ revision }) => revision);
    expect(revisions).toEqual([...new Set(revisions)].sort((x, y) => x - y));
    expect(early.events.map(shownEvent)).toEqual(late.events.map(shownEvent));
    const ofA = early.events.filter(({ key }) => key.endsWith('a')).map(shownEvent);
    expect(ofA).toEqual(Array.from({ length: 40 }, (_, round) => (round === 0 ? 'a=0' : `a=${round} (${round - 1})`)));
    early.close();
    late.close();
  });

  it('waits for a slow watcher, which then gets everything', async () => {
    const { storage } = engine();
    const folder = newFolder();
    const seen: string[] = [];
    let underWay = 0;
    const current = await storage.currentRevision();
    const done = new Promise<void>((resolve, reject) => {
      storage.watch(folder, current, {
        onEvents: async (events) => {
          underWay += 1;
          if (underWay > 1) reject(new Error('a second batch came before the first was done'));
          await setTimeout(3);
          seen.push(...events.map(shownEvent));
          underWay -= 1;
          if (seen.length === 120) resolve();
        },
        onEnd: reject,
      });
    });
    for (let index = 0; index < 120; index += 1) await put(storage, `${folder}${index}`, '1');
    await done;
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => `${index}=1`));
  });

  it('calls nothing after it was closed', async () => {
    const { storage } = engine();
    const folder = newFolder();
    const closed = recordWatch(storage, folder, await storage.currentRevision());
    const open = recordWatch(storage, folder, await storage.currentRevision());
    await put(storage, `${folder}a`, '1');
    await Promise.all([closed.reach(1), open.reach(1)]);
    closed.close();
    await put(storage, `${folder}b`, '1');
    await open.reach(2);
    expect(closed.events.map(shownEvent)).toEqual(['a=1']);
    expect(closed.ended).toEqual([]);
    open.close();
  });

  it('ends when its callback throws or rejects, and leaves the others alone', async () => {
    const { storage } = engine();
    const folder = newFolder();
    const after = await storage.currentRevision();
    const endOf = (onEvents: () => void | Promise<void>) =>
      new Promise((resolve) => storage.watch(folder, after, { onEvents, onEnd: resolve }));
    const thrown = endOf(() => {
      throw new Error('no');
    });
    const rejected = endOf(() => Promise.reject(new Error('no')));
    const other = recordWatch(storage, folder, after);
    await put(storage, `${folder}a`, '1');
    await expect(thrown).resolves.toMatchObject({ code: 'watcherFailed' });
    await expect(rejected).resolves.toMatchObject({ code: 'watcherFailed' });
    await put(storage, `${folder}b`, '1');
    await other.reach(2);
    expect(other.events.map(shownEvent)).toEqual(['a=1', 'b=1']);
    other.close();
  });
}
