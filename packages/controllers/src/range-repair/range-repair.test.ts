import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';
import { findOwnServiceKinds } from '@keelson/api';
import { openClusterRanges, type ClusterRanges } from '@keelson/registry';
import { silentLogger } from '@keelson/telemetry';

import { openCluster, type Cluster } from '../testing/open-cluster.ts';
import { repairRanges, type RangeRepair } from './repair-ranges.ts';

let cluster: Cluster;
let repair: RangeRepair | undefined;
afterEach(async () => {
  await repair?.stop();
  await cluster.close();
});

/** A registry without allocation: its Services have no claims, like Services that are older than claims. */
async function open(): Promise<ClusterRanges> {
  cluster = await openCluster();
  const { cache, storage } = cluster;
  const ports = { first: 30_000, last: 30_009 };
  const ranges = openClusterRanges({
    addresses: ['10.0.0.0/28'],
    ports,
    reservesStatic: false,
    cache,
    prefix: storage.prefix,
  });
  await ranges.claims.whenLoaded();
  return ranges;
}

async function make(name: string, spec: object): Promise<void> {
  const { services } = findOwnServiceKinds(cluster.scheme);
  await cluster.create(services, { metadata: { name, namespace: 'default' }, spec });
}

async function run(ranges: ClusterRanges, periodMs = 100_000): Promise<readonly string[]> {
  const faults: string[] = [];
  const { informers, storage } = cluster;
  repair = repairRanges({
    informers,
    storage,
    ranges,
    onFault: ({ stored }, { name }, fault) => {
      const { component, reason, message } = stored.allocation?.describeFault(fault) ?? {};
      faults.push(`${name}: ${component} ${reason} ${message}`);
    },
    logger: silentLogger,
    periodMs,
  });
  await repair.whenRepaired;
  return faults;
}

async function claims(): Promise<readonly string[]> {
  const folder = `${cluster.storage.prefix}ranges/claims/`;
  return (await cluster.storage.range(folder)).entries.map(({ key }) => key.slice(folder.length));
}

describe('the repair of ranges', () => {
  it('claims what services hold, and tells of what two hold, or what is outside', async () => {
    const ranges = await open();
    const ports = [{ port: 80, nodePort: 30_001 }];
    await make('a', { clusterIP: '10.0.0.5', type: 'NodePort', ports });
    await make('b', { clusterIP: '10.0.0.5', ports: [{ port: 80 }] });
    await make('c', { clusterIP: '10.9.0.5', type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] });
    const faults = await run(ranges);
    const ip = 'ipallocator-repair-controller';
    const port = 'portallocator-repair-controller';
    expect(faults.toSorted()).toEqual(
      [
        `a: ${ip} ClusterIPNotAllocated Cluster IP [IPv4]:10.0.0.5 is not allocated; repairing`,
        `a: ${port} PortNotAllocated Port 30001 is not allocated; repairing`,
        `b: ${ip} ClusterIPAlreadyAllocated Cluster IP [IPv4]:10.0.0.5 was assigned to multiple services; please recreate service`,
        `c: ${ip} ClusterIPNotAllocated Cluster IP [IPv4]:10.9.0.5 is not allocated; repairing`,
        `c: ${ip} ClusterIPOutOfRange Cluster IP [IPv4]:10.9.0.5 is not within the service CIDR 10.0.0.0/28; please recreate service`,
        `c: ${port} PortNotAllocated Port 80 is not allocated; repairing`,
        `c: ${port} PortOutOfRange Port 80 is not within the port range 30000-30009; please recreate service`,
      ].toSorted(),
    );
    expect(await claims()).toEqual(['addresses/10.0.0.5', 'addresses/10.9.0.5', 'ports/30001', 'ports/80']);
  });

  it('gives free what nothing holds, at the second look', async () => {
    const ranges = await open();
    await make('a', { clusterIP: '10.0.0.5', ports: [{ port: 80 }] });
    await cluster.storage.create(ranges.keyOf({ range: 'ports', item: '30002' }), Buffer.from('{}'));
    await run(ranges, 5);
    while ((await claims()).length > 1) await delay(5);
    expect(await claims()).toEqual(['addresses/10.0.0.5']);
  });

  it('gives nothing free while a service cannot be read', async () => {
    const ranges = await open();
    const { storage, scheme } = cluster;
    await make('a', { clusterIP: '10.0.0.5', ports: [{ port: 80 }] });
    await run(ranges);
    await repair?.stop();
    const { storage: place } = scheme.storageOf(findOwnServiceKinds(scheme).services);
    if (place.kind !== 'stored') throw new Error('services are stored');
    const key = `${storage.prefix}${place.prefix}/default/a`;
    const { entry } = await storage.get(key);
    const broken = await storage.update(key, Buffer.from('not JSON'), entry?.revision ?? 0);
    await cluster.cache.waitFor(broken.revision, 10_000);
    let passes = 0;
    const warned = new Promise<void>((resolve) => {
      const warn = (): void => {
        passes += 1;
        if (passes === 3) resolve();
      };
      const { informers } = cluster;
      const logger = { ...silentLogger, warn };
      repair = repairRanges({ informers, storage, ranges, onFault: () => undefined, logger, periodMs: 5 });
    });
    await warned;
    expect(await claims()).toEqual(['addresses/10.0.0.5']);
  });
});
