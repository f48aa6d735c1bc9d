import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';
import { findOwnServiceKinds } from '@keelson/api';
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
    const key = `${cluster.storage.prefix}masterleases/192.0.2.9`;
    const made = await cluster.storage.create(key, Buffer.from('{}'));
    while ((await addresses()).length < 2) await delay(5);
    expect(await addresses()).toEqual(['192.0.2.1', '192.0.2.9']);
    await cluster.storage.delete(key, made.revision);
    while ((await addresses()).length > 1) await delay(5);
    expect(await addresses()).toEqual(['192.0.2.1']);
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
