/** For tests: servers of Node's own over TLS that remember what they were sent. */
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

import type { Leaf } from './authority.ts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly version: string;
  /** The common name of the client's certificate. */
  readonly client: string | undefined;
}

export interface NodeServer {
  readonly port: number;
  readonly origin: string;
  readonly received: readonly Received[];
  readonly connections: () => number;
  close(): void;
}

export interface NodeServerOptions {
  readonly leaf: Leaf;
  readonly version: 'h2' | 'http/1.1' | 'both';
  /** Whose client certificates it accepts; it asks for one. */
  readonly clientAuthority?: string;
  readonly answer?: (request: Received, response: Http2ServerResponse, count: number) => void;
}

const accept = (_: unknown, response: Http2ServerResponse): void => void response.end('{"allowed":true}');

export async function serveNode({
  leaf,
  version,
  clientAuthority,
  answer = accept,
}: NodeServerOptions): Promise<NodeServer> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const settings = {
    cert: leaf.cert,
    key: leaf.key,
    ...(clientAuthority !== undefined && { ca: clientAuthority, requestCert: true, rejectUnauthorized: false }),
  };
  const server = createSecureServer({
    ...settings,
    allowHTTP1: version !== 'h2',
    // The last word on the protocol: without a common one the server would speak HTTP/1.1.
    ...(version === 'http/1.1' && { ALPNCallback: () => 'http/1.1' }),
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () => {
      const one = describeRequest(request, body);
      received.push(one);
      answer(one, response, received.length);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `https://localhost:${port}`,
    received,
    connections: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The socket is gone if the client left meanwhile; the certificate is empty where the client showed none. */
function describeRequest({ method, url, headers, httpVersion, socket }: Http2ServerRequest, body: string): Received {
  const { getPeerCertificate } = socket as Partial<TLSSocket>;
  const certificate = getPeerCertificate?.call(socket) as { readonly subject?: { readonly CN?: string } } | undefined;
  return { method, path: url, headers, body, version: httpVersion, client: certificate?.subject?.CN };
}
