import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startEtcd } from '../conformance/etcd-cluster.ts';
import type { EtcdCluster } from '../conformance/etcd-cluster.ts';
import { openEtcd } from './open-etcd.ts';
import { findPermanentKeys } from './permanent-keys.ts';

describe('keys without a time to live', () => {
  let cluster: EtcdCluster;
  beforeAll(async () => {
    cluster = await startEtcd({ members: 1, isTls: false, args: ['--unsafe-no-fsync'] });
  });
  afterAll(() => cluster.close());

  it('are found in their folder, and those that expire are not', async () => {
    const options = { endpoints: cluster.urls, prefix: '/registry/' };
    const storage = await openEtcd(options);
    const value = Buffer.from('1');
    try {
      expect(await findPermanentKeys(options, '/registry/folder/')).toEqual(new Set());
      await storage.create('/registry/folder/stays', value);
      await storage.create('/registry/folder/expires', value, { ttlSeconds: 60 });
      await storage.create('/registry/folders/other', value);
      expect(await findPermanentKeys(options, '/registry/folder/')).toEqual(new Set(['/registry/folder/stays']));
    } finally {
      await storage.close();
    }
  });
});
