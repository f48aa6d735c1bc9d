/** A way to one member of etcd on which the events of watches can be held back; everything else passes. */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

export interface LaggingEtcd {
  readonly url: string;
  /** From now on no event comes through. Connections stay healthy. */
  hold(): void;
  /** Delivers the frames held back, in their order. */
  release(): void;
  close(): Promise<void>;
}

const watchPath = '/etcdserverpb.Watch/Watch';
/** Of HTTP/2: length and type stand first in the head of a frame. */
const headBytes = 9;
const dataFrame = 0;

/** The frames from the member on one connection. */
interface Way {
  isWatch: boolean;
  /** The end of what was asked, as the path of a call may come in two pieces. */
  asked: Buffer;
  unread: Buffer;
  held: Buffer[];
  readonly client: Socket;
}

export async function startLaggingEtcd(memberUrl: string): Promise<LaggingEtcd> {
  const { hostname, port } = new URL(memberUrl);
  const ways = new Set<Way>();
  let isHeld = false;

  const pass = (way: Way, chunk: Buffer): void => {
    way.unread = Buffer.concat([way.unread, chunk]);
    for (;;) {
      const end = headBytes + (way.unread.length < headBytes ? Infinity : way.unread.readUIntBE(0, 3));
      if (way.unread.length < end) return;
      const frame = way.unread.subarray(0, end);
      way.unread = way.unread.subarray(end);
      if (isHeld && way.isWatch && frame[3] === dataFrame) way.held.push(frame);
      else way.client.write(frame);
    }
  };

  const server = createServer((client) => {
    const way: Way = { isWatch: false, asked: Buffer.alloc(0), unread: Buffer.alloc(0), held: [], client };
    ways.add(way);
    const member = connect(Number(port), hostname);
    client.on('data', (chunk) => {
      // Watches have connections of their own.
      way.asked = Buffer.concat([way.asked.subarray(-watchPath.length), chunk]);
      way.isWatch ||= way.asked.includes(watchPath);
      member.write(chunk);
    });
    member.on('data', (chunk) => pass(way, chunk));
    for (const [one, other] of [
      [client, member],
      [member, client],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        other.destroy();
        ways.delete(way);
      });
    }
  });
  const { port: own } = await listen(server);

  return {
    url: `http://127.0.0.1:${own}`,
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const way of ways) for (const frame of way.held.splice(0)) way.client.write(frame);
    },
    close: () =>
      new Promise((resolve) => {
        for (const { client } of ways) client.destroy();
        server.close(() => resolve());
      }),
  };
}

function listen(server: Server): Promise<AddressInfo> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo));
  });
}
