/** An etcd whose space is used up: no server is restarted or taken out of service for it, and the deletes that are needed work. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startEtcd } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster } from '@keelson/storage/etcd-cluster';

import { configMaps, counted } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import type { Started } from './support/serve.ts';

const newHome = useHomes();
const gauge = 'keelson_storage_alarm{alarm="outOfSpace"}';

describe('a server whose etcd is full', () => {
  let etcd: EtcdCluster;
  beforeAll(async () => {
    etcd = await startEtcd({ members: 1, isTls: false, args: ['--quota-backend-bytes', '3000000'] });
  });
  afterAll(() => etcd.close());

  const create = (server: Started, name: string, bytes: number) =>
    server.ask(configMaps, { method: 'POST', body: { metadata: { name }, data: { text: 'x'.repeat(bytes) } } });

  async function fill(server: Started): Promise<number> {
    for (let count = 0; ; count += 1) {
      const { status, body } = await create(server, `large-${String(count)}`, 200_000);
      if (status === 201) continue;
      expect([status, body]).toEqual([503, expect.stringContaining('the store is full')]);
      return count;
    }
  }

  async function expectServing(server: Started): Promise<void> {
    for (const path of ['/livez', '/readyz', '/healthz']) expect((await server.ask(path)).status).toBe(200);
    const verbose = (await server.ask('/livez?verbose')).body;
    expect(verbose).toContain('[+]etcd ok\n');
    expect(verbose).toContain('[-]storage-alarms failed: reason withheld (not counted)\n');
    expect((await server.ask('/readyz/storage-alarms')).status).toBe(500);
    expect((await server.ask(`${configMaps}/large-0`)).status).toBe(200);
    expect((await server.ask(configMaps)).status).toBe(200);
    expect((await create(server, 'one-more', 10)).status).toBe(503);
  }

  /** As an operator does it, over etcd's own gateway. */
  async function tell(path: string, body: unknown): Promise<unknown> {
    const answer = await fetch(`${etcd.urls[0] ?? ''}/v3/${path}`, { method: 'POST', body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    return answer.json();
  }

  async function makeRoom(): Promise<void> {
    const { header } = (await tell('kv/range', { key: 'eA==' })) as { header: { revision: string } };
    await tell('kv/compaction', { revision: header.revision, physical: true });
    await tell('maintenance/defragment', {});
    const { alarms } = (await tell('maintenance/alarm', {})) as { alarms: readonly object[] };
    for (const alarm of alarms) await tell('maintenance/alarm', { ...alarm, action: 'DEACTIVATE' });
  }

  it('is alive and ready, deletes, can be restarted, and recovers by itself', async () => {
    const home = await newHome();
    const flags = ['--etcd-servers', etcd.urls.join(), '--etcd-compaction-interval', '0'];
    const first = await home.start(...flags);
    expect(await counted(first, gauge)).toBe(0);
    const made = await fill(first);
    expect(made).toBeGreaterThan(5);
    await eventually(async () => expect(await counted(first, gauge)).toBe(1));
    await expectServing(first);
    expect(first.printed().match(/an alarm of the store has begun/g)).toHaveLength(1);
    first.process.kill('SIGTERM');
    await first.ended;
    const second = await home.start(...flags);
    await eventually(() => expectServing(second));
    for (let count = 0; count < made; count += 1) {
      expect((await second.ask(`${configMaps}/large-${String(count)}`, { method: 'DELETE' })).status).toBe(200);
    }
    await makeRoom();
    await eventually(async () => expect((await create(second, 'again', 10)).status).toBe(201));
    await eventually(async () => expect(await counted(second, gauge)).toBe(0));
    expect((await second.ask('/livez/storage-alarms')).status).toBe(200);
    expect(second.printed()).toContain('an alarm of the store has ended');
  });

  it('is alive and not ready while etcd is away, and ready again when it is back', async () => {
    const home = await newHome();
    const server = await home.start('--etcd-servers', etcd.urls.join());
    const [member] = etcd.members;
    await member?.kill();
    await eventually(async () => expect((await server.ask('/readyz')).status).toBe(500));
    expect((await server.ask('/healthz')).status).toBe(500);
    const { status, body } = await server.ask('/livez?verbose');
    expect([status, body]).toEqual([200, expect.stringContaining('[-]etcd failed: reason withheld (not counted)\n')]);
    expect((await server.ask('/livez/etcd')).status).toBe(500);
    member?.start();
    await eventually(async () => expect((await server.ask('/readyz')).status).toBe(200));
  });
});
