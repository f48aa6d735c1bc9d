/** An etcd with users: one that may do everything below the prefix and nothing else is all that is needed. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Etcd3, Range } from 'etcd3';

import { startEtcd, type EtcdCluster } from '../conformance/etcd-cluster.ts';
import { recordWatch } from '../conformance/index.ts';
import { openEtcdBackup } from './backup-etcd.ts';
import { findFirstKey } from './first-key.ts';
import { openEtcd } from './open-etcd.ts';
import type { EtcdOptions } from './open-etcd.ts';

const key = '/registry/pods/default/a';
const value = Buffer.from('1');

describe('an etcd with users', () => {
  let etcd: EtcdCluster;
  let options: EtcdOptions;
  beforeAll(async () => {
    etcd = await startEtcd({ members: 1, isTls: true });
    if (etcd.credentials === undefined) throw new Error('the cluster has no certificates');
    const { ca, cert, key: privateKey } = etcd.credentials;
    options = { endpoints: etcd.urls, credentials: etcd.credentials };
    const root = new Etcd3({
      hosts: [...etcd.urls],
      credentials: { rootCertificate: ca, certChain: cert, privateKey },
    });
    const below = root.role('below');
    await below.create();
    await below.grant({ permission: 'Readwrite', range: Range.prefix('/registry/') });
    await root.lease(600).put('/elsewhere/a').value('1');
    // The common name of the certificates.
    for (const [name, role] of [
      ['etcd', 'below'],
      ['root', 'root'],
    ] as const) {
      await root.user(name).create('not used');
      await root.user(name).addRole(role);
    }
    await root.auth.authEnable();
    root.close();
  });
  afterAll(() => etcd.close());

  it('serves reads, writes, leases, watches and compactions', async () => {
    const storage = await openEtcd(options);
    const recording = recordWatch(storage, storage.prefix, await storage.currentRevision());
    const created = await storage.create(key, value, { ttlSeconds: 600 });
    expect(created.ok).toBe(true);
    await recording.reach(1);
    expect((await storage.range('/registry/pods/')).entries).toHaveLength(1);
    await storage.compact(await storage.currentRevision());
    expect((await storage.status()).engine).toContain('etcd');
    recording.close();
    await storage.close();
  });

  it('tells a watch of a quiet folder its progress', async () => {
    const storage = await openEtcd(options);
    const start = await storage.currentRevision();
    const { revision: progressAt } = await storage.create(`${key}-elsewhere`, value);
    const reached = await new Promise<number>((resolve, reject) => {
      const watch = storage.watch(
        '/registry/services/',
        start,
        {
          onEvents: () => undefined,
          onProgress: (revision) => {
            watch.close();
            resolve(revision);
          },
          onEnd: reject,
        },
        { progressAt },
      );
    });
    expect(reached).toBeGreaterThan(start);
    await storage.close();
  });

  it('is backed up, with the expiries of its keys and without what others keep there', async () => {
    const storage = await openEtcd(options);
    await storage.create(`${key}-2`, value, { ttlSeconds: 600 });
    const backup = await openEtcdBackup(options);
    const entries = [];
    for await (const page of backup.pages()) entries.push(...page);
    await backup.close();
    await storage.close();
    const found = new Map(entries.map((entry) => [entry.key, entry.expiresAtMs]));
    expect(found.get(`${key}-2`)).toBeGreaterThan(Date.now());
    expect([...found.keys()].filter((each) => !each.startsWith('/registry/'))).toEqual([]);
  });

  it('hides the first of all keys', async () => {
    expect(await findFirstKey(options)).toEqual({ kind: 'hidden' });
  });

  it('refuses another prefix, and says so', async () => {
    const storage = await openEtcd({ ...options, prefix: '/elsewhere' });
    await expect(storage.create('/elsewhere/pods/a', value)).rejects.toMatchObject({
      code: 'notTrusted',
      message: expect.stringContaining('permission denied') as unknown,
    });
    await storage.close();
  });
});
