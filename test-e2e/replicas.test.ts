/** Several servers over one etcd, of which each has made its own certificates: not as it should be, but not the end of the store. */
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { startEtcd } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster } from '@keelson/storage/etcd-cluster';

import { configMaps, parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import type { Started } from './support/serve.ts';

const newHome = useHomes();
let etcd: EtcdCluster;
beforeAll(async () => {
  etcd = await startEtcd({ members: 1, isTls: false });
});
afterAll(async () => {
  await etcd.close();
});

async function revisionOf(server: Started): Promise<number> {
  const list = await server.ask(`${configMaps}?limit=1`);
  return Number(parse<{ metadata: { resourceVersion: string } }>(list).metadata.resourceVersion);
}

it('replicas that publish different authorities do not undo each other without end, and say so', async () => {
  const start = async () => (await newHome()).start(`--etcd-servers=${etcd.urls.join(',')}`);
  const [first, second] = [await start(), await start()];
  const before = await revisionOf(first);
  await setTimeout(2_000);
  // Four namespaces, two replicas: a few corrections each. It used to be thousands.
  expect((await revisionOf(second)) - before).toBeLessThan(100);
  await eventually(() => {
    expect(first.printed() + second.printed()).toContain('the same --tls-cert-file');
  });
});
