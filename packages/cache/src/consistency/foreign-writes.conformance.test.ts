/** Another process writes constantly to the same etcd, outside the prefix. */
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEtcd } from '@keelson/storage';
import type { Storage } from '@keelson/storage';
import { startEtcd } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster } from '@keelson/storage/etcd-cluster';

import { folderOfThings, openReplica } from '../testing/replica.ts';
import type { Replica } from '../testing/replica.ts';

const objects = 5_000;
const rounds = 60;
const value = Buffer.from(JSON.stringify({ text: 'x'.repeat(1_000) }));

function startForeigner(storage: Storage): () => Promise<number> {
  const stopping = new AbortController();
  let writes = 0;
  const writing = (async () => {
    while (!stopping.signal.aborted) {
      await storage.create(`${storage.prefix}things/${writes}`, Buffer.from('1'));
      writes += 1;
    }
  })();
  return async () => {
    stopping.abort();
    await writing;
    return writes;
  };
}

describe('a watch cache over an etcd that others use too', () => {
  let cluster: EtcdCluster;
  let replica: Replica;
  let foreigner: Storage;
  beforeAll(async () => {
    cluster = await startEtcd({ members: 1, isTls: false });
    const open = (prefix: string) => openEtcd({ endpoints: cluster.urls, prefix });
    foreigner = await open('/elsewhere');
    const storage = await open('/registry');
    const folder = folderOfThings(storage);
    for (let done = 0; done < objects; done += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => storage.create(`${folder}${done + index}`, value)));
    }
    replica = await openReplica(storage);
  });
  afterAll(async () => {
    await Promise.all([replica.close(), foreigner.close()]);
    await cluster.close();
  });

  it('reads most recently what was written last, one object or all, without waiting for a fence that is never written', async () => {
    const { storage, things } = replica;
    const stop = startForeigner(foreigner);
    for (let round = 0; round < rounds; round += 1) {
      const name = `new-${round}`;
      const written = await storage.create(`${folderOfThings(storage)}${name}`, value);
      const [got, listed] = await Promise.all([things.get({ name }), things.list({})]);
      expect(got.ok && got.object?.revision).toBe(written.revision);
      expect(listed.ok && listed.objects).toHaveLength(objects + round + 1);
      expect(listed.ok && listed.revision).toBeGreaterThanOrEqual(written.revision);
    }
    expect(await stop()).toBeGreaterThan(rounds);
  });

  it('reads single objects out of memory again soon after somebody else has written once', async () => {
    const { things, cache } = replica;
    await foreigner.create(`${foreigner.prefix}things/once`, Buffer.from('1'));
    const readsOfStore = async (): Promise<number> => {
      const before = cache.stats().storeReads;
      for (let round = 0; round < 20; round += 1) expect((await things.get({ name: '1' })).ok).toBe(true);
      return cache.stats().storeReads - before;
    };
    // A fence may have been written within the last second, and then the next is not written yet.
    let reads = await readsOfStore();
    for (const until = performance.now() + 90_000; reads > 0 && performance.now() < until;) {
      await setTimeout(100);
      reads = await readsOfStore();
    }
    expect(reads).toBe(0);
  });
});
