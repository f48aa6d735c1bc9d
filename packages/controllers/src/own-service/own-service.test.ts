import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';
import { findOwnServiceKinds } from '@keelson/api';
import { decodeJson, encodeProtobuf, sealEnvelope } from '@keelson/schema';
import { silentLogger } from '@keelson/telemetry';

import { openCluster, type Cluster } from '../testing/open-cluster.ts';
import { keepOwnService, type OwnServiceKeeper, type OwnServiceParts } from './keep-own-service.ts';

let cluster: Cluster;
const keepers: OwnServiceKeeper[] = [];
afterEach(async () => {
  for (const keeper of keepers.splice(0)) await keeper.stop();
  await cluster.close();
});

async function keep(address: string | undefined, more: Partial<OwnServiceParts> = {}): Promise<OwnServiceKeeper> {
  const { registry, scheme, storage } = cluster;
  const parts = { registry, scheme, storage, address, clusterIP: '10.0.0.1', port: 6443, nodePort: 0 };
  const rest = { reconciler: 'lease', apiServerCount: 1, logger: silentLogger, periodMs: 5 } as const;
  const keeper = keepOwnService({ ...parts, ...rest, ...more });
  keepers.push(keeper);
  await keeper.whenTried;
  return keeper;
}

const name = 'kubernetes';
const kinds = () => findOwnServiceKinds(cluster.scheme);
const read = async (kind: 'services' | 'endpoints' | 'endpointSlices') => cluster.read(kinds()[kind], name);

const endpointsOf = (ip: string) => ({
  kind: 'Endpoints',
  apiVersion: 'v1',
  metadata: { generation: 7 },
  subsets: [{ addresses: [{ ip }] }],
});
const leaseInJson = (ip: string) => Buffer.from(JSON.stringify(endpointsOf(ip)));

/** The form that kube-apiserver writes unless it is told otherwise. */
function leaseInProtobuf(ip: string): Uint8Array {
  const { message } = kinds().endpoints;
  const decoded = decodeJson(message, endpointsOf(ip));
  if (!decoded.ok) throw new Error(decoded.message);
  return sealEnvelope({ kind: 'Endpoints', apiVersion: 'v1' }, encodeProtobuf(message, decoded.object));
}

async function putLease(name: string, value: Uint8Array): Promise<number> {
  const made = await cluster.storage.create(`${cluster.storage.prefix}masterleases/${name}`, value);
  expect(made.ok).toBe(true);
  return made.revision;
}

async function addresses(): Promise<readonly string[]> {
  const { subsets } = (await read('endpoints')) as unknown as { subsets: { addresses: { ip: string }[] }[] };
  return subsets.flatMap((subset) => subset.addresses.map(({ ip }) => ip));
}

describe('the Service of the API', () => {
  it('is made with its endpoints and their slice', async () => {
    cluster = await openCluster();
    await keep('192.0.2.1');
    expect(await read('services')).toMatchObject({
      metadata: { namespace: 'default', labels: { component: 'apiserver', provider: 'kubernetes' } },
      spec: {
        type: 'ClusterIP',
        clusterIP: '10.0.0.1',
        ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: 6443 }],
        sessionAffinity: 'None',
      },
    });
    expect(await read('endpoints')).toMatchObject({
      metadata: { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
      subsets: [{ addresses: [{ ip: '192.0.2.1' }], ports: [{ name: 'https', port: 6443, protocol: 'TCP' }] }],
    });
    expect(await read('endpointSlices')).toMatchObject({
      metadata: { labels: { 'kubernetes.io/service-name': 'kubernetes' } },
      addressType: 'IPv4',
      endpoints: [{ addresses: ['192.0.2.1'], conditions: { ready: true } }],
      ports: [{ name: 'https', port: 6443, protocol: 'TCP' }],
    });
  });

  it('is not written again where nothing has changed, and is made again where it was deleted', async () => {
    cluster = await openCluster();
    await keep('192.0.2.1');
    const versions = async () =>
      (await Promise.all([read('services'), read('endpoints')])).map((each) => each?.metadata.resourceVersion);
    const before = await versions();
    await keep('192.0.2.1');
    expect(await versions()).toEqual(before);
    const deleted = (await read('services'))?.metadata.uid;
    await cluster.remove(kinds().services, name);
    let uid: string | undefined;
    // Its Endpoints are deleted with it.
    while (uid === undefined || (await read('endpoints')) === undefined) {
      await delay(5);
      uid = (await read('services'))?.metadata.uid;
    }
    expect(uid).not.toBe(deleted);
  });

  it('follows the port on which the server is started again', async () => {
    cluster = await openCluster();
    await (await keep('192.0.2.1')).stop();
    await keep('192.0.2.1', { port: 7443 });
    expect(await read('services')).toMatchObject({ spec: { ports: [{ port: 443, targetPort: 7443 }] } });
    expect(await read('endpoints')).toMatchObject({ subsets: [{ ports: [{ port: 7443 }] }] });
  });

  it('has the addresses of all replicas that are alive, and keeps the last ones', async () => {
    cluster = await openCluster();
    const first = await keep('192.0.2.1');
    const second = await keep('192.0.2.2');
    expect(await addresses()).toEqual(['192.0.2.1', '192.0.2.2']);
    await first.stop();
    expect(await addresses()).toEqual(['192.0.2.2']);
    await second.stop();
    expect(await addresses()).toEqual(['192.0.2.2']);
  });

  it('forgets a replica whose lease was not renewed', async () => {
    cluster = await openCluster();
    await keep('192.0.2.1');
    const revision = await putLease('192.0.2.9', leaseInJson('192.0.2.9'));
    while ((await addresses()).length < 2) await delay(5);
    expect(await addresses()).toEqual(['192.0.2.1', '192.0.2.9']);
    await cluster.storage.delete(`${cluster.storage.prefix}masterleases/192.0.2.9`, revision);
    while ((await addresses()).length > 1) await delay(5);
    expect(await addresses()).toEqual(['192.0.2.1']);
  });

  it('has the addresses that leases hold as values, in JSON and in protobuf, each once', async () => {
    cluster = await openCluster();
    await putLease('192.0.2.7', leaseInProtobuf('192.0.2.7'));
    await putLease('192.0.2.8', leaseInJson('192.0.2.8'));
    await putLease('not-an-ip', leaseInProtobuf('192.0.2.9'));
    await putLease('twice', leaseInJson('192.0.2.9'));
    await keep('192.0.2.1');
    expect(await addresses()).toEqual(['192.0.2.1', '192.0.2.7', '192.0.2.8', '192.0.2.9']);
  });

  it('leaves out leases that name no address, and tells each of them once', async () => {
    cluster = await openCluster();
    await putLease('9.9.9.9', Buffer.from('garbage'));
    await putLease('9.9.9.8', Buffer.from(JSON.stringify({ ...endpointsOf(''), subsets: [] })));
    await putLease('9.9.9.7', Buffer.from(JSON.stringify({ ...endpointsOf('9.9.9.7'), kind: 'Pod' })));
    await putLease('9.9.9.6', leaseInProtobuf('127.0.0.1'));
    await putLease('9.9.9.5', leaseInProtobuf('9.9.9.5').subarray(0, 30));
    await putLease('9.9.9.4', leaseInJson('nobody'));
    await putLease('9.9.9.3', Buffer.from('null'));
    const told: string[] = [];
    const note = (text: string, { key, reason }: { key?: unknown; reason?: unknown } = {}) =>
      void told.push([text, key, reason].join(' '));
    await keep('192.0.2.1', { logger: { ...silentLogger, warn: note } });
    await putLease('192.0.2.2', leaseInProtobuf('192.0.2.2'));
    while ((await addresses()).length < 2) await delay(5);
    expect(await addresses()).toEqual(['192.0.2.1', '192.0.2.2']);
    // Written after the Endpoints.
    const endpoints = async () => (await read('endpointSlices'))?.['endpoints'] as readonly object[] | undefined;
    while (((await endpoints()) ?? []).length < 2) await delay(5);
    expect(await endpoints()).toMatchObject([{ addresses: ['192.0.2.1'] }, { addresses: ['192.0.2.2'] }]);
    const start = 'a lease of an API server does not name its address, and counts for none /registry/masterleases/';
    expect(told.sort()).toEqual([
      `${start}9.9.9.3 it is not an Endpoints`,
      `${start}9.9.9.4 "nobody" is not an address that clients can be sent to`,
      expect.stringMatching(/9\.9\.9\.5 .*protobuf envelope/),
      `${start}9.9.9.6 "127.0.0.1" is not an address that clients can be sent to`,
      `${start}9.9.9.7 it is not an Endpoints`,
      `${start}9.9.9.8 it has no address in its first subset`,
      expect.stringMatching(/9\.9\.9\.9 it is not JSON/),
    ]);
  });

  it('has no address of a replica that the others refuse, for as long as they do', async () => {
    cluster = await openCluster();
    await keep('192.0.2.1');
    let isRefused = true;
    await keep('192.0.2.2', { isRefused: () => isRefused });
    expect(await addresses()).toEqual(['192.0.2.1']);
    isRefused = false;
    while ((await addresses()).length < 2) await delay(5);
    isRefused = true;
    while ((await addresses()).length > 1) await delay(5);
    expect(await addresses()).toEqual(['192.0.2.1']);
  });

  it('counts replicas where it is told to, and leaves endpoints alone where others keep them', async () => {
    cluster = await openCluster();
    await keep('192.0.2.1', { reconciler: 'none' });
    expect(await read('endpoints')).toBeUndefined();
    const counting = { reconciler: 'master-count', apiServerCount: 2, periodMs: 100_000 } as const;
    for (const address of ['192.0.2.1', '192.0.2.3', '192.0.2.2']) await keep(address, counting);
    expect(await addresses()).toEqual(['192.0.2.2', '192.0.2.3']);
  });

  it('has no endpoints where nobody reaches the server', async () => {
    cluster = await openCluster();
    await keep(undefined);
    expect(await read('services')).toMatchObject({ spec: { clusterIP: '10.0.0.1' } });
    expect(await read('endpoints')).toBeUndefined();
  });
});
