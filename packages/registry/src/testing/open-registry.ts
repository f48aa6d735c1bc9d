/** A registry over the embedded engine in a folder of its own and a real watch cache, for tests; no HTTP. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createApiScheme } from '@keelson/api';
import { createWatchCache } from '@keelson/cache';
import type { ObjectVersion, WatchEncoder } from '@keelson/cache';
import type { RequestTarget, Status } from '@keelson/meta';
import type { Resource, Scheme } from '@keelson/schema';
import { openEmbedded } from '@keelson/storage';
import type { Storage } from '@keelson/storage';
import type { MaybePromise } from '@keelson/telemetry';

import { openClusterRanges, type ClusterRangesOptions } from '../allocation/cluster-ranges.ts';
import type {
  Caller,
  DeleteAnswer,
  DeleteQuery,
  ListOptions,
  Outcome,
  PatchKind,
  WatchEnding,
  WriteAnswer,
  WriteOptions,
} from '../contract.ts';
import { createRegistry } from '../create-registry.ts';
import type { RegistryEngine } from '../create-registry.ts';
import type { RegistryOptions } from '../registry-options.ts';

/** An object as a test looks at it. */
export interface Json {
  metadata: {
    name?: string;
    uid?: string;
    resourceVersion?: string;
    generation?: number;
    managedFields?: { manager: string; subresource?: string; fieldsV1: unknown }[];
    [field: string]: unknown;
  };
  [field: string]: unknown;
}

export const tester: Caller = { user: { name: 'tester', groups: ['system:masters'] }, userAgent: 'tester/1.0' };

export interface Bench {
  readonly scheme: Scheme;
  readonly registry: RegistryEngine;
  /** The store under the registry: a write to it looks like one of another replica. */
  readonly storage: Storage;
  /** The declaration, by plural and `group/version`. */
  resource(plural: string, groupVersion?: string): Resource;
  create(place: RequestTarget, object: unknown, options?: WriteOptions): Promise<Outcome<WriteAnswer>>;
  update(place: RequestTarget, object: unknown, options?: WriteOptions): Promise<Outcome<WriteAnswer>>;
  patch(place: RequestTarget, kind: PatchKind, patch: unknown, options?: WriteOptions): Promise<Outcome<WriteAnswer>>;
  delete(place: RequestTarget, options?: DeleteQuery, body?: unknown): Promise<Outcome<DeleteAnswer>>;
  read(place: RequestTarget): Promise<Json>;
  watch(place: RequestTarget, options: ListOptions): Watching;
  currentRevision(): Promise<number>;
  /** Compacts the history of the store and of the watch cache. */
  compact(revision: number): Promise<void>;
  close(): Promise<void>;
}

export interface Watching {
  readonly outcome: Outcome<unknown>;
  /** Events so far, as `ADDED a`. */
  readonly events: string[];
  readonly ending: Promise<WatchEnding>;
  /** Waits until at least `count` events have arrived. */
  until(count: number): Promise<string[]>;
  close(): void;
}

export async function openBench(options: Partial<RegistryOptions> = {}): Promise<Bench> {
  const path = await mkdtemp(join(tmpdir(), 'keelson-registry-'));
  const storage = await openEmbedded({ path });
  const bench = await openReplica(storage, options);
  await valueOf(bench.create({ resource: bench.resource('namespaces') }, { metadata: { name: 'default' } }));
  return {
    ...bench,
    close: async () => {
      await bench.close();
      await storage.close();
      await rm(path, { recursive: true, force: true });
    },
  };
}

export interface ReplicaOptions extends Partial<RegistryOptions> {
  /** The ranges that services are given addresses and ports from. */
  readonly allocates?: Pick<ClusterRangesOptions, 'addresses' | 'ports'>;
}

/** A registry over a store that others use too. The store stays the caller's. */
export async function openReplica(storage: Storage, options: ReplicaOptions = {}): Promise<Bench> {
  const { allocates, ...registryOptions } = options;
  const scheme = createApiScheme();
  const cache = createWatchCache({ storage, futureWaitMs: 50, bookmarkMs: 200 });
  const { prefix } = storage;
  const ranges = allocates && openClusterRanges({ reservesStatic: false, cache, prefix, ...allocates });
  const registry = createRegistry({ scheme, storage, cache, ranges, ...registryOptions });
  cache.start();
  await cache.whenReady();
  const bodyOf = (object: unknown) => ({ format: 'json' as const, bytes: bytesOf(object) });
  return {
    scheme,
    registry,
    storage,
    resource: (plural, groupVersion = 'v1') => {
      const [version = '', group = ''] = groupVersion.split('/').reverse();
      const found = scheme.resource(group, version, plural);
      if (found === undefined) throw new Error(`no ${plural} in ${groupVersion}`);
      return found;
    },
    create: (place, object, asked = {}) =>
      registry.create(place, { body: bodyOf(object), options: asked, caller: tester }),
    update: (place, object, asked = {}) =>
      registry.update(place, { body: bodyOf(object), options: asked, caller: tester }),
    patch: (place, kind, patch, asked = {}) =>
      registry.patch(place, { patch: { kind, bytes: bytesOf(patch) }, options: asked, caller: tester }),
    delete: (place, asked = {}, body) =>
      registry.delete(place, { body: body === undefined ? undefined : bodyOf(body), options: asked, caller: tester }),
    read: async (place) => jsonOf((await valueOf(registry.get(place, {}))).object),
    watch: (place, asked) => watchNames(registry, place, asked),
    currentRevision: () => storage.currentRevision(),
    compact: async (revision) => {
      await storage.compact(revision);
      cache.trimThrough(revision);
    },
    close: async () => {
      cache.close();
      await Promise.resolve();
    },
  };
}

function bytesOf(value: unknown): Buffer {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The value, or the refusal as an error. */
export async function valueOf<T>(outcome: MaybePromise<Outcome<T>>): Promise<T> {
  const settled = await outcome;
  if (!settled.ok) throw new Error(settled.status.message);
  return settled.value;
}

/** The refusal; fails if there is none. */
export async function refusalOf(outcome: MaybePromise<Outcome<unknown>>): Promise<Status> {
  const settled = await outcome;
  if (settled.ok) throw new Error('it was not refused');
  return settled.status;
}

export function jsonOf({ value }: ObjectVersion): Json {
  return JSON.parse(value.toString('utf8')) as Json;
}

export function objectOf({ object }: { readonly object: ObjectVersion }): Json {
  return jsonOf(object);
}

function watchNames(registry: RegistryEngine, place: RequestTarget, options: ListOptions): Watching {
  const events: string[] = [];
  let wake = (): void => undefined;
  let end: (ending: WatchEnding) => void = () => undefined;
  const ending = new Promise<WatchEnding>((resolve) => (end = resolve));
  const outcome = registry.watch(place, options, {
    encoder: namesEncoder,
    sink: {
      onChunks: (chunks) => {
        for (const chunk of chunks) events.push(Buffer.from(chunk).toString('utf8'));
        wake();
        return true;
      },
      onEnd: end,
    },
  });
  return {
    outcome,
    events,
    ending,
    until: async (count) => {
      while (events.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return events;
    },
    close: () => outcome.ok && (outcome.value as { close(): void }).close(),
  };
}

const namesEncoder: WatchEncoder = {
  encodeEvent: (type, object) => Buffer.from(`${type} ${jsonOf(object).metadata.name ?? ''}`),
  encodeBookmark: (_revision, endsInitialEvents) => Buffer.from(endsInitialEvents ? 'BOOKMARK end' : 'BOOKMARK'),
};
