/** A server in the place of a kubelet, and of what runs in a pod: it answers over TLS, switches protocols, and notes what it is asked. */
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

import type { Leaf } from '@keelson/callouts/testing';

export interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Kubelet {
  readonly port: number;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

/** `authority`: whose client certificates it takes; everybody is taken without it. */
export async function startKubelet({ cert, key }: Leaf, host: string, authority?: string): Promise<Kubelet> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const trust = authority === undefined ? {} : { ca: authority, requestCert: true, rejectUnauthorized: true };
  const server = createServer({ cert, key, ...trust }, (request, response) => {
    const { method, url = '', headers } = request;
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () => {
      asked.push({ method, url, headers, body });
      if (url.includes('/none')) response.writeHead(404).end('no such container');
      else if (url.includes('/away')) response.writeHead(302, { Location: '/login?next=1' }).end();
      else response.writeHead(200, { 'Content-Type': 'text/x', 'X-From': 'kubelet' }).end(`${method} ${url} ${body}`);
    });
  });
  server.on('upgrade', ({ method, url, headers }, socket, head) => {
    asked.push({ method, url, headers, body: '' });
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n');
    socket.write(head.toString().toUpperCase());
    socket.on('data', (bytes: Buffer) => socket.write(bytes.toString().toUpperCase()));
    socket.on('error', () => socket.destroy()).on('end', () => socket.end());
  });
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((done) => void server.listen(0, host, done));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => void server.close(() => done()));
    },
  };
}
