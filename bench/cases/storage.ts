/**
 * What the two engines cost: writes and reads of the embedded one, and what the
 * window spends on the events of a real etcd while another process writes them.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createWatchCache } from '@keelson/cache';
import { openEmbedded, openEtcd } from '@keelson/storage';
import type { Storage } from '@keelson/storage';
import { startEtcd } from '@keelson/storage/etcd-cluster';

import type { BenchCase } from '../bench-case.ts';
import { inFlight } from '../in-flight.ts';

const value = Buffer.from(JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', filler: 'x'.repeat(950) }));

interface Opened {
  readonly storage: Storage;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Opened by whoever asks first, closed once. */
function shared(open: () => Promise<Opened>) {
  let opening: Promise<Opened> | undefined;
  return {
    open: () => (opening ??= open()),
    close: async () => {
      await (await opening)?.close();
      opening = undefined;
    },
  };
}

const embedded = shared(async () => {
  const path = await mkdtemp(join(tmpdir(), 'keelson-bench-'));
  const storage = await openEmbedded({ path });
  const close = async (): Promise<void> => {
    await storage.close();
    await rm(path, { recursive: true });
  };
  return { storage, url: path, close };
});

const etcd = shared(async () => {
  const cluster = await startEtcd({ members: 1, isTls: false, args: ['--unsafe-no-fsync'] });
  const storage = await openEtcd({ endpoints: cluster.urls });
  const close = async (): Promise<void> => {
    await storage.close();
    await cluster.close();
  };
  return { storage, url: cluster.urls[0] ?? '', close };
});

async function timeMs(run: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await run();
  return performance.now() - startMs;
}

/** What each create pays so that it cannot outlive its namespace. */
function comparing({ open }: Pick<typeof embedded, 'open'>) {
  const key = '/registry/namespaces/of-compares';
  let revision: number | undefined;
  let made = 0;
  const nextKey = (): string => `/registry/compared/of-compares/${(made += 1)}`;
  return {
    subject: async () => {
      const { storage } = await open();
      revision ??= (await storage.create(key, value)).revision;
      return storage.create(nextKey(), value, { compares: [{ key, revision }] });
    },
    baseline: async () => (await open()).storage.create(nextKey(), value),
  };
}

let folders = 0;
const nextFolder = (): string => `/registry/things-${(folders += 1)}/`;

const events = 20_000;

/** Milliseconds of CPU in this process, which writes nothing. */
async function takeIn({ storage, url }: Opened): Promise<number> {
  const folder = nextFolder();
  const cache = createWatchCache({ storage });
  cache.register({ name: 'things', folder, isNamespaced: false });
  cache.start();
  await cache.whenReady();
  const before = process.cpuUsage();
  const writer = fork(new URL('../etcd-writer.js', import.meta.url), [url, folder, String(events)]);
  await once(writer, 'exit');
  await cache.waitFor(await storage.currentRevision(), 60_000);
  const { user, system } = process.cpuUsage(before);
  if (cache.stats().objects !== events) throw new Error(`${cache.stats().objects} objects came`);
  cache.close();
  return (user + system) / 1_000;
}

export const cases: readonly BenchCase[] = [
  {
    kind: 'time',
    name: 'embedded: 10,000 creates of 1 KB, 32 in flight',
    timeOnceMs: async () => {
      const { storage } = await embedded.open();
      const folder = nextFolder();
      return timeMs(() => inFlight(32, 10_000, async (index) => storage.create(`${folder}${index}`, value)));
    },
    atMostMs: 2_000,
  },
  {
    kind: 'time',
    name: 'embedded: 100,000 gets, 32 in flight',
    timeOnceMs: async () => {
      const { storage } = await embedded.open();
      return timeMs(() => inFlight(32, 100_000, async (index) => storage.get(`/registry/things-1/${index % 10_000}`)));
    },
    atMostMs: 2_000,
    close: embedded.close,
  },
  {
    kind: 'time',
    name: 'window: CPU for 20,000 events of 1 KB out of etcd',
    timeOnceMs: async () => takeIn(await etcd.open()),
    atMostMs: 1_000,
    close: etcd.close,
  },
  {
    kind: 'cpu',
    name: 'embedded: a create that compares its namespace, beside one that does not',
    ...comparing(embedded),
    atMost: 1.1,
    close: embedded.close,
  },
  {
    kind: 'cpu',
    name: 'etcd: a create that compares its namespace, beside one that does not',
    ...comparing(etcd),
    atMost: 1.2,
    close: etcd.close,
  },
];
