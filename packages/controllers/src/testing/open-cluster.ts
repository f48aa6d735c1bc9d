/**
 * A replica without HTTP, for tests of controllers: a registry over the embedded engine in a folder of its own, a real
 * watch cache, RBAC with the default roles, and quotas. A second replica over the same store is opened by `openReplica`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { createListers, makePlugins } from '@keelson/admission';
import { createApiScheme, findControlledKinds, type ControlledKinds } from '@keelson/api';
import {
  createAccessIndex,
  createRbacAuthorizer,
  createReviewAnswers,
  indexAccess,
  mastersAuthorizer,
  unionAuthorizer,
  type Authorizer,
} from '@keelson/auth';
import { createWatchCache } from '@keelson/cache';
import type { WatchCache } from '@keelson/cache';
import { createInformers, createRegisteredResources } from '@keelson/informers';
import type { Informers } from '@keelson/informers';
import { createRegistry } from '@keelson/registry';
import type { Caller, DeleteQuery, RegistryEngine } from '@keelson/registry';
import type { Resource, Scheme } from '@keelson/schema';
import { openEmbedded } from '@keelson/storage';
import type { Storage } from '@keelson/storage';
import { silentLogger } from '@keelson/telemetry';

import type { ControllerDefinition } from '../frame/definition.ts';
import {
  startElectedControllers,
  type ElectedControllers,
  type ElectedControllersParts,
} from '../frame/start-controllers.ts';
import { makeDefaultAccess } from '../rbac-bootstrap/make-defaults.ts';
import { makeSystemNamespaces } from '../system-objects/make-system-objects.ts';

export const tester: Caller = { user: { name: 'tester', groups: ['system:masters'] }, userAgent: 'tester' };

/** An object as a test looks at it. */
export type Json = Record<string, unknown> & { readonly metadata: Metadata };

interface Metadata extends Record<string, unknown> {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

export interface Cluster {
  readonly scheme: Scheme;
  readonly storage: Storage;
  readonly cache: WatchCache;
  readonly registry: RegistryEngine;
  readonly informers: Informers;
  readonly kinds: ControlledKinds;
  readonly authorizer: Authorizer;
  /** Throws where it is refused. In the namespace that the object names, or in `default`. */
  create(resource: Resource, object: object): Promise<Json>;
  mergePatch(resource: Resource, name: string, patch: object, subresource?: string): Promise<Json>;
  remove(resource: Resource, name: string, options?: DeleteQuery): Promise<void>;
  /** `undefined` where there is none. */
  read(resource: Resource, name: string, namespace?: string): Promise<Json | undefined>;
  list(resource: Resource): Promise<Json[]>;
  start(definitions: readonly ControllerDefinition[], options?: Partial<ElectedControllersParts>): ElectedControllers;
  /** Stops what was started here. */
  close(): Promise<void>;
}

export const namespace = 'default';

export async function openCluster(): Promise<Cluster> {
  const path = await mkdtemp(join(tmpdir(), 'keelson-controllers-'));
  const storage = await openEmbedded({ path });
  const cluster = await openReplica(storage);
  const { registry, scheme, informers } = cluster;
  await makeSystemNamespaces(registry, scheme);
  await makeDefaultAccess({ informers, registry, scheme, logger: silentLogger, gatesOff: new Set() }, () => false);
  return {
    ...cluster,
    close: async () => {
      await cluster.close();
      await storage.close();
      await rm(path, { recursive: true, force: true });
    },
  };
}

export async function openReplica(storage: Storage): Promise<Cluster> {
  const scheme = createApiScheme();
  const cache = createWatchCache({ storage });
  const resources = createRegisteredResources({ scheme, cache, prefix: storage.prefix });
  const informers = createInformers({ resources, logger: silentLogger });
  const index = createAccessIndex();
  indexAccess(informers, index);
  const authorizer = unionAuthorizer([mastersAuthorizer, createRbacAuthorizer(index)]);
  const answerPostedReview = createReviewAnswers({ authorizer, index });
  const registry: RegistryEngine = createRegistry({
    ...{ scheme, storage, cache, resources, answerPostedReview },
    admission: quotaPlugin(informers, () => registry),
  });
  cache.start();
  await cache.whenReady();
  const running: ElectedControllers[] = [];
  return {
    ...{ scheme, storage, cache, registry, informers, authorizer },
    kinds: findControlledKinds(scheme),
    ...verbsOf(registry),
    start: (definitions, options = {}) => {
      const parts = { definitions, scheme, cache, registry, informers, authorizer, logger: silentLogger };
      const started = startElectedControllers({
        ...parts,
        elections: storage.elections,
        identity: 'replica',
        ...options,
      });
      running.push(started);
      return started;
    },
    close: async () => {
      for (const each of running) await each.stop();
      informers.stop();
      cache.close();
    },
  };
}

/** The one plugin that works hand in hand with a controller. */
function quotaPlugin(informers: Informers, registryOf: () => RegistryEngine) {
  return makePlugins(['ResourceQuota'], {
    listers: createListers(informers),
    mayDo: () => true,
    makeSuffix: () => 'a',
    giveWay: () => undefined,
    quotas: {
      nowMs: Date.now,
      writeStatus: async (target, object) => {
        const written = await registryOf().update(target, { body: bodyOf(object), options: {}, caller: tester });
        return written.ok ? { ok: true, revision: written.value.object.revision } : written;
      },
    },
  });
}

function verbsOf(registry: RegistryEngine): Pick<Cluster, 'create' | 'mergePatch' | 'remove' | 'read' | 'list'> {
  const placeOf = (resource: Resource) => ({
    resource,
    ...(resource.scope === 'Namespaced' && { namespace }),
  });
  return {
    create: async (resource, object) => {
      const { metadata } = object as { readonly metadata: { readonly namespace?: string } };
      const created = await registry.create(
        { ...placeOf(resource), ...inNamespace(metadata.namespace) },
        { body: bodyOf(object), options: {}, caller: tester },
      );
      if (!created.ok) throw new Error(created.status.message);
      return jsonOf(created.value.object.value);
    },
    mergePatch: async (resource, name, patch, subresource) => {
      const target = { ...placeOf(resource), name, subresource };
      const bytes = Buffer.from(JSON.stringify(patch));
      const patched = await registry.patch(target, { patch: { kind: 'merge', bytes }, options: {}, caller: tester });
      if (!patched.ok) throw new Error(patched.status.message);
      return jsonOf(patched.value.object.value);
    },
    remove: async (resource, name, options = {}) => {
      const deleted = await registry.delete({ ...placeOf(resource), name }, { options, caller: tester });
      if (!deleted.ok) throw new Error(deleted.status.message);
    },
    read: async (resource, name, within) => {
      const got = await registry.get({ ...placeOf(resource), ...inNamespace(within), name }, {});
      return got.ok ? jsonOf(got.value.object.value) : undefined;
    },
    list: async (resource) => {
      const listed = await registry.list(placeOf(resource), {});
      if (!listed.ok) throw new Error(listed.status.message);
      return listed.value.objects.map(({ value }) => jsonOf(value));
    },
  };
}

function inNamespace(chosen: string | undefined) {
  return chosen === undefined ? {} : { namespace: chosen };
}

function bodyOf(object: object) {
  return { format: 'json' as const, bytes: Buffer.from(JSON.stringify(object)) };
}

function jsonOf(value: Buffer): Json {
  return JSON.parse(value.toString('utf8')) as Json;
}

/** Waits for a condition, however long it takes: the limit is that of the test. */
export async function until<T>(find: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    await delay(5);
  }
}
