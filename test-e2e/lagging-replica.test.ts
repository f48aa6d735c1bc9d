/** Two servers over one etcd, of which one has not heard yet what became of a namespace: nothing outlives a namespace. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startEtcd } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster } from '@keelson/storage/etcd-cluster';

import { make, parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { startLaggingEtcd } from './support/lagging-etcd.ts';
import type { LaggingEtcd } from './support/lagging-etcd.ts';
import type { Answer, Started } from './support/serve.ts';

const newHome = useHomes();
let etcd: EtcdCluster;
let lag: LaggingEtcd;
let swift: Started;
let lagging: Started;

beforeAll(async () => {
  etcd = await startEtcd({ members: 1, isTls: false });
  lag = await startLaggingEtcd(etcd.urls[0] ?? '');
  // The objects that controllers create in each namespace would only be in the way.
  swift = await (await newHome()).start(`--etcd-servers=${etcd.urls[0] ?? ''}`, '--controllers=namespace');
  lagging = await (await newHome()).start(`--etcd-servers=${lag.url}`, '--controllers=');
});

afterAll(async () => {
  await lag.close();
  await etcd.close();
});

const namespaces = '/api/v1/namespaces';
const inside = (name: string): string => `${namespaces}/${name}/configmaps`;
const leases = (name: string): string => `/apis/coordination.k8s.io/v1/namespaces/${name}/leases`;

/** Every way to create an object, through the server that lags. */
const creates = {
  post: (name: string): Promise<Answer> =>
    lagging.ask(inside(name), { method: 'POST', body: { metadata: { name: 'posted' } } }),
  apply: (name: string): Promise<Answer> =>
    lagging.ask(`${inside(name)}/applied?fieldManager=f`, {
      method: 'PATCH',
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' } },
      headers: { 'Content-Type': 'application/apply-patch+yaml' },
    }),
  put: (name: string): Promise<Answer> =>
    lagging.ask(`${leases(name)}/put`, { method: 'PUT', body: { metadata: { name: 'put' } } }),
};

async function createAll(name: string): Promise<readonly number[]> {
  const answers = await Promise.all(Object.values(creates).map((create) => create(name)));
  return answers.map(({ status }) => status);
}

async function namesIn(server: Started, name: string): Promise<readonly string[]> {
  const lists = await Promise.all([inside(name), leases(name)].map((path) => server.ask(path)));
  type List = { readonly items: readonly { readonly metadata: { readonly name: string } }[] };
  return lists.flatMap((list) => parse<List>(list).items.map(({ metadata }) => metadata.name)).sort();
}

/** Known to both servers, and the last that one of them hears of it. */
async function makeKnown(name: string): Promise<void> {
  await make(swift, namespaces, { metadata: { name } });
  await eventually(async () => {
    expect((await lagging.ask(`${namespaces}/${name}?resourceVersion=0`)).status).toBe(200);
  });
  lag.hold();
}

async function untilGone(name: string): Promise<void> {
  await eventually(async () => expect((await swift.ask(`${namespaces}/${name}`)).status).toBe(404));
}

describe('a namespace that ends while one server lags', () => {
  it('takes nothing through that server, and the next one of its name begins empty', async () => {
    const name = 'ends';
    await makeKnown(name);
    await make(swift, inside(name), { metadata: { name: 'held', finalizers: ['example.com/x'] } });
    expect((await swift.ask(`${namespaces}/${name}`, { method: 'DELETE' })).status).toBe(200);
    expect(await createAll(name)).toEqual([403, 403, 403]);
    expect(parse(await creates.post(name))).toMatchObject({
      reason: 'Forbidden',
      details: { causes: [{ reason: 'NamespaceTerminating', message: `namespace ${name} is being terminated` }] },
    });
    const released = { metadata: { finalizers: null } };
    const headers = { 'Content-Type': 'application/merge-patch+json' };
    await swift.ask(`${inside(name)}/held`, { method: 'PATCH', body: released, headers });
    await untilGone(name);
    expect(await createAll(name)).toEqual([404, 404, 404]);
    await make(swift, namespaces, { metadata: { name } });
    expect(await namesIn(swift, name)).toEqual([]);
    // It still believes in the first, and writes into the second.
    expect(await createAll(name)).toEqual([201, 201, 201]);
    lag.release();
    for (const server of [swift, lagging]) expect(await namesIn(server, name)).toEqual(['applied', 'posted', 'put']);
  });

  it('ends with all that is created meanwhile through both, and leaves nothing behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = 'again';
      await makeKnown(name);
      const deleting = swift.ask(`${namespaces}/${name}`, { method: 'DELETE' });
      const creating = Array.from({ length: 40 }, (_, index) =>
        (index % 4 === 0 ? swift : lagging).ask(inside(name), {
          method: 'POST',
          body: { metadata: { name: `o-${index}` } },
        }),
      );
      await deleting;
      await untilGone(name);
      const statuses = new Set((await Promise.all(creating)).map(({ status }) => status));
      for (const status of statuses) expect([201, 403, 404]).toContain(status);
      await make(swift, namespaces, { metadata: { name } });
      expect(await namesIn(swift, name)).toEqual([]);
      await swift.ask(`${namespaces}/${name}`, { method: 'DELETE' });
      lag.release();
      await untilGone(name);
    }
  });
});
