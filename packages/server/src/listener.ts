/** Listens for HTTPS with limits on what a stranger may cost: headers, slowness, connections that do nothing. */
import { constants, randomUUID } from 'node:crypto';
import { createServer } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import { Server as NetServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';

import { openLane, usualNewcomerLimits, type Lane } from '@keelson/http';
import { badRequest, methodNotAllowed, type Status } from '@keelson/meta';
import type { Handler } from '@keelson/surface';
import { acceptQueueLength } from './accept-queue.ts';
import { createHttp2, type Http2Settings } from './http2/serve-http2.ts';
import type { ReplicaLink } from './processes/replica-link.ts';
import { shareNewcomers } from './processes/share-limits.ts';
import { giveWay } from '@keelson/telemetry';

export interface ListenerOptions {
  readonly bindAddress: string;
  readonly port: number;
  /** Certificate, key, authorities of client certificates, versions and suites. */
  readonly secureContext: SecureContextOptions;
  readonly handler: Handler;
  readonly http2: Http2Settings;
  /** Present in a worker process: connections come from its supervisor. */
  readonly link?: Pick<ReplicaLink, 'takeConnections' | 'workers'> | undefined;
  /** Called for each connection whose handshake fails. */
  readonly onHandshakeError?: () => void;
}

export interface Listener {
  readonly server: Server;
  readonly address: string;
  readonly port: number;
  /** For new connections, from now on. */
  useSecureContext(options: SecureContextOptions): void;
  /** Answers say that their connection ends, so that clients move on before `stopAccepting` closes idle ones under them. */
  drain(): void;
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
/** The interval at which Node checks these timeouts. */
const timeoutsCheckMs = 2_000;
const closeIdleMs = 50;
/** The time that a refused client may go on sending, so that it reads the refusal before the connection is closed. */
const drainMs = 1_000;

export async function listen(options: ListenerOptions): Promise<Listener> {
  const server = createServer(
    {
      ...options.secureContext,
      requestCert: true,
      // Callers without a certificate may have a token: authentication comes later.
      rejectUnauthorized: false,
      // A session that is taken up again would be trusted for what was good when it began.
      secureOptions: constants.SSL_OP_NO_TICKET,
      maxHeaderSize: headerBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: timeoutsCheckMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      handshakeTimeout: handshakeTimeoutMs,
      noDelay: true,
      ALPNProtocols: ['h2', 'http/1.1'],
    },
    options.handler.answer,
  );
  const { answer: answerNode, answerQuickly: answer } = options.handler;
  const lane = openLane({
    server,
    answer,
    answerNode,
    keepAliveMs: keepAliveTimeoutMs,
    firstRequestMs: headersTimeoutMs,
    newcomers: shareNewcomers(usualNewcomerLimits, options.link?.workers ?? 1),
    giveWay,
    alpn: createHttp2({
      ...{ ...options.http2, answer, answerNode, refusalOf },
      idleMs: keepAliveTimeoutMs,
      firstRequestMs: headersTimeoutMs,
      random: Math.random,
      giveWay,
    }),
  });
  const open = trackResponses(server);
  server.on('tlsClientError', () => options.onHandshakeError?.());
  server.on('clientError', (error: ParseError, socket: Socket) => refuseMalformed(error, socket, open));
  const { address, port, close } = await openDoor(server, options);
  return {
    server,
    address,
    port,
    useSecureContext: (secureContext) =>
      server.setSecureContext({ ...secureContext, secureOptions: constants.SSL_OP_NO_TICKET }),
    drain: () => lane.drain(),
    stopAccepting: () => stopAccepting({ server, close, lane, open }),
    cutOff: () => {
      lane.cutOff();
      server.closeAllConnections();
    },
  };
}

/** The place where connections arrive. */
interface Door {
  readonly address: string;
  readonly port: number;
  /** No new connections. Resolves when those that came have closed. */
  close(): Promise<void>;
}

async function openDoor(server: Server, { bindAddress, port, link }: ListenerOptions): Promise<Door> {
  if (link !== undefined) {
    // Node limits the time of requests on servers that listen.
    server.emit('listening');
    const { close, ...place } = await link.takeConnections(bindAddress, port, (socket) => {
      server.emit('connection', socket);
    });
    return { ...place, close: () => close().then(() => closeServer(server)) };
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: bindAddress, backlog: acceptQueueLength }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { address, port: actual } = server.address() as AddressInfo;
  return { address, port: actual, close: () => closeServer(server) };
}

/** The `close` of HTTP servers closes idle connections at once, by a rule that is wrong here. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

function trackResponses(server: Server): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>();
  server.on('request', (_, response: ServerResponse) => {
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return open;
}

interface Stopping extends Pick<Door, 'close'> {
  readonly server: Server;
  readonly lane: Lane;
  readonly open: ReadonlySet<ServerResponse>;
}

/**
 * Connections that are busy now become idle one by one, and are closed as they do.
 * Node takes one for idle whose response has ended and is still on its way out, and
 * would cut that off; so it is asked only while there is none.
 */
async function stopAccepting({ server, close, lane, open }: Stopping): Promise<void> {
  lane.stop();
  const closeIdle = (): void => {
    for (const { writableEnded } of open) if (writableEnded) return;
    server.closeIdleConnections();
  };
  const closing = setInterval(closeIdle, closeIdleMs);
  const closed = close();
  closeIdle();
  await closed;
  clearInterval(closing);
}

/** The error of Node's HTTP parser. */
interface ParseError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

const malformed = badRequest('the request is not well-formed HTTP');

/** Node reports every chunk that follows the first bad one, too. */
const refused = new WeakSet<Socket>();

/** A request that Node's parser rejects still gets an answer that a client can read. */
function refuseMalformed(error: ParseError, socket: Socket, open: ReadonlySet<ServerResponse>): void {
  if (refused.has(socket)) return;
  refused.add(socket);
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegun(open, socket)) return void socket.destroy();
  // After `Connection: close` the request is answered, and further data is discarded.
  if (error.code === 'HPE_CLOSED_CONNECTION') return void socket.removeAllListeners('data').resume();
  const status = statusOf(error);
  const body = `${JSON.stringify(status)}\n`;
  const code = status.code ?? 400;
  const reason = code === 405 ? 'Method Not Allowed' : code === 431 ? 'Request Header Fields Too Large' : 'Bad Request';
  socket.removeAllListeners('data').resume();
  setTimeout(() => socket.destroy(), drainMs).unref();
  socket.end(
    `HTTP/1.1 ${code} ${reason}\r\nContent-Type: application/json\r\nCache-Control: no-cache, private\r\n` +
      `Audit-Id: ${randomUUID()}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** The refusal would be read as the rest of a response that is being sent. */
function hasBegun(open: ReadonlySet<ServerResponse>, socket: Socket): boolean {
  for (const response of open) {
    if (response.socket === socket && response.headersSent && !response.writableEnded) return true;
  }
  return false;
}

function refusalOf(fault: 'malformed' | 'tooLarge'): Status {
  if (fault === 'malformed') return malformed;
  return { ...badRequest(`the headers of the request are larger than ${headerBytes} bytes`), code: 431 };
}

function statusOf({ code, rawPacket }: ParseError): Status {
  switch (code) {
    case 'HPE_INVALID_METHOD':
      return isRequestLine(rawPacket) ? methodNotAllowed() : malformed;
    case 'HPE_HEADER_OVERFLOW':
      return refusalOf('tooLarge');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { ...badRequest('the request took too long to arrive'), code: 408 };
    default:
      return malformed;
  }
}

/** One that only has a method that Node does not know. */
function isRequestLine(packet: Buffer | undefined): boolean {
  return packet !== undefined && /^[A-Z]+ \S+ HTTP\/1\.[01]\r?\n/.test(packet.toString('latin1'));
}
