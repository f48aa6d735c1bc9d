/** The process that is called: a webhook that admits everything, and an API server that holds one object. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { groupVersion, remoteObject } from './remote-object.ts';
import type { RemoteReady, RemoteStart } from './remote-object.ts';

const object = JSON.stringify(remoteObject);
const discovery = JSON.stringify({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: [] });

process.once('message', (message: unknown) => {
  const { certificate, privateKey, protocols } = message as RemoteStart;
  const identity = { cert: certificate, key: privateKey };
  const server =
    protocols === 'both'
      ? createSecureServer({ ...identity, allowHTTP1: true }, (request, response) => void answer(request, response))
      : createServer(identity, (request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  void once(server, 'listening').then(() => {
    const ready: RemoteReady = { port: (server.address() as AddressInfo).port };
    process.send?.(ready);
  });
});
process.once('disconnect', () => process.exit());

type Request = Http2ServerRequest | IncomingMessage;
type Response = Http2ServerResponse | ServerResponse;

async function answer(request: Request, response: Response): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = request.method === 'POST' ? admit(Buffer.concat(chunks)) : read(request.url ?? '');
  response.statusCode = 200;
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(text));
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
