/** The index of roles and bindings over a real watch cache and the embedded store, without a registry. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';
import { createWatchCache, type WatchCache } from '@keelson/cache';
import { createInformers, createRegisteredResources, type Informers } from '@keelson/informers';
import { openEmbedded, type Storage } from '@keelson/storage';
import { silentLogger } from '@keelson/telemetry';

import { createAccessIndex } from './access-index.ts';
import { indexAccess } from './index-access.ts';
import { createRbacAuthorizer, type RbacAuthorizer } from './rbac-authorizer.ts';

const scheme = createApiScheme();
let path: string;
let storage: Storage;
let cache: WatchCache;
let informers: Informers;
let authorizer: RbacAuthorizer;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'keelson-access-'));
  storage = await openEmbedded({ path });
  cache = createWatchCache({ storage });
  informers = createInformers({
    resources: createRegisteredResources({ scheme, cache, prefix: storage.prefix }),
    logger: silentLogger,
  });
  const index = createAccessIndex();
  indexAccess(informers, index);
  authorizer = createRbacAuthorizer(index);
});

afterEach(async () => {
  informers.stop();
  cache.close();
  await storage.close();
  await rm(path, { recursive: true, force: true });
});

async function write(plural: string, name: string, object: object | string | undefined): Promise<void> {
  const [found] = informers.resources.where((stored) => stored.plural === plural);
  const key = found?.keyOf(undefined, name) ?? '';
  const { entry } = await storage.get(key);
  const text = typeof object === 'string' ? object : JSON.stringify({ metadata: { name }, ...object });
  if (object === undefined) await storage.delete(key, entry?.revision ?? 0);
  else if (entry === undefined) await storage.create(key, Buffer.from(text));
  else await storage.update(key, Buffer.from(text), entry.revision);
}

async function isAllowed(): Promise<boolean> {
  await cache.whenReady();
  await cache.waitFor(await storage.currentRevision(), 10_000);
  return (
    authorizer.authorize({ name: 'alice', groups: [] }, { kind: 'path', verb: 'get', path: '/x' }).verdict === 'allow'
  );
}

const role = { rules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }] };
const binding = {
  roleRef: { apiGroup: 'g', kind: 'ClusterRole', name: 'r' },
  subjects: [{ kind: 'User', name: 'alice' }],
};

describe('the index of roles and bindings', () => {
  it('is what the watch cache says, change by change', async () => {
    await write('clusterroles', 'r', role);
    cache.start();
    expect(await isAllowed()).toBe(false);
    await write('clusterrolebindings', 'b', binding);
    expect(await isAllowed()).toBe(true);
    await write('clusterroles', 'r', { rules: null });
    expect(await isAllowed()).toBe(false);
    await write('clusterroles', 'r', role);
    expect(await isAllowed()).toBe(true);
    await write('clusterrolebindings', 'b', undefined);
    expect(await isAllowed()).toBe(false);
  });

  it.each([
    ['no JSON', 'garbage'],
    ['not of the type', JSON.stringify({ metadata: { name: 'b' }, ...binding, subjects: 7 })],
  ])('has nothing of a binding that is %s', async (_, text) => {
    await write('clusterroles', 'r', role);
    await write('clusterrolebindings', 'b', binding);
    cache.start();
    expect(await isAllowed()).toBe(true);
    await write('clusterrolebindings', 'b', text);
    expect(await isAllowed()).toBe(false);
  });

  it('follows no longer once informers are stopped', async () => {
    await write('clusterroles', 'r', role);
    cache.start();
    expect(await isAllowed()).toBe(false);
    informers.stop();
    await write('clusterrolebindings', 'b', binding);
    expect(await isAllowed()).toBe(false);
  });
});
