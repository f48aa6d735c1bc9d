/** Watches that resume after a restart, over a real etcd: what it holds for them, and that they miss nothing. */
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openEtcd } from '@keelson/storage';
import type { Storage } from '@keelson/storage';
import { startEtcd, until } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster } from '@keelson/storage/etcd-cluster';

import { record, storedObject } from '../testing/objects.ts';
import { createWatchCache } from '../watch-cache.ts';
import type { WatchCache } from '../watch-cache.ts';

const watchersPerKind = 10;
const quietKinds = 19;
const kinds = Array.from({ length: quietKinds + 1 }, (_, n) => `kind${n}`);
const busyWrites = 2_500;

let cluster: EtcdCluster;
let storage: Storage;
let cache: WatchCache;
beforeAll(async () => {
  cluster = await startEtcd({ members: 1, isTls: false });
  storage = await openEtcd({ endpoints: cluster.urls });
});
afterAll(async () => {
  cache.close();
  await storage.close();
  await cluster.close();
});

const keyOf = (kind: string, name: string): string => `/registry/${kind}/${name}`;
const make = async (kind: string, name: string): Promise<number> =>
  (await storage.create(keyOf(kind, name), Buffer.from(storedObject(name)))).revision;

/** As etcd counts them. */
async function etcdWatchers(): Promise<number> {
  const metrics = await (await fetch(`${cluster.urls[0] ?? ''}/metrics`)).text();
  return Number(/^etcd_debugging_mvcc_watcher_total (\d+)/m.exec(metrics)?.[1]);
}

it('200 watchers of kinds of which most are quiet cost etcd a handful of watches, and then none', async () => {
  let start = 0;
  for (const kind of kinds) start = await make(kind, 'a');
  const writing = Array.from({ length: busyWrites }, (_, n) => make('kind0', `n${n}`));
  await Promise.all(writing);
  const newest = await storage.currentRevision();
  cache = createWatchCache({ storage, bookmarkMs: 500 });
  const resources = kinds.map((name) => cache.register({ name, folder: `/registry/${name}/`, isNamespaced: false }));
  cache.start();
  await cache.whenReady();

  const recordings = resources.flatMap((resource, kind) =>
    Array.from({ length: watchersPerKind }, (_, n) => ({
      kind,
      after: start - n,
      recording: record(resource, { start: { kind: 'after', revision: start - n }, bookmarks: true }),
    })),
  );
  const counts: number[] = [];
  const meanwhile: number[] = [];
  const hasBookmark = ({ events }: { events: readonly string[] }): boolean =>
    events.some((event) => event.startsWith('BOOKMARK'));
  await until(async () => {
    counts.push(await etcdWatchers());
    if (meanwhile.length < 20) meanwhile.push(await make(`kind${meanwhile.length}`, 'meanwhile'));
    return meanwhile.length === 20 && recordings.every(({ recording }) => hasBookmark(recording));
  });
  expect(Math.max(...counts)).toBeLessThanOrEqual(5);
  await until(async () => (await etcdWatchers()) === 1);
  await until(() => cache.revision() >= Math.max(...meanwhile));
  await setTimeout(50);

  const early = start - kinds.length + 1;
  for (const { kind, after, recording } of recordings) {
    const told = recording.events.filter((event) => !event.startsWith('BOOKMARK')).map((event) => event.split('@')[0]);
    const busy = kind === 0 ? Array.from({ length: busyWrites }, (_, n) => `ADDED ${keyOf('kind0', `n${n}`)}`) : [];
    const first = early + kind > after ? [`ADDED ${keyOf(`kind${kind}`, 'a')}`] : [];
    const expected = [...first, ...busy, `ADDED ${keyOf(`kind${kind}`, 'meanwhile')}`];
    expect(told.toSorted()).toEqual(expected.toSorted());
    const revisions = recording.events.map((event) => Number(/@(\d+)/.exec(event)?.[1]));
    expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
    expect(recording.ends).toEqual([]);
    expect(revisions.at(-1)).toBeGreaterThan(newest);
  }
  // The keys by which the watches learnt how far they had come are gone.
  expect((await storage.range('/registry/')).entries.filter(({ key }) => /kind\d+0$/.test(key))).toEqual([]);
});
