/** Keelson over etcd in containers, of one member and of three: what is acknowledged outlives a kill, and watches go on. */
import { afterEach, expect, it } from '@jest/globals';

import { configMaps, parse } from './support/callers.ts';
import { startEtcdSomewhere } from './support/etcd-somewhere.ts';
import type { EtcdSomewhere } from './support/etcd-somewhere.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';

const newHome = useHomes();
let etcd: EtcdSomewhere;
afterEach(() => etcd.close());

interface Named {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
}

it.each([1, 3])('serves over %d members, each of which is killed and comes back', async (members) => {
  etcd = await startEtcdSomewhere(members);
  process.stdout.write(`etcd runs ${etcd.where}\n`);
  const server = await (await newHome()).start('--controllers=', '--etcd-servers', etcd.urls.join());
  const { metadata } = parse<Named>(await server.ask(configMaps));
  const watching = server.ask(`${configMaps}?watch=1&resourceVersion=${metadata.resourceVersion}&timeoutSeconds=600`);
  const acknowledged: string[] = [];
  const write = (): Promise<void> =>
    eventually(async () => {
      const name = `object-${String(acknowledged.length)}`;
      const { status } = await server.ask(configMaps, { method: 'POST', body: { metadata: { name } } });
      // 409: it was stored, and the answer was lost with the member.
      expect([201, 409]).toContain(status);
      acknowledged.push(name);
    });
  for (let member = 0; member < members; member += 1) {
    await write();
    await etcd.restart(member);
    await write();
  }
  const { items } = parse<{ readonly items: readonly Named[] }>(await server.ask(configMaps));
  const own = items.filter((item) => item.metadata.name.startsWith('object-'));
  expect(own.map((item) => item.metadata.name).sort()).toEqual(acknowledged.sort());
  // A stop ends watches when they have told everything.
  server.process.kill('SIGTERM');
  const told = (await watching).body.split('\n').filter((line) => line.includes('"ADDED"'));
  expect(told.map((line) => (JSON.parse(line) as { readonly object: Named }).object.metadata.name).sort()).toEqual(
    acknowledged,
  );
});
