/** Elections while etcd, or the connection to it, fails: never two leaders, and a new one within the time of a lease. */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { startEtcd, until } from '../conformance/etcd-cluster.ts';
import type { EtcdCluster } from '../conformance/etcd-cluster.ts';
import type { Storage } from '../contract/storage.ts';
import { openEtcd } from './open-etcd.ts';

const ttlSeconds = 2;
const value = Buffer.from('1');

describe('an election over three members', () => {
  let cluster: EtcdCluster;
  const opened: Storage[] = [];
  beforeAll(async () => {
    cluster = await startEtcd({ members: 3, isTls: false });
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((storage) => storage.close()));
  });
  afterAll(() => cluster.close());

  const open = async (endpoints = cluster.urls): Promise<Storage> => {
    const storage = await openEtcd({ endpoints });
    opened.push(storage);
    return storage;
  };

  it('keeps its leader for many times the lease, without a write', async () => {
    const storage = await open();
    const leadership = await storage.elections.campaign('kept', { identity: 'a', ttlSeconds });
    await setTimeout(ttlSeconds * 3_000);
    expect(leadership.isCurrent()).toBe(true);
    expect(await storage.elections.leader('kept')).toEqual({ identity: 'a', revision: leadership.fence.revision });
    expect(await storage.currentRevision()).toBe(leadership.fence.revision);
    await leadership.resign();
  });

  it('keeps its leader when the member that it uses dies', async () => {
    // This randomness begins with the first member.
    const storage = await openEtcd({ endpoints: cluster.urls, random: () => 0 });
    opened.push(storage);
    const leadership = await storage.elections.campaign('member', { identity: 'a', ttlSeconds: 10 });
    const [dead] = cluster.members;
    await dead?.kill();
    await setTimeout(11_000);
    expect(leadership.isCurrent()).toBe(true);
    dead?.start();
    expect((await storage.elections.leader('member'))?.identity).toBe('a');
    await leadership.resign();
  });

  it('ends a leadership whose process is cut off before another one leads, and refuses its writes', async () => {
    const link = await openLink(cluster.urls[0] ?? '');
    const first = await open([link.url]);
    const second = await open();
    const old = await first.elections.campaign('cut', { identity: 'first', ttlSeconds });
    const next = second.elections.campaign('cut', { identity: 'second', ttlSeconds });
    const wasCurrent: boolean[] = [];
    void next.then(() => wasCurrent.push(old.isCurrent(), !old.signal.aborted));
    const cutAt = performance.now();
    link.cut();
    const leadership = await next;
    expect(performance.now() - cutAt).toBeLessThan((ttlSeconds + 60) * 1_000);
    expect(wasCurrent).toEqual([false, false]);
    link.mend();
    await until(async () => {
      const result = await first.create(`${first.prefix}late`, value, { compares: [old.fence] }).catch(() => undefined);
      return result?.ok === false;
    });
    expect(await second.create(`${second.prefix}now`, value, { compares: [leadership.fence] })).toMatchObject({
      ok: true,
    });
    await leadership.resign();
    link.close();
  });

  it('ends a leadership, and elects again, when all members were stopped for longer than the lease', async () => {
    const storage = await open();
    const leadership = await storage.elections.campaign('stopped', { identity: 'a', ttlSeconds });
    for (const member of cluster.members) member.signal('SIGSTOP');
    await setTimeout(ttlSeconds * 1_000 + 200);
    expect([leadership.isCurrent(), leadership.signal.aborted]).toEqual([false, true]);
    for (const member of cluster.members) member.signal('SIGCONT');
    const again = await storage.elections.campaign('stopped', { identity: 'b', ttlSeconds });
    expect(again.fence.revision).toBeGreaterThan(leadership.fence.revision);
    await again.resign();
  });
});

/** A connection to a member that can be cut: nothing passes any more, and nobody is told. */
async function openLink(url: string) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    const member = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [client, member]) sockets.add(socket.on('error', () => undefined));
    client.on('data', (chunk) => isCut || member.write(chunk)).on('close', () => member.destroy());
    member.on('data', (chunk) => isCut || client.write(chunk)).on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
