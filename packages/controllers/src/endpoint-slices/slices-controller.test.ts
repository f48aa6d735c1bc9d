import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { openCluster, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { endpointSlicesController } from './slices-controller.ts';

let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
  cluster.start([endpointSlicesController], { settings: new Map([['max-endpoints-per-slice', 3]]) });
});

afterEach(async () => {
  await cluster.close();
});

const service = (name: string, spec: object = {}, metadata: object = {}) =>
  cluster.create(cluster.kinds.services, {
    metadata: { name, ...metadata },
    spec: { selector: { app: 'web' }, ports: [{ name: 'http', port: 80, targetPort: 8080 }], ...spec },
  });

async function pod(name: string, ip: string, { spec = {}, ready = 'True', finalizers = [] as string[] } = {}) {
  await cluster.create(cluster.kinds.pods, {
    metadata: { name, labels: { app: 'web' }, finalizers },
    spec: { containers: [{ name: 'c', image: 'i' }], nodeName: 'n1', ...spec },
  });
  const conditions = [{ type: 'Ready', status: ready }];
  await cluster.mergePatch(cluster.kinds.pods, name, { status: { podIP: ip, podIPs: [{ ip }], conditions } }, 'status');
}

interface Endpoint extends Record<string, unknown> {
  readonly addresses: readonly string[];
}
type Slice = Json & { readonly endpoints: readonly Endpoint[] | null; readonly ports: readonly object[] | null };

const slicesOf = async (name: string): Promise<readonly Slice[]> => {
  const all = (await cluster.list(cluster.kinds.endpointSlices)) as Slice[];
  return all.filter(
    ({ metadata }) => (metadata['labels'] as Record<string, string>)['kubernetes.io/service-name'] === name,
  );
};

const addressesOf = (slices: readonly Slice[]) =>
  slices.flatMap(({ endpoints }) => (endpoints ?? []).flatMap(({ addresses }) => addresses)).sort();

const untilAddresses = (name: string, addresses: readonly string[]): Promise<readonly Slice[]> =>
  until(async () => {
    const slices = await slicesOf(name);
    return addressesOf(slices).join() === [...addresses].sort().join() && slices.length > 0 && slices;
  });

describe('the controller of EndpointSlices', () => {
  it('makes an empty slice for a Service without pods, owned by it and labelled as it is', async () => {
    const { metadata } = await service('web', {}, { labels: { team: 'a' } });
    const [slice] = await untilAddresses('web', []);
    expect(slice).toMatchObject({ addressType: 'IPv4', endpoints: null, ports: null });
    expect(slice?.metadata.name).toMatch(/^web-[a-z0-9]{5}$/);
    expect(slice?.metadata['labels']).toMatchObject({
      team: 'a',
      'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
    });
    const owner = { apiVersion: 'v1', kind: 'Service', name: 'web', uid: metadata.uid };
    expect(slice?.metadata['ownerReferences']).toEqual([{ ...owner, controller: true, blockOwnerDeletion: true }]);
    await pod('a', '10.1.0.1');
    const [filled, ...more] = await untilAddresses('web', ['10.1.0.1']);
    expect(more).toEqual([]);
    expect(filled?.metadata.name).toBe(slice?.metadata.name);
    expect(filled?.ports).toEqual([{ name: 'http', port: 8080, protocol: 'TCP' }]);
  });

  it('writes slices in the version that stays, new ones and changed ones', async () => {
    await service('web');
    await untilAddresses('web', []);
    await pod('a', '10.1.0.1');
    const [slice] = await untilAddresses('web', ['10.1.0.1']);
    const entries = (slice?.metadata['managedFields'] ?? []) as readonly { readonly apiVersion: string }[];
    expect(new Set(entries.map(({ apiVersion }) => apiVersion))).toEqual(new Set(['discovery.k8s.io/v1']));
  });

  it('tells of each endpoint whether it is ready, and where it runs', async () => {
    await cluster.create(cluster.kinds.nodes, {
      metadata: { name: 'n1', labels: { 'topology.kubernetes.io/zone': 'z1' } },
    });
    await service('web');
    await pod('a', '10.1.0.1', { spec: { hostname: 'one', subdomain: 'web' } });
    await pod('b', '10.1.0.2', { ready: 'False' });
    await pod('c', '10.1.0.3', { finalizers: ['example.com/held'] });
    await cluster.remove(cluster.kinds.pods, 'c', { gracePeriodSeconds: '0' });
    const slices = await until(async () => {
      const found = await slicesOf('web');
      return JSON.stringify(found).includes('"terminating":true') && addressesOf(found).length === 3 && found;
    });
    const byAddress = new Map(
      slices.flatMap(({ endpoints }) => (endpoints ?? []).map((each) => [each.addresses[0], each])),
    );
    const ready = { ready: true, serving: true, terminating: false };
    expect(byAddress.get('10.1.0.1')).toMatchObject({ conditions: ready, hostname: 'one', nodeName: 'n1' });
    expect(byAddress.get('10.1.0.1')?.['topology']).toEqual({
      'kubernetes.io/hostname': 'n1',
      'topology.kubernetes.io/zone': 'z1',
    });
    expect(byAddress.get('10.1.0.1')).toMatchObject({ targetRef: { kind: 'Pod', namespace: 'default', name: 'a' } });
    expect(byAddress.get('10.1.0.2')?.['conditions']).toEqual({ ready: false, serving: false, terminating: false });
    expect(byAddress.get('10.1.0.3')?.['conditions']).toEqual({ ready: false, serving: true, terminating: true });
  });

  it('fills slices up, and makes no more than there have to be', async () => {
    await service('web');
    const all = Array.from({ length: 7 }, (_, at) => `10.1.0.${at + 1}`);
    await Promise.all(all.map((ip, at) => pod(`p${at}`, ip)));
    const slices = await untilAddresses('web', all);
    expect(Math.max(...slices.map(({ endpoints }) => endpoints?.length ?? 0))).toBeLessThanOrEqual(3);
    expect(slices.length).toBeGreaterThanOrEqual(3);
    await Promise.all(
      all.slice(1).map((_, at) => cluster.remove(cluster.kinds.pods, `p${at + 1}`, { gracePeriodSeconds: '0' })),
    );
    expect(await untilAddresses('web', ['10.1.0.1'])).toHaveLength(1);
  });

  it('makes a slice again that was deleted, and mends one that was edited', async () => {
    await service('web');
    await pod('a', '10.1.0.1');
    const [first] = await untilAddresses('web', ['10.1.0.1']);
    await cluster.remove(cluster.kinds.endpointSlices, first?.metadata.name ?? '');
    const [second] = await until(async () => {
      const slices = await untilAddresses('web', ['10.1.0.1']);
      return slices[0]?.metadata.uid !== first?.metadata.uid && slices;
    });
    await cluster.mergePatch(cluster.kinds.endpointSlices, second?.metadata.name ?? '', { endpoints: [] });
    await untilAddresses('web', ['10.1.0.1']);
  });

  const hintsOf = (slices: readonly Slice[]) =>
    slices
      .flatMap(({ endpoints }) => (endpoints ?? []).map((each) => JSON.stringify([each.addresses[0], each['hints']])))
      .sort();
  const hint = (ip: string, zone?: string) => JSON.stringify([ip, zone && { forZones: [{ name: zone }] }]);
  const untilHints = (...wanted: readonly string[]) =>
    until(async () => hintsOf(await slicesOf('web')).join() === wanted.join());

  async function node(name: string, zone: string, { cpu = '4', labels = {} } = {}) {
    const all = { 'topology.kubernetes.io/zone': zone, ...labels };
    await cluster.create(cluster.kinds.nodes, { metadata: { name, labels: all } });
    const conditions = [{ type: 'Ready', status: 'True' }];
    await cluster.mergePatch(cluster.kinds.nodes, name, { status: { allocatable: { cpu }, conditions } }, 'status');
  }

  it('hints for the zones whose clients are to use an endpoint, while the nodes allow it', async () => {
    await node('n1', 'z1');
    await node('n2', 'z2');
    await node('control', 'z3', { labels: { 'node-role.kubernetes.io/control-plane': '' } });
    const annotations = { 'service.kubernetes.io/topology-aware-hints': 'auto' };
    await service('web', {}, { annotations });
    await pod('a', '10.1.0.1');
    await untilHints(hint('10.1.0.1'));
    await pod('b', '10.1.0.2');
    await untilHints(hint('10.1.0.1', 'z2'), hint('10.1.0.2', 'z1'));
    // The third zone needs an endpoint of its own: there are too few for it.
    await node('n3', 'z3');
    await untilHints(hint('10.1.0.1'), hint('10.1.0.2'));
    await cluster.remove(cluster.kinds.nodes, 'n3');
    await untilHints(hint('10.1.0.1', 'z2'), hint('10.1.0.2', 'z1'));
    const [slice] = await slicesOf('web');
    const off = { metadata: { annotations: { 'service.kubernetes.io/topology-aware-hints': 'disabled' } } };
    await cluster.mergePatch(cluster.kinds.services, 'web', off);
    await untilHints(hint('10.1.0.1'), hint('10.1.0.2'));
    expect((await slicesOf('web')).map(({ metadata }) => metadata.uid)).toEqual([slice?.metadata.uid]);
  });

  it('leaves Services without selectors to others', async () => {
    await service('mine', { selector: undefined });
    await service('web');
    await untilAddresses('web', []);
    expect(await slicesOf('mine')).toEqual([]);
  });
});
