import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startEtcd } from '../conformance/etcd-cluster.ts';
import type { EtcdCluster } from '../conformance/etcd-cluster.ts';
import { findFirstKey } from './first-key.ts';
import { openEtcd } from './open-etcd.ts';

describe('the first key of an etcd', () => {
  let cluster: EtcdCluster;
  beforeAll(async () => {
    cluster = await startEtcd({ members: 1, isTls: false, args: ['--unsafe-no-fsync'] });
  });
  afterAll(() => cluster.close());

  it('is found whatever the prefix of its reader, and there is none in an empty one', async () => {
    const options = { endpoints: cluster.urls, prefix: '/nope/' };
    expect(await findFirstKey(options)).toEqual({ kind: 'none' });
    const storage = await openEtcd({ ...options, prefix: '/registry/' });
    try {
      for (const name of ['b', 'a']) await storage.create(`/registry/pods/default/${name}`, Buffer.from('1'));
    } finally {
      await storage.close();
    }
    expect(await findFirstKey(options)).toEqual({ kind: 'found', key: '/registry/pods/default/a' });
  });
});
