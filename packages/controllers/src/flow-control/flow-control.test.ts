import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApiScheme, type FlowSchema } from '@keelson/api';
import { createWatchCache, type WatchCache } from '@keelson/cache';
import { createInformers, createRegisteredResources, type Informers } from '@keelson/informers';
import { createRegistry, type RegistryEngine } from '@keelson/registry';
import { openEmbedded, type Storage } from '@keelson/storage';
import { silentLogger } from '@keelson/telemetry';

import { systemCaller as caller } from '../controller.ts';
import { keepDefaultObjects } from './keep-default-objects.ts';
import { startDanglingController } from './tell-dangling.ts';

const annotation = 'apf.kubernetes.io/autoupdate-spec';
const scheme = createApiScheme();
const group = 'flowcontrol.apiserver.k8s.io';

let path: string;
let storage: Storage;
let cache: WatchCache;
let registry: RegistryEngine;
let informers: Informers;

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'keelson-flow-control-'));
  storage = await openEmbedded({ path });
  cache = createWatchCache({ storage });
  const resources = createRegisteredResources({ scheme, cache, prefix: storage.prefix });
  informers = createInformers({ resources, logger: silentLogger });
  registry = createRegistry({ scheme, storage, cache, resources });
  cache.start();
  await cache.whenReady();
});

afterAll(async () => {
  informers.stop();
  cache.close();
  await storage.close();
  await rm(path, { recursive: true });
});

function placeOf(plural: string, name?: string) {
  const resource = scheme.resource(group, 'v1beta2', plural);
  if (resource === undefined) throw new Error(`${plural} are not declared`);
  return { resource, ...(name !== undefined && { name }) };
}

type Stored = FlowSchema & { readonly metadata: { readonly annotations?: Readonly<Record<string, string>> } };

async function read(plural: string, name: string): Promise<Stored | undefined> {
  const found = await registry.get(placeOf(plural, name), {});
  return found.ok ? (JSON.parse(found.value.object.value.toString()) as Stored) : undefined;
}

async function patch(plural: string, name: string, change: object): Promise<void> {
  const { resource } = placeOf(plural);
  const typed = { apiVersion: `${group}/v1beta2`, kind: resource.kind, ...change };
  const bytes = Buffer.from(JSON.stringify(typed));
  const written = await registry.patch({ resource, name }, { patch: { kind: 'merge', bytes }, options: {}, caller });
  if (!written.ok) throw new Error(written.status.message);
}

async function create(plural: string, object: object): Promise<void> {
  const { resource } = placeOf(plural);
  const bytes = Buffer.from(JSON.stringify({ apiVersion: `${group}/v1beta2`, kind: resource.kind, ...object }));
  const made = await registry.create({ resource }, { body: { format: 'json', bytes }, options: {}, caller });
  if (!made.ok) throw new Error(made.status.message);
}

/** As a server does that starts. */
async function keepOnce(): Promise<void> {
  // A most recent read waits for the watch cache, and so for its informers.
  for (const plural of ['flowschemas', 'prioritylevelconfigurations'])
    await registry.list(placeOf(plural), { limit: '1' });
  const kept = keepDefaultObjects({ informers, registry, scheme, logger: silentLogger });
  await kept.whenMade;
  await kept.stop();
}

describe('the default objects of flow control', () => {
  beforeAll(keepOnce);

  it('are all there when the server has started', async () => {
    const [schemas, levels] = await Promise.all(
      ['flowschemas', 'prioritylevelconfigurations'].map((plural) => registry.list(placeOf(plural), {})),
    );
    expect([
      schemas?.ok === true && schemas.value.objects.length,
      levels?.ok === true && levels.value.objects.length,
    ]).toEqual([13, 8]);
    expect((await read('flowschemas', 'probes'))?.metadata.annotations).toEqual({ [annotation]: 'true' });
  });

  it('are not written again where they are as they should be', async () => {
    const before = await storage.currentRevision();
    await keepOnce();
    expect(await storage.currentRevision()).toBe(before);
  });

  const spec = { matchingPrecedence: 1_234 };
  const precedenceOf = async (name: string) => {
    const found = await read('flowschemas', name);
    return [found?.spec.matchingPrecedence, found?.metadata.annotations?.[annotation]];
  };

  it('are put back where the annotation is true, or says neither', async () => {
    await patch('flowschemas', 'kube-scheduler', { spec });
    await patch('flowschemas', 'endpoint-controller', { spec, metadata: { annotations: { [annotation]: 'maybe' } } });
    await keepOnce();
    expect(await precedenceOf('kube-scheduler')).toEqual([800, 'true']);
    expect(await precedenceOf('endpoint-controller')).toEqual([150, 'true']);
  });

  it('stay as they were changed where the annotation is false, and where it was taken away', async () => {
    await patch('flowschemas', 'service-accounts', { spec, metadata: { annotations: { [annotation]: 'F' } } });
    await patch('flowschemas', 'global-default', { spec, metadata: { annotations: { [annotation]: null } } });
    await keepOnce();
    expect(await precedenceOf('service-accounts')).toEqual([1_234, 'false']);
    expect(await precedenceOf('global-default')).toEqual([1_234, 'false']);
  });

  it('come back when they were deleted, and the annotation of mandatory ones is set back', async () => {
    await registry.delete(placeOf('flowschemas', 'exempt'), { options: {}, caller });
    await registry.delete(placeOf('prioritylevelconfigurations', 'system'), { options: {}, caller });
    await patch('flowschemas', 'catch-all', { metadata: { annotations: { [annotation]: 'false' } } });
    await keepOnce();
    expect(await precedenceOf('exempt')).toEqual([1, 'true']);
    expect(await read('prioritylevelconfigurations', 'system')).toBeDefined();
    expect(await precedenceOf('catch-all')).toEqual([10_000, 'true']);
  });

  it('have no others beside them that claim to be kept up to date', async () => {
    const reference = { priorityLevelConfiguration: { name: 'system' } };
    await create('flowschemas', {
      metadata: { name: 'claims', annotations: { [annotation]: 'true' } },
      spec: reference,
    });
    await create('flowschemas', {
      metadata: { name: 'claims-not', annotations: { [annotation]: 'false' } },
      spec: reference,
    });
    await keepOnce();
    expect(await read('flowschemas', 'claims')).toBeUndefined();
    expect(await read('flowschemas', 'claims-not')).toBeDefined();
  });
});

describe('the condition Dangling', () => {
  const conditionOf = async (name: string) => {
    const { type, status, reason, message } = (await read('flowschemas', name))?.status.conditions?.[0] ?? {};
    return [type, status, reason, message];
  };
  const reference = 'This FlowSchema references the PriorityLevelConfiguration object named "later"';

  it('tells whether the level of a schema exists, and is written only when that changes', async () => {
    const [first, second] = [0, 1].map(() =>
      startDanglingController({ informers, registry, scheme, logger: silentLogger }),
    );
    await create('flowschemas', {
      metadata: { name: 'dangling' },
      spec: { priorityLevelConfiguration: { name: 'later' } },
    });
    const until = async (status: string) => {
      while ((await conditionOf('dangling'))[1] !== status) await delay(5);
    };
    await until('True');
    expect(await conditionOf('dangling')).toEqual([
      'Dangling',
      'True',
      'NotFound',
      `${reference} but there is no such object`,
    ]);
    const level = { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } };
    await create('prioritylevelconfigurations', { metadata: { name: 'later' }, spec: level });
    await until('False');
    expect(await conditionOf('dangling')).toEqual(['Dangling', 'False', 'Found', `${reference} and it exists`]);
    await registry.delete(placeOf('prioritylevelconfigurations', 'later'), { options: {}, caller });
    await until('True');
    const written = (await read('flowschemas', 'dangling'))?.metadata.resourceVersion;
    await delay(300);
    expect((await read('flowschemas', 'dangling'))?.metadata.resourceVersion).toBe(written);
    await Promise.all([first?.stop(), second?.stop()]);
  });
});
