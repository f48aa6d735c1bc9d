/** A restore into an etcd: the revisions that it spends, and the keys that expire. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Etcd3 } from 'etcd3';

import type { RestoreTarget } from '../backup/backup-source.ts';
import { startEtcd } from '../conformance/etcd-cluster.ts';
import type { EtcdCluster } from '../conformance/etcd-cluster.ts';
import type { Storage } from '../contract/storage.ts';
import { isUnreadable } from '../contract/unreadable.ts';
import { openEtcdBackup } from './backup-etcd.ts';
import { openEtcd } from './open-etcd.ts';
import { openRawCluster } from './raw-cluster.ts';
import { openEtcdRestore } from './restore-etcd.ts';
import type { EtcdRestoreOptions } from './restore-etcd.ts';
import { spendRevisions } from './spend-revisions.ts';

const value = Buffer.from('1');

describe('a restore into etcd', () => {
  let cluster: EtcdCluster;
  let client: Etcd3;
  beforeAll(async () => {
    cluster = await startEtcd({ members: 1, isTls: false, args: ['--unsafe-no-fsync'] });
    client = new Etcd3({ hosts: [...cluster.urls] });
  });
  afterAll(async () => {
    client.close();
    await cluster.close();
  });

  let prefix = '';
  let number = 0;
  let storage: Storage;
  let target: RestoreTarget | undefined;
  beforeEach(async () => {
    number += 1;
    prefix = `/prefix-${number}/`;
    storage = await openEtcd({ endpoints: cluster.urls, prefix });
  });
  afterEach(async () => {
    await target?.close();
    target = undefined;
    await storage.close();
  });

  const keyOf = (name: string): string => `${prefix}${name}`;

  async function restoreInto(options: Partial<EtcdRestoreOptions>): Promise<RestoreTarget> {
    const place = { endpoints: cluster.urls, prefix };
    const usual = { backupRevision: 0, bumpRevision: 0, replaces: true, now: Date.now };
    target = await openEtcdRestore({ ...place, ...usual, ...options });
    return target;
  }

  it('that would spend too many revisions is refused before anything is changed', async () => {
    const { revision } = await storage.create(keyOf('there'), value);
    const restored = restoreInto({ backupRevision: 10_000_000, bumpRevision: 10_000 });
    await expect(restored).rejects.toMatchObject({ code: 'invalidArgument' });
    await expect(restored).rejects.toThrow('--skip-revision-bump');
    expect((await storage.get(keyOf('there'))).revision).toBe(revision);
  });

  it('skips them if told, and goes on from the revisions of the etcd', async () => {
    const { revision } = await storage.create(keyOf('there'), value);
    const { write, finish } = await restoreInto({ backupRevision: 2_000_000_000, skipsBump: true });
    await write([{ key: keyOf('restored'), value, revision: 2_000_000_000, expiresAtMs: undefined }]);
    const at = await finish();
    expect([at > revision, at < revision + 10]).toEqual([true, true]);
    const { entries } = await storage.range(prefix);
    expect(entries.map(({ key }) => key).filter((key) => !key.includes('.keelson'))).toEqual([keyOf('restored')]);
  });

  it('that is ended while revisions are spent has deleted nothing', async () => {
    const { revision } = await storage.create(keyOf('there'), value);
    const onBump = (): void => {
      throw new Error('ended');
    };
    await expect(restoreInto({ backupRevision: revision + 1_000, onBump })).rejects.toThrow('ended');
    expect((await storage.get(keyOf('there'))).entry?.revision).toBe(revision);
  });

  it('compacts what it has spent, again and again', async () => {
    const raw = await openRawCluster({ endpoints: cluster.urls });
    const { revision } = await storage.create(keyOf('there'), value);
    await spendRevisions(raw, { key: keyOf('spent'), count: 1_000, compactEvery: 400 });
    await raw.close();
    expect(await storage.currentRevision()).toBe(revision + 1_000);
    await expect(storage.get(keyOf('there'), { revision: revision + 799 })).rejects.toMatchObject({
      code: 'compacted',
    });
    expect((await storage.get(keyOf('there'), { revision: revision + 801 })).entry?.revision).toBe(revision);
  });

  it('brings a backup of many pages back, as it was at the revision of the backup', async () => {
    const names = Array.from({ length: 1_000 }, (_, n) => keyOf(`many/${String(n).padStart(4, '0')}`));
    const large = Buffer.alloc(10_000, 'x');
    await Promise.all(names.map((name) => storage.create(name, large)));
    const source = await openEtcdBackup({ endpoints: cluster.urls, prefix });
    const sizes: number[] = [];
    const { write, finish } = await restoreInto({ prefix: `/restored-${number}/`, skipsBump: true });
    for await (const page of source.pages()) {
      if (sizes.length === 0) await storage.create(keyOf('many/late'), value);
      sizes.push(page.length);
      await write(page.map((entry) => ({ ...entry, key: entry.key.replace('/prefix', '/restored') })));
    }
    await source.close();
    await finish();
    // The first is small, since nothing is known then of the size of values; the others have 4 MB.
    expect(sizes).toEqual([200, 400, 400]);
    const restored = await openEtcd({ endpoints: cluster.urls, prefix: `/restored-${number}/` });
    const { entries } = await restored.range(`/restored-${number}/many/`);
    await restored.close();
    expect(entries.map(({ key }) => key.replace('/restored', '/prefix'))).toEqual(names);
    expect(entries.every((entry) => !isUnreadable(entry.value) && large.equals(entry.value))).toBe(true);
  });

  it('gives leases that outlive the writes of their keys', async () => {
    const nowMs = 60_000_000 - 500;
    const { write, finish } = await restoreInto({ now: () => nowMs });
    await write([{ key: keyOf('event'), value, revision: 1, expiresAtMs: nowMs + 400 }]);
    await finish();
    const { kvs } = await client.kv.range({ key: Buffer.from(keyOf('event')) });
    const { grantedTTL } = await client.leaseClient.leaseTimeToLive({ ID: kvs[0]?.lease ?? '0' });
    expect(Number(grantedTTL)).toBeGreaterThanOrEqual(60);
  });

  it('lets keys expire that were deleted while their backup was made', async () => {
    const { revision } = await storage.create(keyOf('event'), value, { ttlSeconds: 3_600 });
    const source = await openEtcdBackup({ endpoints: cluster.urls, prefix });
    await storage.delete(keyOf('event'), revision);
    const entries = [];
    for await (const page of source.pages()) entries.push(...page);
    await source.close();
    expect(entries).toMatchObject([{ key: keyOf('event'), expiresAtMs: expect.any(Number) }]);
  });
});
