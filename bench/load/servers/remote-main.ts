/** The process that is called: a webhook that admits everything, and an API server that holds one object. */
import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';

import { groupVersion, remoteObject } from './remote-object.ts';
import type { RemoteReady, RemoteStart } from './remote-object.ts';

const object = JSON.stringify(remoteObject);
const discovery = JSON.stringify({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: [] });

process.once('message', (message: unknown) => {
  const { certificate, privateKey, protocols } = message as RemoteStart;
  const isBoth = protocols === 'both';
  const server = createSecureServer(
    {
      cert: certificate,
      key: privateKey,
      allowHTTP1: true,
      ...(!isBoth && { ALPNProtocols: ['http/1.1'] }),
    },
    (request, response) => void answer(request, response),
  );
  server.listen(0, '127.0.0.1');
  void once(server, 'listening').then(() => {
    const ready: RemoteReady = { port: (server.address() as AddressInfo).port };
    process.send?.(ready);
  });
});
process.once('disconnect', () => process.exit());

async function answer(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = request.method === 'POST' ? admit(Buffer.concat(chunks)) : read(request.url);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

function admit(body: Buffer): string {
  const { apiVersion, kind, request } = JSON.parse(body.toString('utf8')) as {
    readonly apiVersion: string;
    readonly kind: string;
    readonly request: { readonly uid: string };
  };
  return JSON.stringify({ apiVersion, kind, response: { uid: request.uid, allowed: true } });
}

function read(path: string): string {
  return path.endsWith(groupVersion) ? discovery : object;
}
