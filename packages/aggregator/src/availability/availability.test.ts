/** The condition `Available`, over a real store and real servers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResolveService } from '@keelson/callouts';
import { openEmbedded, type Storage } from '@keelson/storage';

import { eventually } from '../testing/eventually.ts';
import { openReplica, type Json, type Place, type Replica } from '../testing/open-replica.ts';
import { freePort, serveHttps, type TestServer } from '../testing/serve-https.ts';

const apiServices: Place = ['apiservices', 'apiregistration.k8s.io/v1'];
const services: Place = ['services', 'v1', 'default'];
const endpoints: Place = ['endpoints', 'v1', 'default'];
const name = 'v1.x.test';
const path = '/apis/x.test/v1';

let folder: string;
let storage: Storage;
let replica: Replica;
let server: TestServer;
const resolveService: ResolveService = ({ port }) => ({ ok: true, host: '127.0.0.1', port });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'availability-'));
  storage = await openEmbedded({ path: folder });
  server = await serveHttps();
  replica = await openReplica({ storage, resolveService });
  await replica.create(['namespaces', 'v1'], { metadata: { name: 'default' } });
});
afterEach(async () => {
  await replica.close();
  await server.close();
  await storage.close();
  await rm(folder, { recursive: true });
});

const register = (port: number, more: object = {}) =>
  replica.create(apiServices, {
    metadata: { name },
    spec: {
      group: 'x.test',
      version: 'v1',
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      service: { namespace: 'default', name: 'far', port },
      insecureSkipTLSVerify: true,
      ...more,
    },
  });

const external = { metadata: { name: 'far' }, spec: { type: 'ExternalName', externalName: '127.0.0.1' } };

async function conditionOf(reason: string): Promise<Readonly<Record<string, string>> | undefined> {
  const read = async () => ((await replica.get(apiServices, name)) as Json).status?.conditions?.[0];
  return eventually(read, (condition) => condition?.['reason'] === reason);
}

describe('an APIService is unavailable', () => {
  it('without its Service, the port there, Endpoints, and addresses among them', async () => {
    await register(443);
    expect(await conditionOf('ServiceNotFound')).toMatchObject({
      type: 'Available',
      status: 'False',
      message: 'service/far in "default" is not present',
    });
    await replica.create(services, { metadata: { name: 'far' }, spec: { ports: [{ name: 'http', port: 80 }] } });
    expect((await conditionOf('ServicePortError'))?.['message']).toBe(
      'service/far in "default" is not listening on port 443',
    );
    await replica.patch(services, 'far', { spec: { ports: [{ name: 'https', port: 443 }] } });
    expect((await conditionOf('EndpointsNotFound'))?.['message']).toBe(
      'cannot find endpoints for service/far in "default"',
    );
    const subset = { notReadyAddresses: [{ ip: '192.0.2.1' }], ports: [{ name: 'https', port: 443 }] };
    await replica.create(endpoints, { metadata: { name: 'far' }, subsets: [subset] });
    expect((await conditionOf('MissingEndpoints'))?.['message']).toBe(
      'endpoints for service/far in "default" have no addresses with port name "https"',
    );
    expect(replica.aggregation.remoteOf('x.test', 'v1')?.isAvailable).toBe(false);
  });

  it('while its server refuses, answers nothing or is not there', async () => {
    const url = `https://127.0.0.1:${String(server.port)}${path}`;
    server.answers.set(path, { status: 500 });
    await replica.create(services, external);
    await register(server.port);
    expect((await conditionOf('FailedDiscoveryCheck'))?.['message']).toBe(
      `failing or missing response from ${url}: bad status from ${url}: 500`,
    );
    const port = await freePort();
    await replica.patch(apiServices, name, { spec: { service: { port } } });
    const other = `https://127.0.0.1:${String(port)}${path}`;
    const read = async () => (await conditionOf('FailedDiscoveryCheck'))?.['message'] ?? '';
    const message = await eventually(read, (text) => text.includes(other));
    expect(message).toContain(`failing or missing response from ${other}: Get "${other}": `);
    expect(message).toContain('connect: connection refused');
  });

  it('when it was available, which is counted', async () => {
    server.answers.set(path, {});
    await replica.create(services, external);
    await register(server.port);
    await conditionOf('Passed');
    const metrics = () => replica.metrics('aggregator_unavailable_apiservice');
    expect(await metrics()).toContain(`aggregator_unavailable_apiservice{name="${name}"} 0`);
    await replica.delete(services, 'far');
    await conditionOf('ServiceNotFound');
    await eventually(metrics, (lines) => lines.some((line) => line.includes('_total')));
    expect(await metrics()).toContain(`aggregator_unavailable_apiservice{name="${name}"} 1`);
    expect(await metrics()).toContain(
      `aggregator_unavailable_apiservice_total{name="${name}",reason="ServiceNotFound"} 1`,
    );
    await replica.delete(apiServices, name);
    await eventually(metrics, (lines) => !lines.includes(`aggregator_unavailable_apiservice{name="${name}"} 1`));
  });
});

describe('an APIService is available', () => {
  it('when its server answers, whose certificate is not looked at; the server hears who asks', async () => {
    server.answers.set(path, {});
    await replica.create(services, external);
    await register(server.port, { insecureSkipTLSVerify: false });
    expect(await conditionOf('Passed')).toMatchObject({ status: 'True', message: 'all checks passed' });
    expect(server.asked[0]).toMatchObject({
      url: path,
      headers: { 'x-remote-user': 'system:kube-aggregator', 'x-remote-group': 'system:masters' },
    });
    expect(replica.aggregation.remoteOf('x.test', 'v1')?.isAvailable).toBe(true);
  });

  it('again once its server answers again', async () => {
    await replica.create(services, external);
    await register(server.port);
    const refused = await conditionOf('FailedDiscoveryCheck');
    server.answers.set(path, {});
    const passed = await conditionOf('Passed');
    expect(passed?.['status']).toBe('True');
    expect(Date.parse(passed?.['lastTransitionTime'] ?? '')).toBeGreaterThanOrEqual(
      Date.parse(refused?.['lastTransitionTime'] ?? ''),
    );
  });

  it('once it has no Service any more', async () => {
    await register(443);
    await conditionOf('ServiceNotFound');
    await replica.patch(apiServices, name, { spec: { service: null, insecureSkipTLSVerify: null } });
    expect((await conditionOf('Local'))?.['message']).toBe('Local APIServices are always available');
  });
});

it('a status that says the same is not written again, and other conditions stay', async () => {
  await register(443);
  await conditionOf('ServiceNotFound');
  const versionOf = async () => ((await replica.get(apiServices, name)) as Json).metadata['resourceVersion'];
  await replica.create(services, { metadata: { name: 'another' }, spec: { ports: [{ port: 80 }] } });
  const before = await versionOf();
  await replica.create(services, external);
  await conditionOf('FailedDiscoveryCheck');
  await replica.delete(services, 'far');
  await conditionOf('ServiceNotFound');
  const after = await versionOf();
  await replica.create(['services', 'v1', 'kube-system'], {
    metadata: { name: 'far' },
    spec: { ports: [{ port: 80 }] },
  });
  await replica.create(endpoints, { metadata: { name: 'far' }, subsets: [] });
  await replica.delete(endpoints, 'far');
  expect(await versionOf()).toBe(after);
  expect(before).not.toBe(after);
});

it('a check that the end of the server cuts off says nothing, and holds the end up no longer than itself', async () => {
  server.answers.set(path, { hangs: true });
  await replica.create(services, external);
  await register(server.port);
  await eventually(
    () => server.asked.length,
    (asked) => asked > 0,
  );
  await replica.aggregation.stop();
  expect(((await replica.get(apiServices, name)) as Json).status?.conditions).toBeUndefined();
});
