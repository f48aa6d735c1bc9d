import { expect, it } from '@jest/globals';
import { startEtcd } from '@keelson/storage/etcd-cluster';

import { startKeelson } from './start-keelson.ts';

it('Servers over one etcd are replicas of each other', async () => {
  const etcd = await startEtcd({ members: 1, isTls: true });
  const store = { endpoints: etcd.urls, credentials: etcd.credentials };
  const [one, other] = await Promise.all([startKeelson({ etcd: store }), startKeelson({ etcd: store })]);
  try {
    const body = { metadata: { name: 'a' } };
    const path = '/api/v1/namespaces/default/configmaps';
    expect(await one.ask(path, { method: 'POST', body })).toMatchObject({ status: 201 });
    expect(await other.ask(`${path}/a`)).toMatchObject({ status: 200 });
  } finally {
    await Promise.all([one.stop(), other.stop()]);
    await etcd.close();
  }
});
