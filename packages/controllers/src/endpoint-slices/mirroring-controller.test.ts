import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { openCluster, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { mirroringController } from './mirroring-controller.ts';

let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
  cluster.start([mirroringController], { settings: new Map([['mirroring-max-endpoints-per-subset', 3]]) });
});

afterEach(async () => {
  await cluster.close();
});

type Slice = Json & {
  readonly addressType: string;
  readonly endpoints: readonly (Record<string, unknown> & { readonly addresses: readonly string[] })[];
  readonly ports: readonly object[];
};

const slices = async () => (await cluster.list(cluster.kinds.endpointSlices)) as Slice[];

const untilSlices = (shows: (all: readonly Slice[]) => boolean) =>
  until(async () => {
    const all = await slices();
    return shows(all) && all;
  });

const addresses = (all: readonly Slice[]) => all.flatMap((slice) => slice.endpoints.flatMap((each) => each.addresses));

const service = (name: string, spec: object = {}) =>
  cluster.create(cluster.kinds.services, { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } });

const endpoints = (name: string, subsets: readonly object[], metadata: object = {}) =>
  cluster.create(cluster.kinds.endpoints, { metadata: { name, ...metadata }, subsets });

const ports = [{ name: 'http', port: 80 }];

describe('the controller of mirrored slices', () => {
  it('mirrors Endpoints as they come, change and go', async () => {
    await service('web');
    const annotations = { mine: 'yes', 'endpoints.kubernetes.io/last-change-trigger-time': '2026-01-01T00:00:00Z' };
    const { metadata } = await endpoints(
      'web',
      [{ addresses: [{ ip: '10.1.2.3', nodeName: 'n1' }], notReadyAddresses: [{ ip: '10.1.2.4' }], ports }],
      { labels: { team: 'a' }, annotations },
    );
    const [slice] = await untilSlices(({ length }) => length === 1);
    expect(slice).toMatchObject({
      metadata: {
        labels: {
          team: 'a',
          'kubernetes.io/service-name': 'web',
          'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
        },
        managedFields: [{ apiVersion: 'discovery.k8s.io/v1' }],
        ownerReferences: [{ kind: 'Endpoints', name: 'web', uid: metadata.uid, controller: true }],
      },
      addressType: 'IPv4',
      endpoints: [
        { addresses: ['10.1.2.3'], conditions: { ready: true }, nodeName: 'n1' },
        { addresses: ['10.1.2.4'], conditions: { ready: false } },
      ],
      ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
    });
    expect(slice?.metadata['annotations']).toEqual({ mine: 'yes' });
    await cluster.mergePatch(cluster.kinds.endpoints, 'web', { subsets: [{ addresses: [{ ip: '10.2.3.4' }], ports }] });
    const [changed, ...more] = await untilSlices((all) => addresses(all).join() === '10.2.3.4');
    expect([changed?.metadata.name, more.length]).toEqual([slice?.metadata.name, 0]);
    await cluster.remove(cluster.kinds.endpoints, 'web');
    await untilSlices(({ length }) => length === 0);
  });

  it('has a slice for each family of addresses, and so many addresses of a subset', async () => {
    await service('web');
    const ips = ['10.0.0.1', 'fd00::1', '10.0.0.2', '10.0.0.3', '10.0.0.4'];
    await endpoints('web', [{ addresses: ips.map((ip) => ({ ip })), ports }]);
    const all = await untilSlices(({ length }) => length === 2);
    expect(addresses(all).sort()).toEqual(['10.0.0.1', '10.0.0.2', 'fd00::1']);
    const [event] = await until(async () => {
      const events = await cluster.list(cluster.kinds.events);
      return events.length > 0 && events;
    });
    const message =
      'A max of 3 addresses can be mirrored to EndpointSlices per Endpoints subset. 2 addresses were skipped';
    expect(event).toMatchObject({ reason: 'TooManyAddressesToMirror', message });
  });

  it('leaves Services with selectors, and Endpoints that say so, alone', async () => {
    const subsets = [{ addresses: [{ ip: '10.0.0.1' }], ports }];
    await service('selecting', { selector: { a: 'b' } });
    await endpoints('selecting', subsets);
    await service('skipped');
    await endpoints('skipped', subsets, { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } });
    await endpoints('alone', subsets);
    await service('web');
    await endpoints('web', subsets);
    const all = await untilSlices(({ length }) => length > 0);
    expect(
      all.map(({ metadata }) => (metadata['labels'] as Record<string, string>)['kubernetes.io/service-name']),
    ).toEqual(['web']);
  });
});
