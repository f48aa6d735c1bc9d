import { afterAll, describe } from '@jest/globals';

import { startEtcd } from '../conformance/etcd-cluster.ts';
import type { EtcdCluster } from '../conformance/etcd-cluster.ts';
import { runConformance } from '../conformance/index.ts';
import { openEtcd } from './open-etcd.ts';

describe.each([
  { name: 'one etcd', members: 1, isTls: false },
  { name: 'three members of etcd with mutual TLS', members: 3, isTls: true },
])('$name', ({ name, members, isTls }) => {
  let starting: Promise<EtcdCluster> | undefined;
  let opened = 0;
  afterAll(async () => {
    await (await starting)?.close();
  });

  runConformance(name, async () => {
    starting ??= startEtcd({ members, isTls });
    const { urls, credentials } = await starting;
    opened += 1;
    const options = { endpoints: urls, prefix: `/test${opened}`, ...(credentials && { credentials }) };
    const [storage, peer] = await Promise.all([openEtcd(options), openEtcd(options)]);
    return {
      storage,
      peer,
      close: async () => {
        await Promise.all([storage.close(), peer.close()]);
      },
    };
  });
});
