/** An etcd of another cluster at the address of a member that is away: it is not asked, and nothing is written there. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@keelson/telemetry';
import { Etcd3 } from 'etcd3';

import { startEtcd, until } from '../conformance/etcd-cluster.ts';
import type { EtcdCluster } from '../conformance/etcd-cluster.ts';
import { startMember } from '../conformance/etcd-member.ts';
import type { EtcdMember } from '../conformance/etcd-member.ts';
import { freePort } from '../conformance/free-port.ts';
import { recordWatch } from '../conformance/index.ts';
import type { Storage } from '../contract/storage.ts';
import { openEtcd } from './open-etcd.ts';

const value = Buffer.from('{}');
const folder = '/registry/things/';

describe('an etcd of another cluster', () => {
  let directory: string;
  let cluster: EtcdCluster;
  let storage: Storage;
  let stranger: EtcdMember | undefined;
  let logged: string[];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'keelson-stranger-'));
    cluster = await startEtcd({ members: 3, isTls: false });
    await cluster.leader();
    logged = [];
    const logger = { ...silentLogger, error: (message: string) => void logged.push(message) };
    storage = await openEtcd({ endpoints: cluster.urls, timeoutMs: 3_000, logger });
    await until(() => storage.create(`${folder}first`, value).then(Boolean, () => false));
  });
  afterEach(async () => {
    await storage.close();
    await stranger?.kill();
    stranger = undefined;
    await cluster.close();
    await rm(directory, { recursive: true });
  });

  /** Serves at the address of a member. Returns the stranger's revision, which each write there would raise. */
  async function startStrangerAt(url: string): Promise<() => Promise<number>> {
    const peerUrl = `http://127.0.0.1:${await freePort()}`;
    const dataDirectory = join(directory, 'data');
    stranger = startMember({
      ...{ url, peerUrl, name: 'stranger', dataDirectory, network: undefined },
      args: [
        ...['--name', 'stranger', '--data-dir', dataDirectory],
        ...['--listen-client-urls', url, '--advertise-client-urls', url],
        ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
        ...['--initial-cluster', `stranger=${peerUrl}`, '--initial-cluster-token', 'stranger'],
      ],
    });
    const revision = async (): Promise<number> => {
      const client = new Etcd3({ hosts: url });
      try {
        return Number((await client.kv.range({ key: Buffer.from('x') })).header.revision);
      } finally {
        client.close();
      }
    };
    await until(() => revision().then(Boolean, () => false));
    return revision;
  }

  const isForeignReported = async (): Promise<boolean> =>
    storage.status().then(
      ({ alarms }) => alarms.includes('foreignMember'),
      () => false,
    );

  it('is not asked and not written to while all members of the cluster are away, and the cluster is used again then', async () => {
    const recording = recordWatch(storage, folder, 1);
    await recording.reach(1);
    const [first, ...others] = cluster.members;
    await Promise.all(cluster.members.map((member) => member.kill()));
    const revisionThere = await startStrangerAt(first?.url ?? '');
    const before = await revisionThere();
    const refused = { code: 'unavailable', applied: 'no' };
    await expect(storage.create(`${folder}lost`, value)).rejects.toMatchObject(refused);
    await expect(storage.create(`${folder}lost`, value, { ttlSeconds: 60 })).rejects.toMatchObject(refused);
    await expect(storage.range(folder)).rejects.toMatchObject(refused);
    await expect(storage.compact(1)).rejects.toMatchObject(refused);
    expect(logged).toEqual(['an etcd server belongs to another cluster and is not used']);
    expect(await revisionThere()).toBe(before);
    const client = new Etcd3({ hosts: first?.url ?? '' });
    expect((await client.leaseClient.leaseLeases()).leases).toEqual([]);
    client.close();
    for (const member of others) member.start();
    await until(() => storage.create(`${folder}second`, value).then(Boolean, () => false));
    await recording.reach(2);
    expect(recording.events.map(({ key }) => key)).toEqual([`${folder}first`, `${folder}second`]);
    expect(recording.ended).toEqual([]);
    await until(isForeignReported);
    await stranger?.kill();
    first?.start();
    await until(async () => !(await isForeignReported()) && (await storage.currentRevision()) > 0);
    expect(await storage.range(folder)).toMatchObject({
      entries: [{ key: `${folder}first` }, { key: `${folder}second` }],
    });
  });
});
