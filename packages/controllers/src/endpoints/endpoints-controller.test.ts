import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { openCluster, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { endpointsController } from './endpoints-controller.ts';

let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
  cluster.start([endpointsController]);
});

afterEach(async () => {
  await cluster.close();
});

const service = (name: string, spec: object = {}, metadata: object = {}) =>
  cluster.create(cluster.kinds.services, {
    metadata: { name, ...metadata },
    spec: { selector: { app: name }, ports: [{ name: 'http', port: 80, targetPort: 8080 }], ...spec },
  });

async function pod(name: string, ip: string, { spec = {}, labels = { app: 'web' }, ready = 'True' } = {}) {
  const containers = [{ name: 'c', image: 'i', ports: [{ name: 'web', containerPort: 3000 }] }];
  await cluster.create(cluster.kinds.pods, {
    metadata: { name, labels },
    spec: { containers, nodeName: 'n1', ...spec },
  });
  await status(name, ip, ready);
}

const status = (name: string, ip: string, ready: string) => {
  const conditions = [{ type: 'Ready', status: ready, lastTransitionTime: '2026-01-01T00:00:00Z' }];
  const podIPs = [{ ip }];
  return cluster.mergePatch(cluster.kinds.pods, name, { status: { podIP: ip, podIPs, conditions } }, 'status');
};

type Subset = Readonly<
  Record<'addresses' | 'notReadyAddresses' | 'ports', readonly Record<string, unknown>[] | undefined>
>;
type Shown = Json & { readonly subsets?: readonly Subset[] };

const read = async (name: string): Promise<Shown | undefined> => await cluster.read(cluster.kinds.endpoints, name);

const untilShown = (name: string, shows: (subsets: readonly Subset[]) => boolean): Promise<Shown> =>
  until(async () => {
    const found = await read(name);
    return found !== undefined && shows(found.subsets ?? []) && found;
  });

const ips = (all: readonly Record<string, unknown>[] | undefined) => (all ?? []).map(({ ip }) => ip);

describe('the controller of Endpoints', () => {
  it('shows the ready pods of a Service, those that are not ready beside them, and follows them', async () => {
    await service('web', {}, { labels: { team: 'a' } });
    expect((await untilShown('web', (subsets) => subsets.length === 0)).metadata['labels']).toMatchObject({
      team: 'a',
    });
    await pod('a', '10.1.0.2');
    await pod('b', '10.1.0.1', { ready: 'False' });
    await pod('other', '10.1.0.9', { labels: { app: 'other' } });
    const shown = await untilShown('web', ([only]) => ips(only?.notReadyAddresses).length === 1);
    const { uid } = (await cluster.read(cluster.kinds.pods, 'a'))?.metadata ?? {};
    const ofPod = { kind: 'Pod', namespace: 'default', name: 'a', uid };
    expect(shown.subsets?.[0]?.addresses).toEqual([{ ip: '10.1.0.2', nodeName: 'n1', targetRef: ofPod }]);
    expect(shown.subsets?.[0]?.ports).toEqual([{ name: 'http', port: 8080, protocol: 'TCP' }]);
    expect(shown.metadata['annotations']).toEqual({
      'endpoints.kubernetes.io/last-change-trigger-time': '2026-01-01T00:00:00Z',
    });
    await status('b', '10.1.0.1', 'True');
    await untilShown('web', ([only]) => ips(only?.addresses).join() === '10.1.0.1,10.1.0.2');
    await cluster.remove(cluster.kinds.pods, 'a', { gracePeriodSeconds: '0' });
    await untilShown('web', ([only]) => ips(only?.addresses).join() === '10.1.0.1');
    await cluster.remove(cluster.kinds.services, 'web');
    await until(async () => (await read('web')) === undefined);
  });

  it('finds ports by the names that containers give them', async () => {
    await service('web', { ports: [{ name: 'http', port: 80, targetPort: 'web' }] });
    await pod('a', '10.1.0.1');
    const shown = await untilShown('web', (subsets) => subsets.length === 1);
    expect(shown.subsets?.[0]?.ports).toEqual([{ name: 'http', port: 3000, protocol: 'TCP' }]);
  });

  it('shows the pods of a headless Service without ports, by their names, and those not ready where it says so', async () => {
    await service('web', { clusterIP: 'None', ports: undefined, publishNotReadyAddresses: true });
    await pod('a', '10.1.0.1', { spec: { hostname: 'one', subdomain: 'web' }, ready: 'False' });
    const shown = await untilShown('web', (subsets) => subsets.length === 1);
    expect(shown.subsets).toEqual([{ addresses: [expect.objectContaining({ ip: '10.1.0.1', hostname: 'one' })] }]);
    expect(shown.metadata['labels']).toEqual({ 'service.kubernetes.io/headless': '' });
  });

  it('leaves Endpoints of Services without selectors to others', async () => {
    await service('mine', { selector: undefined });
    await cluster.create(cluster.kinds.endpoints, {
      metadata: { name: 'mine' },
      subsets: [{ addresses: [{ ip: '1.2.3.4' }], ports: [{ port: 1 }] }],
    });
    await service('web');
    await untilShown('web', () => true);
    expect((await read('mine'))?.subsets).toHaveLength(1);
  });

  it('writes nothing while nothing that it shows changes', async () => {
    await service('web');
    await pod('a', '10.1.0.1');
    const before = await untilShown('web', (subsets) => subsets.length === 1);
    await cluster.mergePatch(cluster.kinds.pods, 'a', { metadata: { annotations: { a: 'b' } } });
    await cluster.mergePatch(cluster.kinds.services, 'web', { metadata: { annotations: { a: 'b' } } });
    await service('next', { selector: { app: 'web' } });
    await untilShown('next', (subsets) => subsets.length === 1);
    expect((await read('web'))?.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
  });
});
