/** Listens for HTTPS with limits on what a stranger may cost: headers, slowness, connections that do nothing. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

import { badRequest, methodNotAllowed, type Status } from '@keelson/meta';
import type { Handler } from '@keelson/surface';

export interface ListenerOptions {
  readonly bindAddress: string;
  readonly port: number;
  readonly certificate: string;
  readonly privateKey: string;
  /** Authorities of client certificates. */
  readonly clientAuthorities: readonly string[];
  readonly handler: Handler;
}

export interface Listener {
  readonly server: Server;
  readonly address: string;
  readonly port: number;
  /** No new connections; idle ones are closed, busy ones end with their request. */
  stopAccepting(): Promise<void>;
  /** Cuts off what is still open. */
  cutOff(): void;
}

const headerBytes = 64 * 1024;
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 120_000;
const keepAliveTimeoutMs = 90_000;
const handshakeTimeoutMs = 10_000;
const closeIdleMs = 50;

export async function listen(options: ListenerOptions): Promise<Listener> {
  const server = createServer(
    {
      cert: options.certificate,
      key: options.privateKey,
      ca: [...options.clientAuthorities],
      requestCert: options.clientAuthorities.length > 0,
      // Callers without a certificate may have a token: who they are is decided further on.
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
      maxHeaderSize: headerBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      handshakeTimeout: handshakeTimeoutMs,
      noDelay: true,
    },
    options.handler,
  );
  server.on('clientError', refuseMalformed);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.bindAddress, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { address, port } = server.address() as AddressInfo;
  return {
    server,
    address,
    port,
    stopAccepting: () => stopAccepting(server),
    cutOff: () => server.closeAllConnections(),
  };
}

/** Connections that are busy now become idle one by one, and are closed as they do. */
function stopAccepting(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const closing = setInterval(() => server.closeIdleConnections(), closeIdleMs);
    server.close(() => {
      clearInterval(closing);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** What Node's parser does not take for HTTP still gets an answer that a client can read. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = statusOf(error);
  const body = `${JSON.stringify(status)}\n`;
  const code = status.code ?? 400;
  const reason = code === 405 ? 'Method Not Allowed' : code === 431 ? 'Request Header Fields Too Large' : 'Bad Request';
  socket.end(
    `HTTP/1.1 ${code} ${reason}\r\nContent-Type: application/json\r\nCache-Control: no-cache, private\r\n` +
      `Audit-Id: ${randomUUID()}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function statusOf({ code }: NodeJS.ErrnoException): Status {
  switch (code) {
    case 'HPE_INVALID_METHOD':
      return methodNotAllowed();
    case 'HPE_HEADER_OVERFLOW':
      return { ...badRequest(`the headers of the request are larger than ${headerBytes} bytes`), code: 431 };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { ...badRequest('the request took too long to arrive'), code: 408 };
    default:
      return badRequest('the request is not well-formed HTTP');
  }
}
