/** Opens a connection: TCP, then TLS with the target's trust. Ends within the time limit, one way or the other. */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely, TLSSocket, type SecureContext } from 'node:tls';

import type { CalloutFailure } from '../contract.ts';
import { dialFailure, failedCall } from '../failure.ts';
import { checkName } from './check-name.ts';
import type { Destination } from './destination.ts';

export interface DialOptions {
  readonly destination: Destination;
  /** Undefined for connections that are not encrypted. */
  readonly context: SecureContext | undefined;
  readonly verifies: boolean;
  /** Beside HTTP/1.1; the target chooses, by ALPN. */
  readonly offersHttp2: boolean;
  readonly timeoutMs: number;
}

export interface OpenedConnection {
  readonly ok: true;
  readonly socket: Socket;
  readonly protocol: 'h2' | 'http/1.1';
  /** When the certificate of the target ends; Infinity without one. */
  readonly trustedUntilMs: number;
}

export interface Dialling {
  /** Gives up. The outcome is a failure then. */
  cancel(): void;
}

const tcpKeepAliveMs = 30_000;

/** Calls `onOutcome` once, never before it has returned. */
export function dial(options: DialOptions, onOutcome: (outcome: OpenedConnection | CalloutFailure) => void): Dialling {
  const { destination, timeoutMs } = options;
  const socket = open(options);
  const settle = (outcome: OpenedConnection | CalloutFailure): void => {
    clearTimeout(timer);
    socket.off('error', onError).off('close', onClose).off('secureConnect', onReady).off('connect', onReady);
    if (!outcome.ok) socket.on('error', ignore).destroy();
    onOutcome(outcome);
  };
  const onError = (error: unknown): void => settle(dialFailure(error, destination));
  const onClose = (): void => settle(failedCall('unreachable', 'EOF', false));
  const onReady = (): void => settle(describeConnection(socket, options));
  const timer = setTimeout(() => settle(dialTimeout(socket, destination)), timeoutMs).unref();
  socket.on('error', onError).on('close', onClose);
  socket.on(destination.isSecure ? 'secureConnect' : 'connect', onReady);
  return { cancel: () => socket.destroy() };
}

/** Go words the end of patience with a connection by how far it came. */
function dialTimeout(socket: Socket, { host, port }: Destination): CalloutFailure {
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const words = socket.connecting ? `dial tcp ${address}: i/o timeout` : 'net/http: TLS handshake timeout';
  return failedCall('timeout', words, false);
}

function open({ destination, context, verifies, offersHttp2 }: DialOptions): Socket {
  const { host, port, isSecure, serverName } = destination;
  if (!isSecure) return connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: tcpKeepAliveMs });
  const socket = connectSecurely({
    host,
    port,
    ...(context && { secureContext: context }),
    ...(isIP(serverName) === 0 && { servername: serverName }),
    ALPNProtocols: offersHttp2 ? ['h2', 'http/1.1'] : ['http/1.1'],
    rejectUnauthorized: verifies,
    checkServerIdentity: (_, certificate) => checkName(serverName, certificate),
  });
  return socket.setNoDelay(true).setKeepAlive(true, tcpKeepAliveMs);
}

function describeConnection(socket: Socket, { verifies }: DialOptions): OpenedConnection {
  if (!(socket instanceof TLSSocket)) return { ok: true, socket, protocol: 'http/1.1', trustedUntilMs: Infinity };
  const protocol = socket.alpnProtocol === 'h2' ? 'h2' : 'http/1.1';
  return { ok: true, socket, protocol, trustedUntilMs: verifies ? endOfTrust(socket) : Infinity };
}

function endOfTrust(socket: TLSSocket): number {
  const endMs = Date.parse(socket.getPeerCertificate().valid_to);
  return Number.isNaN(endMs) ? Infinity : endMs;
}

/** Destroyed: what it still has to say concerns nobody. */
function ignore(): void {
  // Nothing waits for this socket any more.
}
