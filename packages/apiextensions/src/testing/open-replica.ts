/** A replica for tests, as a server has it, without HTTP: a registry with custom resources over a store that others use too. */
import { createApiScheme } from '@keelson/api';
import { createWatchCache, type WatchEncoder } from '@keelson/cache';
import { createInformers, createRegisteredResources } from '@keelson/informers';
import { createRegistry, type Caller, type Outcome, type RegistryEngine } from '@keelson/registry';
import type { Resource, Scheme } from '@keelson/schema';
import type { Storage, Watcher } from '@keelson/storage';
import type { LogFields, Logger } from '@keelson/telemetry';

import { startCustomResources, type CustomResources, type CustomResourcesParts } from '../custom-resources.ts';

export interface Json {
  readonly metadata: { readonly name: string; readonly uid: string; readonly resourceVersion: string };
  readonly [field: string]: unknown;
}

/** Names a resource by its declaration, which a request may have found long ago, or by its plural and `group/version`. */
export type Place = Resource | readonly [plural: string, groupVersion: string];

export interface Replica {
  readonly scheme: Scheme;
  readonly registry: RegistryEngine;
  readonly custom: CustomResources;
  /** The lines that were logged as a warning or an error. */
  readonly complaints: readonly string[];
  /** Throws if nothing is declared there. */
  resource(place: Place): Resource;
  /** The object, or the code of the refusal. The type is added. */
  create(place: Place, object: object): Promise<Json | number>;
  patch(place: Place, name: string, patch: object, subresource?: string): Promise<Json | number>;
  delete(place: Place, name: string): Promise<number>;
  get(place: Place, name: string): Promise<Json | number>;
  list(place: Place): Promise<readonly Json[] | number>;
  /** Counts the watches that have ended. */
  watch(place: Place): { readonly events: string[]; readonly endings: string[] };
  /** From now on no event is delivered; what comes meanwhile is when `release` is called. */
  hold(): void;
  release(): void;
  close(): Promise<void>;
}

const caller: Caller = { user: { name: 'tester', groups: ['system:masters'] }, userAgent: 'tester/1.0' };
const namespace = 'default';

export async function openReplica(
  storage: Storage,
  parts: Pick<CustomResourcesParts, 'callouts' | 'recordConversion'> = {},
): Promise<Replica> {
  const lag = lagEvents(storage);
  const complaints: string[] = [];
  const scheme = createApiScheme();
  const cache = createWatchCache({ storage: lag.storage, futureWaitMs: 50, readTimeoutMs: 2_000 });
  const resources = createRegisteredResources({ scheme, cache, prefix: storage.prefix });
  const logger = loggerInto(complaints);
  const informers = createInformers({ resources, logger });
  const registry = createRegistry({ scheme, storage, cache, resources });
  const custom = startCustomResources({ scheme, informers, registry, logger, ...parts });
  cache.start();
  await cache.whenReady();
  await custom.whenLoaded();
  const resource = (place: Place): Resource => {
    if ('plural' in place) return place;
    const [plural, groupVersion] = place;
    const [version = '', group = ''] = groupVersion.split('/').reverse();
    const found = scheme.resource(group, version, plural);
    if (found === undefined) throw new Error(`no ${plural} in ${groupVersion}`);
    return found;
  };
  return {
    scheme,
    registry,
    custom,
    complaints,
    resource,
    ...verbsOf(registry, resource),
    hold: lag.hold,
    release: lag.release,
    close: async () => {
      lag.release();
      await custom.stop();
      informers.stop();
      cache.close();
    },
  };
}

function verbsOf(
  registry: RegistryEngine,
  resource: (place: Place) => Resource,
): Pick<Replica, 'create' | 'patch' | 'delete' | 'get' | 'list' | 'watch'> {
  const at = (place: Place, name?: string) => {
    const found = resource(place);
    return { resource: found, name, namespace: found.scope === 'Namespaced' ? namespace : undefined };
  };
  const bytesOf = (object: object) => Buffer.from(JSON.stringify(object));
  return {
    create: async (place, object) =>
      shownOf(
        await registry.create(at(place), {
          body: { format: 'json', bytes: bytesOf({ ...typeOf(resource(place)), ...object }) },
          options: {},
          caller,
        }),
      ),
    patch: async (place, name, patch, subresource) =>
      shownOf(
        await registry.patch(
          { ...at(place, name), subresource },
          { patch: { kind: 'merge', bytes: bytesOf(patch) }, options: {}, caller },
        ),
      ),
    delete: async (place, name) => {
      const deleted = await registry.delete(at(place, name), { body: undefined, options: {}, caller });
      return deleted.ok ? 200 : (deleted.status.code ?? 0);
    },
    get: async (place, name) => shownOf(await registry.get(at(place, name), {})),
    list: async (place) => {
      const listed = await registry.list(at(place), {});
      if (!listed.ok) return listed.status.code ?? 0;
      return listed.value.objects.map(({ value }) => JSON.parse(value.toString()) as Json);
    },
    watch: (place) => {
      const [events, endings]: [string[], string[]] = [[], []];
      registry.watch(
        at(place),
        {},
        {
          encoder: namesEncoder,
          sink: {
            onChunks: (chunks) => events.push(...chunks.map((chunk) => Buffer.from(chunk).toString())) > 0,
            onEnd: ({ reason }) => void endings.push(reason),
          },
        },
      );
      return { events, endings };
    },
  };
}

function typeOf({ group, version, kind }: Resource): object {
  return { apiVersion: group === '' ? version : `${group}/${version}`, kind };
}

const namesEncoder: WatchEncoder = {
  encodeEvent: (type, { value }) => Buffer.from(`${type} ${(JSON.parse(value.toString()) as Json).metadata.name}`),
  encodeBookmark: () => Buffer.from('BOOKMARK'),
};

function shownOf(outcome: Outcome<{ readonly object: { readonly value: Buffer } }>): Json | number {
  return outcome.ok ? (JSON.parse(outcome.value.object.value.toString()) as Json) : (outcome.status.code ?? 0);
}

function loggerInto(complaints: string[]): Logger {
  const note = (message: string, fields: LogFields = {}): void => {
    complaints.push(
      `${message} ${JSON.stringify(fields, (_, value: unknown) => (value instanceof Error ? value.message : value))}`,
    );
  };
  const ignore = (): void => undefined;
  return { debug: ignore, info: ignore, warn: note, error: note };
}

/** Reads and writes pass while events are held. */
function lagEvents(storage: Storage) {
  let held: Promise<void> | undefined;
  let open = (): void => undefined;
  const slowed = (watcher: Watcher): Watcher => ({
    onEvents: async (events) => {
      while (held !== undefined) await held;
      await watcher.onEvents(events);
    },
    onProgress: (revision) => {
      if (held === undefined) watcher.onProgress?.(revision);
    },
    onEnd: (error) => watcher.onEnd(error),
  });
  const watch: Storage['watch'] = (prefix, after, watcher, options) =>
    storage.watch(prefix, after, slowed(watcher), options);
  return {
    storage: { ...storage, watch },
    hold: () => {
      held ??= new Promise((resolve) => (open = resolve));
    },
    release: () => {
      held = undefined;
      open();
    },
  };
}
