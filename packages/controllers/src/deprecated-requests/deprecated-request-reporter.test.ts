import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createApiScheme, type DeprecatedRequest } from '@keelson/api';
import { createWatchCache } from '@keelson/cache';
import { createInformers, createRegisteredResources, type Informers } from '@keelson/informers';
import { createRegistry, type RegistryEngine } from '@keelson/registry';
import { openEmbedded, type Storage } from '@keelson/storage';
import { createMetrics, silentLogger, type Metrics } from '@keelson/telemetry';

import { systemCaller as caller } from '../controller.ts';
import { createDeprecatedRequestReporter, type DeprecatedRequestReporter } from './deprecated-request-reporter.ts';
import type { ObservedCall } from './observed-requests.ts';

const scheme = createApiScheme();
const reports = declared('deprecation.keelson.io', 'v1alpha1', 'deprecatedrequests');
const budgets = declared('policy', 'v1beta1', 'poddisruptionbudgets');
const start = Date.parse('2022-05-03T10:00:00Z');

interface Replica {
  readonly registry: RegistryEngine;
  readonly informers: Informers;
  close(): void;
}

let path: string;
let storage: Storage;
let replicas: readonly [Replica, Replica];

function declared(group: string, version: string, plural: string) {
  const resource = scheme.resource(group, version, plural);
  if (resource === undefined) throw new Error(`${plural} are not declared`);
  return resource;
}

async function openReplica(): Promise<Replica> {
  const cache = createWatchCache({ storage });
  const resources = createRegisteredResources({ scheme, cache, prefix: storage.prefix });
  const informers = createInformers({ resources, logger: silentLogger });
  const registry = createRegistry({ scheme, storage, cache, resources });
  cache.start();
  await cache.whenReady();
  const close = (): void => {
    informers.stop();
    cache.close();
  };
  return { registry, informers, close };
}

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'keelson-deprecated-requests-'));
  storage = await openEmbedded({ path });
  replicas = [await openReplica(), await openReplica()];
});

afterAll(async () => {
  for (const replica of replicas) replica.close();
  await storage.close();
  await rm(path, { recursive: true });
});

beforeEach(async () => {
  await replicas[0].registry.deleteCollection({ resource: reports }, { options: {}, caller }, {});
});

interface Opened {
  readonly reporter: DeprecatedRequestReporter;
  readonly metrics: Metrics;
}

function open(replica: Replica, options: { limit?: number; now?: () => number } = {}): Opened {
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  const parts = { ...replica, scheme, metrics, intervalMs: 3_600_000, logger: silentLogger };
  return { reporter: createDeprecatedRequestReporter({ ...parts, now: () => start, ...options }), metrics };
}

const call = (changes: Partial<ObservedCall> = {}): ObservedCall => ({
  user: 'jane',
  userAgent: 'tool/1.0',
  source: '10.0.0.1',
  resource: budgets,
  subresource: '',
  verb: 'list',
  ...changes,
});

async function stored(): Promise<DeprecatedRequest[]> {
  const listed = await replicas[1].registry.list({ resource: reports }, {});
  if (!listed.ok) throw new Error(listed.status.message);
  return listed.value.objects.map(({ value }) => JSON.parse(value.toString()) as DeprecatedRequest);
}

describe('The reporter of deprecated requests', () => {
  it('stores who asks for what, how often, when, and what to use instead', async () => {
    let now = start;
    const { reporter } = open(replicas[0], { now: () => now });
    reporter.note(call());
    now += 90_000;
    reporter.note(call({ source: '10.0.0.2' }));
    await reporter.flush();
    const [report, ...more] = await stored();
    expect(more).toEqual([]);
    expect(report).toMatchObject({
      metadata: { name: expect.stringMatching(/^poddisruptionbudgets-[0-9a-f]{20}$/) },
      client: { user: 'jane', userAgent: 'tool/1.0', sources: ['10.0.0.2', '10.0.0.1'] },
      request: {
        group: 'policy',
        version: 'v1beta1',
        kind: 'PodDisruptionBudget',
        resource: 'poddisruptionbudgets',
        verb: 'list',
      },
      removedIn: '1.25',
      useInstead: 'policy/v1 PodDisruptionBudget',
      count: 2,
      firstSeen: '2022-05-03T10:00:00Z',
      lastSeen: '2022-05-03T10:01:30Z',
    });
  });

  it('keeps clients, versions, subresources and verbs apart', async () => {
    const { reporter } = open(replicas[0]);
    reporter.note(call());
    reporter.note(call({ user: 'joe' }));
    reporter.note(call({ userAgent: 'tool/2.0' }));
    reporter.note(call({ verb: 'update' }));
    reporter.note(call({ verb: 'update', subresource: 'status' }));
    await reporter.flush();
    expect((await stored()).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
  });

  it('adds up what several replicas saw, also when they write at once and know of no other', async () => {
    const [one, other] = replicas.map((replica) => open(replica).reporter);
    const rounds = 5;
    for (let round = 0; round < rounds; round += 1) {
      one?.note(call({ source: '10.0.0.1' }));
      other?.note(call({ source: '10.0.0.2' }));
      await Promise.all([one?.flush(), other?.flush()]);
    }
    // Tries are limited, so that some may wait for the next flush.
    await one?.flush();
    await other?.flush();
    const [report, ...more] = await stored();
    expect(more).toEqual([]);
    expect(report?.count).toBe(2 * rounds);
    expect([...(report?.client.sources ?? [])].sort()).toEqual(['10.0.0.1', '10.0.0.2']);
  });

  it('goes on counting after a restart, and writes what is left when it stops', async () => {
    const before = open(replicas[0]).reporter;
    before.note(call());
    await before.stop();
    const after = open(replicas[0]).reporter;
    after.note(call());
    await after.stop();
    expect((await stored()).map(({ count }) => count)).toEqual([2]);
  });

  it('makes a report anew that somebody deleted', async () => {
    const { reporter } = open(replicas[0]);
    reporter.note(call());
    await reporter.flush();
    await replicas[1].registry.deleteCollection({ resource: reports }, { options: {}, caller }, {});
    reporter.note(call());
    await reporter.flush();
    expect((await stored()).map(({ count }) => count)).toEqual([1]);
  });

  it('keeps no more than the limit: what was not seen for longest goes', async () => {
    let now = start;
    const { reporter } = open(replicas[0], { limit: 3, now: () => now });
    for (const user of ['a', 'b', 'c', 'd', 'e']) {
      reporter.note(call({ user }));
      now += 1_000;
      await reporter.flush();
      // The informer learns of a write a moment later.
      await replicas[0].registry.list({ resource: reports }, {});
    }
    reporter.note(call({ user: 'e' }));
    await reporter.flush();
    expect((await stored()).map(({ client }) => client.user).sort()).toEqual(['c', 'd', 'e']);
  });

  it('holds no more than the limit in memory, cuts what clients say of themselves, and tells of what is lost', async () => {
    const { reporter, metrics } = open(replicas[0], { limit: 3 });
    for (let index = 0; index < 10; index += 1)
      reporter.note(call({ userAgent: `${'x'.repeat(300)}${String(index)}` }));
    for (let index = 0; index < 10; index += 1) reporter.note(call({ userAgent: `agent ${String(index)}` }));
    for (let index = 0; index < 10; index += 1)
      reporter.note(call({ userAgent: 'agent 9', source: `10.0.1.${String(index)}` }));
    await reporter.flush();
    const all = await stored();
    expect(all.map(({ client }) => client.userAgent).sort()).toEqual(['agent 7', 'agent 8', 'agent 9']);
    const last = all.find(({ client }) => client.userAgent === 'agent 9');
    expect(last?.client.sources).toEqual(['10.0.1.9', '10.0.1.8', '10.0.1.7', '10.0.1.6', '10.0.1.5']);
    expect((await metrics.print()).text).toContain('keelson_deprecated_request_reports_lost_total 8');
  });

  it('counts the clients of each version in a metric without their names', async () => {
    const { reporter, metrics } = open(replicas[0]);
    for (const user of ['a', 'b', 'c']) reporter.note(call({ user }));
    reporter.note(call({ user: 'a', verb: 'get' }));
    await reporter.flush();
    await replicas[0].registry.list({ resource: reports }, {});
    expect((await metrics.print()).text).toContain(
      'keelson_deprecated_request_clients{group="policy",version="v1beta1",resource="poddisruptionbudgets",removed_release="1.25"} 3',
    );
  });

  it('keeps what could not be written for the next time', async () => {
    let isBroken = true;
    const { registry, informers } = replicas[0];
    const refused = { ok: false as const, status: { code: 503, message: 'the store does not answer' } };
    const broken: RegistryEngine = {
      ...registry,
      create: (...asked) => (isBroken ? Promise.resolve(refused as never) : registry.create(...asked)),
    };
    const { reporter } = open({ registry: broken, informers, close: () => undefined });
    reporter.note(call());
    reporter.note(call({ user: 'joe' }));
    await reporter.flush();
    expect(await stored()).toEqual([]);
    reporter.note(call());
    isBroken = false;
    await reporter.flush();
    expect((await stored()).map(({ count }) => count).sort()).toEqual([1, 2]);
  });
});
