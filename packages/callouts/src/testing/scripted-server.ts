/** For tests: a TLS server that does to each request what a test says, byte by byte if need be. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';

import type { Leaf } from './authority.ts';

export interface ScriptedServer {
  readonly origin: string;
  /** Connections so far. */
  readonly accepted: () => number;
  /** Connections that are open. */
  readonly open: () => number;
  /** Heads of the requests, in order. */
  readonly heads: readonly string[];
  close(): void;
}

/** Called for each request whose head is complete; `count` is that of the requests so far, this one included. */
export type Script = (socket: TLSSocket, count: number) => void;

export async function serveScript({ cert, key }: Leaf, script: Script): Promise<ScriptedServer> {
  const sockets = new Set<TLSSocket>();
  const heads: string[] = [];
  let accepted = 0;
  const server = createServer({ cert, key, ALPNProtocols: ['http/1.1'] }, (socket) => {
    accepted += 1;
    sockets.add(socket);
    let held = '';
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      held += bytes.toString('latin1');
      for (let end = held.indexOf('\r\n\r\n'); end >= 0; end = held.indexOf('\r\n\r\n')) {
        const head = held.slice(0, end);
        const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
        if (held.length < end + 4 + length) return;
        heads.push(head);
        held = held.slice(end + 4 + length);
        script(socket, heads.length);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    accepted: () => accepted,
    open: () => sockets.size,
    heads,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

export const plainAnswer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
