/** The process that is called: a webhook that admits everything, and an API server that holds one object. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';

import { groupVersion, remoteObject, reviewsPath } from './remote-object.ts';
import type { RemoteReady, RemoteStart } from './remote-object.ts';

const object = JSON.stringify(remoteObject);
const discovery = JSON.stringify({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: [] });

/** As servers in Go do, it lets the client choose by ALPN. Over HTTP/2 it answers by streams alone, which cost it less. */
process.once('message', (message: unknown) => {
  const { certificate, privateKey, protocols } = message as RemoteStart;
  const plain = createHttpServer((request, response) => void answerPlain(request, response));
  const streams = createHttp2Server().on('stream', answerStream);
  const ALPNProtocols = protocols === 'both' ? ['h2', 'http/1.1'] : ['http/1.1'];
  const server = createServer({ cert: certificate, key: privateKey, ALPNProtocols, noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    (socket.alpnProtocol === 'h2' ? streams : plain).emit('connection', socket);
  });
  server.listen(0, '127.0.0.1');
  void once(server, 'listening').then(() => {
    const ready: RemoteReady = { port: (server.address() as AddressInfo).port };
    process.send?.(ready);
  });
});
process.once('disconnect', () => process.exit());

async function answerPlain(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = answerTo(request.method, request.url, Buffer.concat(chunks));
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

function answerStream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
  const chunks: Buffer[] = [];
  stream.on('error', () => stream.destroy());
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    const text = answerTo(headers[':method'], headers[':path'], Buffer.concat(chunks));
    stream.respond({ ':status': 200, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    stream.end(text);
  });
}

function answerTo(method: string | undefined, path = '', body: Buffer): string {
  return method === 'POST' ? admit(body) : read(path);
}

let reviews = 0;

function admit(body: Buffer): string {
  reviews += 1;
  const { apiVersion, kind, request } = JSON.parse(body.toString('utf8')) as {
    readonly apiVersion: string;
    readonly kind: string;
    readonly request: { readonly uid: string };
  };
  return JSON.stringify({ apiVersion, kind, response: { uid: request.uid, allowed: true } });
}

function read(path: string): string {
  if (path === reviewsPath) return String(reviews);
  return path.endsWith(groupVersion) ? discovery : object;
}
