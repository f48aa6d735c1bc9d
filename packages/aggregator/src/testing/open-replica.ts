/** A replica for tests, as a server has it, without HTTP: aggregation over a registry and a real store. */
import { createApiScheme } from '@keelson/api';
import { startCustomResources } from '@keelson/apiextensions';
import { createWatchCache } from '@keelson/cache';
import { createCallouts, type ResolveService } from '@keelson/callouts';
import { createInformers, createRegisteredResources } from '@keelson/informers';
import { createRegistry, type Caller, type Outcome, type Registry } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import type { Storage } from '@keelson/storage';
import { createMetrics, silentLogger as logger } from '@keelson/telemetry';

import { openAggregation, type Aggregation } from '../open-aggregation.ts';

export interface Json {
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: { readonly conditions?: readonly Readonly<Record<string, string>>[] };
}

/** By the name of the resource and its `group/version`, such as `services v1`. */
export type Place = readonly [plural: string, groupVersion: string, namespace?: string];

export interface Replica {
  readonly aggregation: Aggregation;
  /** The object, or the code of the refusal. The type is added. */
  create(place: Place, object: object): Promise<Json | number>;
  patch(place: Place, name: string, patch: object): Promise<Json | number>;
  delete(place: Place, name: string): Promise<number>;
  get(place: Place, name: string): Promise<Json | number>;
  list(place: Place): Promise<readonly Json[]>;
  /** The lines of the metrics whose names begin so. */
  metrics(prefix: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

const caller: Caller = { user: { name: 'tester', groups: ['system:masters'] }, userAgent: 'tester/1.0' };

export interface ReplicaOptions {
  readonly storage: Storage;
  readonly resolveService?: ResolveService;
  /** False for one that has to be started by the test. */
  readonly isStarted?: boolean;
}

const noService: ResolveService = ({ name }) => ({ ok: false, message: `service "${name}" not found` });

export async function openReplica({
  storage,
  resolveService = noService,
  isStarted = true,
}: ReplicaOptions): Promise<Replica> {
  const scheme = createApiScheme();
  const cache = createWatchCache({ storage, futureWaitMs: 50, readTimeoutMs: 2_000 });
  const resources = createRegisteredResources({ scheme, cache, prefix: storage.prefix });
  const informers = createInformers({ resources, logger });
  const registry = createRegistry({ scheme, storage, cache, resources });
  const callouts = createCallouts({ resolveService });
  const metrics = createMetrics({ release: '1.24', logger });
  const aggregation = openAggregation({
    scheme,
    informers,
    registry,
    isListed: ({ verbs }) => verbs.length > 0,
    release: '1.24',
    callouts,
    resolveService,
    credentials: () => ({}),
    agents: { addressTypes: ['InternalIP'], credentials: () => undefined, authorities: () => undefined },
    random: () => 0,
    metrics,
    logger,
  });
  const custom = startCustomResources({ scheme, informers, registry, logger, onChange: aggregation.renewCustom });
  cache.start();
  await cache.whenReady();
  await custom.whenLoaded();
  if (isStarted) await aggregation.start();
  return {
    aggregation,
    ...verbsOf(scheme, registry),
    metrics: async (prefix) => (await metrics.print()).text.split('\n').filter((line) => line.startsWith(prefix)),
    close: async () => {
      await aggregation.stop();
      await custom.stop();
      informers.stop();
      callouts.close();
      cache.close();
    },
  };
}

function verbsOf(scheme: Scheme, registry: Registry): Pick<Replica, 'create' | 'patch' | 'delete' | 'get' | 'list'> {
  const at = ([plural, groupVersion, namespace]: Place, name?: string) => {
    const [version = '', group = ''] = groupVersion.split('/').reverse();
    const resource = scheme.resource(group, version, plural);
    if (resource === undefined) throw new Error(`no ${plural} in ${groupVersion}`);
    return { resource, namespace, name };
  };
  return {
    create: async (place, object) => {
      const { resource } = at(place);
      const body = bodyOf({ apiVersion: place[1], kind: resource.kind, ...object });
      return shownOf(await registry.create(at(place), { body, options: {}, caller }));
    },
    patch: async (place, name, patch) => {
      const { bytes } = bodyOf(patch);
      return shownOf(await registry.patch(at(place, name), { patch: { kind: 'merge', bytes }, options: {}, caller }));
    },
    delete: async (place, name) => {
      const deleted = await registry.delete(at(place, name), { body: undefined, options: {}, caller });
      return deleted.ok ? 200 : (deleted.status.code ?? 0);
    },
    get: async (place, name) => shownOf(await registry.get(at(place, name), {})),
    list: async (place) => {
      const listed = await registry.list(at(place), {});
      if (!listed.ok) throw new Error(listed.status.message);
      return listed.value.objects.map(({ value }) => JSON.parse(value.toString()) as Json);
    },
  };
}

function bodyOf(object: object) {
  return { format: 'json' as const, bytes: Buffer.from(JSON.stringify(object)) };
}

function shownOf(outcome: Outcome<{ readonly object: { readonly value: Buffer } }>): Json | number {
  if (!outcome.ok && outcome.status.code !== 404 && outcome.status.code !== 409)
    throw new Error(outcome.status.message);
  return outcome.ok ? (JSON.parse(outcome.value.object.value.toString()) as Json) : (outcome.status.code ?? 0);
}
