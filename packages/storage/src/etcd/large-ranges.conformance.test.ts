/** Ranges of values so large that a page of the usual number of them is more than one message may hold. */
import { largestMessageBytes } from '@keelson/etcd-client/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startEtcd } from '../conformance/etcd-cluster.ts';
import type { EtcdCluster } from '../conformance/etcd-cluster.ts';
import { bytesOf } from '../conformance/bytes-of.ts';
import type { Storage } from '../contract/storage.ts';
import { openEtcd } from './open-etcd.ts';

const valueBytes = 700_000;
const count = Math.ceil(largestMessageBytes / valueBytes) + 5;
const value = (index: number): Buffer => Buffer.alloc(valueBytes, index);

describe('a range of large values', () => {
  let cluster: EtcdCluster;
  let storage: Storage;
  beforeAll(async () => {
    cluster = await startEtcd({ members: 1, isTls: false, args: ['--unsafe-no-fsync'] });
    storage = await openEtcd({ endpoints: cluster.urls });
    for (let index = 0; index < count; index += 1) {
      await storage.create(`${storage.prefix}${String(index).padStart(3, '0')}`, value(index));
    }
  });
  afterAll(async () => {
    await storage.close();
    await cluster.close();
  });

  it('comes whole, at one revision, in smaller pages', async () => {
    const { entries, more } = await storage.range(storage.prefix);
    expect(more).toBe(false);
    expect(entries).toHaveLength(count);
    expect(entries.every((entry, index) => value(index).equals(bytesOf(entry.value)))).toBe(true);
  });

  it('has no more entries than were asked for', async () => {
    const { entries, more } = await storage.range(storage.prefix, { limit: count - 1 });
    expect([entries.length, more]).toEqual([count - 1, true]);
  });
});
