/**
 * The cost of the watch cache at 100,000 objects of 1 KB and at ten times as many: reads,
 * pages, taking events in, fan-out, memory. Run as a program it prints all of it;
 * the memory of a number of objects is only right in a process of its own.
 */
import { pathToFileURL } from 'node:url';

import { createJsonWatchEncoder, createWatchCache } from '@keelson/cache';
import type { ResourceCache, WatchCache } from '@keelson/cache';

import type { BenchCase, TimeCase } from '../bench-case.ts';
import { createScriptedStore, folder, keyOf, namespaceSize } from '../scripted-store.ts';
import type { ScriptedStore } from '../scripted-store.ts';

interface Filled {
  readonly store: ScriptedStore;
  readonly cache: WatchCache;
  readonly resource: ResourceCache;
  readonly objects: number;
}

async function fill(objects: number): Promise<Filled> {
  const store = createScriptedStore(objects);
  const cache = createWatchCache({ storage: store.storage });
  const resource = cache.register({ name: 'configmaps', folder, isNamespaced: true });
  cache.start();
  await cache.whenReady();
  return { store, cache, resource, objects };
}

const filled = new Map<number, Promise<Filled>>();

/** One window for all cases of a size, made when the first of them runs. */
async function cacheOf(objects: number): Promise<Filled> {
  const known = filled.get(objects) ?? fill(objects);
  filled.set(objects, known);
  return known;
}

async function timeMs(run: () => unknown): Promise<number> {
  const start = process.hrtime.bigint();
  await run();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function nameOf(number: number): { namespace: string; name: string } {
  const [namespace = '', name = ''] = keyOf(number).slice(folder.length).split('/');
  return { namespace, name };
}

/** 100,000 most recent gets by 1,000 clients, each waiting for its answer before it asks again. */
async function gets({ resource, objects }: Filled): Promise<number> {
  const names = Array.from({ length: 1_000 }, (_, client) => nameOf((client * 7919) % objects));
  const client = async (name: (typeof names)[number]): Promise<void> => {
    for (let round = 0; round < 100; round += 1) {
      const got = await resource.get(name);
      if (!got.ok || got.object === undefined) throw new Error('there is such an object');
    }
  };
  return timeMs(() => Promise.all(names.map(client)));
}

async function listOne({ resource }: Filled): Promise<number> {
  return timeMs(async () => {
    const listed = await resource.list({ namespace: 'ns-0003' }, { kind: 'any' });
    if (!listed.ok || listed.objects.length !== namespaceSize) throw new Error('a namespace is full');
  });
}

async function pageInTheMiddle({ resource, cache, objects }: Filled): Promise<number> {
  const after = keyOf(Math.floor(objects / 2)).slice(folder.length);
  const at = { kind: 'exact', revision: cache.revision() } as const;
  return timeMs(async () => {
    const page = await resource.list({ limit: 500, after }, at);
    if (!page.ok || page.remainingCount !== objects / 2 - 501) throw new Error('half of them remain');
  });
}

let nextChange = 0;

async function takeIn({ store }: Filled): Promise<number> {
  nextChange += 7_777;
  return timeMs(() => {
    for (let batch = 0; batch < 200; batch += 1) store.changeMany(nextChange + batch * 311, 100);
  });
}

const encoder = createJsonWatchEncoder({ kind: 'ConfigMap', apiVersion: 'v1', initialEventsEndAnnotation: 'end' });

/** 200 events, one at a time, each to all watchers; the time of one. */
async function fanOut({ store, resource, cache }: Filled, watchers: number): Promise<number> {
  let got = 0;
  const start = { kind: 'after', revision: cache.revision() } as const;
  const onChunks = (chunks: readonly Uint8Array[]): true => {
    got += chunks.length;
    return true;
  };
  const watches = Array.from({ length: watchers }, () =>
    resource.watch({ start, encoder, sink: { onChunks, onEnd: () => undefined } }),
  );
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  const events = 200;
  const spentMs = await timeMs(async () => {
    for (let event = 0; event < events; event += 1) {
      store.change(event);
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  for (const watch of watches) watch.close();
  if (got !== events * watchers) throw new Error(`${got} arrived`);
  return spentMs / events;
}

function casesAt(objects: number, atMost: Readonly<Record<string, number>>): TimeCase[] {
  const at = `of ${objects.toLocaleString('en')}`;
  const measured: Record<string, (filled: Filled) => Promise<number>> = {
    [`window: 100,000 most recent gets with 1,000 waiting, ${at}`]: gets,
    [`window: list of 10,000 objects, ${at}`]: listOne,
    [`window: page of 500 in the middle, ${at}`]: pageInTheMiddle,
    [`window: 20,000 events taken in, ${at}`]: takeIn,
    [`window: one event to 1,000 watchers, ${at}`]: (cache) => fanOut(cache, 1_000),
  };
  return Object.entries(measured).map(([name, run]) => {
    const limit = Object.entries(atMost).find(([part]) => name.includes(part))?.[1];
    return {
      kind: 'time',
      name,
      timeOnceMs: async () => run(await cacheOf(objects)),
      ...(limit !== undefined && { atMostMs: limit }),
    };
  });
}

export const cases: readonly BenchCase[] = [
  ...casesAt(100_000, { gets: 1_000, list: 1, page: 0.2, taken: 1_000, watchers: 1 }),
  ...casesAt(1_000_000, {}),
  {
    kind: 'time',
    name: 'window: one event to 10,000 watchers, of 100,000',
    timeOnceMs: async () => fanOut(await cacheOf(100_000), 10_000),
  },
];

/** Bytes of memory for each object with one version. Wants `node --expose-gc`. */
async function memoryPerObject(objects: number): Promise<number> {
  const used = (): number => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const [before, rssBefore] = [used(), process.memoryUsage.rss()];
  const { cache } = await fill(objects);
  const after = used();
  const rss = (process.memoryUsage.rss() - rssBefore) / objects;
  console.log(`resident ${rss.toFixed(0)} bytes for each of ${cache.stats().objects}`);
  cache.close();
  return (after - before) / objects;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const objects = Number(process.argv[2] ?? 100_000);
  console.log(`memory: ${(await memoryPerObject(objects)).toFixed(0)} bytes for each of ${objects}`);
}
