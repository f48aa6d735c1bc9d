/**
 * Connections on which nothing was asked yet, handshakes included: whoever opens them is not known, and each costs as much
 * as a request. From too many of them, of one address or of all, the oldest are closed, but only after some seconds: those
 * who come back together, behind one proxy, are not told from those who only open connections but by what they do next.
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
  /** Something was asked. The socket may be the one above TLS. */
  welcome(socket: Socket): void;
  count(): number;
}

interface Newcomer {
  readonly socket: Socket;
  readonly address: string;
  readonly sinceMs: number;
  readonly onClose: () => void;
}

/** `server` tells of connections as they come, before any handshake. */
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
