/**
 * Connections without a request yet, those in a TLS handshake included: their clients are unknown, and each costs as
 * much as a request. If there are too many, of one address or in all, the oldest are closed, but only after some
 * seconds: clients that reconnect together behind one proxy differ from idle openers only in what they do next.
 */
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

export interface NewcomerLimits {
  readonly perAddress: number;
  readonly total: number;
  /** A younger connection is never closed. */
  readonly patienceMs: number;
}

export const usualNewcomerLimits: NewcomerLimits = { perAddress: 1_000, total: 5_000, patienceMs: 3_000 };

export interface Newcomers {
  /** A request arrived. The socket may be the TLS socket. */
  welcome(socket: Socket): void;
  count(): number;
}

interface Newcomer {
  readonly socket: Socket;
  readonly address: string;
  readonly sinceMs: number;
  readonly onClose: () => void;
}

/** `server` emits connections as they are accepted, before any handshake. */
export function watchNewcomers(
  server: EventEmitter,
  limits: NewcomerLimits,
  now: () => number = () => performance.now(),
): Newcomers {
  /** By both ends, which the sockets above and below TLS have in common. The oldest comes first. */
  const all = new Map<string, Newcomer>();
  const byAddress = new Map<string, Set<string>>();

  const forget = (key: string): void => {
    const newcomer = all.get(key);
    if (newcomer === undefined) return;
    all.delete(key);
    newcomer.socket.off('close', newcomer.onClose);
    const others = byAddress.get(newcomer.address);
    others?.delete(key);
    if (others?.size === 0) byAddress.delete(newcomer.address);
  };

  const closeOldest = (keys: Iterable<string>): void => {
    for (const key of keys) {
      const oldest = all.get(key);
      if (oldest !== undefined && now() - oldest.sinceMs >= limits.patienceMs) {
        forget(key);
        oldest.socket.destroy();
      }
      return;
    }
  };

  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket);
    const { remoteAddress: address } = socket;
    if (address === undefined) return;
    const onClose = (): void => forget(key);
    all.set(key, { socket, address, sinceMs: now(), onClose });
    const same = byAddress.get(address) ?? new Set();
    byAddress.set(address, same.add(key));
    socket.on('close', onClose);
    if (same.size > limits.perAddress) closeOldest(same);
    if (all.size > limits.total) closeOldest(all.keys());
  });
  return { welcome: (socket) => forget(keyOf(socket)), count: () => all.size };
}

function keyOf({ remoteAddress = '', remotePort = 0, localPort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}
