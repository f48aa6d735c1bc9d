/** Idle connections are left alone by us, and by etcd. */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import { createFrameReader, frameType } from '@keelson/etcd-client/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { startEtcd } from '../conformance/etcd-cluster.ts';
import type { EtcdCluster } from '../conformance/etcd-cluster.ts';
import { recordWatch } from '../conformance/index.ts';
import { openEtcd } from './open-etcd.ts';

const keepAliveMs = 600;
const ack = 1;

interface Seen {
  /** GOAWAYs by etcd. */
  goAways: number;
  /** Pings by us. */
  pings: number;
}

/** Passes everything on between clients and etcd, and looks at the frames. */
async function listenBetween(etcdUrl: string, seen: Seen): Promise<Server> {
  const pass = (from: Socket, to: Socket, skipped: number, onFrame: (type: number, flags: number) => void): void => {
    let left = skipped;
    const read = createFrameReader(({ type, flags }) => onFrame(type, flags));
    from.on('data', (chunk: Buffer) => {
      to.write(chunk);
      const skip = Math.min(left, chunk.length);
      left -= skip;
      read(chunk.subarray(skip));
    });
    from.on('error', () => undefined).on('close', () => to.destroy());
  };
  const server = createServer((client) => {
    const member = connect(Number(new URL(etcdUrl).port), '127.0.0.1');
    pass(client, member, 24, (type, flags) => {
      if (type === frameType.ping && (flags & ack) === 0) seen.pings += 1;
    });
    pass(member, client, 0, (type) => {
      if (type === frameType.goAway) seen.goAways += 1;
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

describe('a connection to etcd', () => {
  let cluster: EtcdCluster;
  const closing: (() => Promise<void> | void)[] = [];
  beforeAll(async () => {
    cluster = await startEtcd({ members: 1, isTls: false, args: ['--grpc-keepalive-min-time', '500ms'] });
    await (await openEtcd({ endpoints: cluster.urls })).close();
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  afterAll(() => cluster.close());

  it('is not pinged while it carries no calls, and not refused by etcd for it', async () => {
    const seen = { goAways: 0, pings: 0 };
    const proxy = await listenBetween(cluster.urls[0] ?? '', seen);
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    closing.push(() => void proxy.close());
    const storage = await openEtcd({ endpoints: [url], keepAliveMs });
    closing.push(storage.close);
    // One call over each kind of connection: the library's and our own.
    await storage.status();
    await storage.create('/registry/idle', Buffer.from('1'), { ttlSeconds: 600 });
    const before = { ...seen };
    await setTimeout(8 * keepAliveMs);
    expect(seen).toEqual(before);
    const recording = recordWatch(storage, storage.prefix, await storage.currentRevision());
    await setTimeout(8 * keepAliveMs);
    expect(seen.pings).toBeGreaterThan(before.pings + 4);
    expect(seen.goAways).toBe(0);
    recording.close();
  });
});
