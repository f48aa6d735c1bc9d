import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEtcd } from '@keelson/storage';
import { startEtcd, type EtcdCluster } from '@keelson/storage/etcd-cluster';

import { run } from '../run.ts';
import { fakeTerminal } from '../testing/fake-terminal.ts';

describe('keelson adopt check of an etcd', () => {
  let cluster: EtcdCluster;
  beforeAll(async () => {
    cluster = await startEtcd({ members: 1, isTls: false, args: ['--unsafe-no-fsync'] });
  });
  afterAll(() => cluster.close());

  async function check(...more: readonly string[]): Promise<readonly [number, string]> {
    const terminal = fakeTerminal();
    const code = await run(['adopt', 'check', '--etcd-servers', cluster.urls.join(','), ...more], terminal);
    return [code, terminal.out()];
  }

  it('fails for a prefix that no key begins with, unless there is no key at all', async () => {
    expect(await check('--etcd-prefix', '/nope')).toEqual([0, expect.stringContaining('Everything is understood.')]);
    const storage = await openEtcd({ endpoints: cluster.urls });
    const namespace = { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'a' } };
    await storage.create('/registry/namespaces/a', Buffer.from(JSON.stringify(namespace)));
    await storage.close();
    expect(await check()).toEqual([0, expect.stringContaining('Everything is understood.')]);
    const reason = 'no key begins with /nope/: the first key of this etcd is /registry/namespaces/a';
    expect(await check('--etcd-prefix', '/nope')).toEqual([1, expect.stringContaining(reason)]);
    const [code, json] = await check('--etcd-prefix', '/nope', '-o', 'json');
    expect([code, JSON.parse(json)]).toMatchObject([1, { isUnderstood: false, notUnderstoodCount: 1 }]);
  });
});
