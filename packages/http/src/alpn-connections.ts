/** The connections for which ALPN has chosen another protocol than HTTP/1.1. */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import type { AlpnConnection, AlpnProtocol } from './alpn-protocol.ts';
import type { Newcomers } from './newcomers.ts';
import type { ArrivalQueue } from './quick/arrival-queue.ts';

export interface AlpnConnections {
  /** False for a connection of HTTP/1.1. */
  take(socket: Socket): boolean;
  sockets(): Iterable<Socket>;
  /** All end when what is under way is answered; those that are still to come, too. */
  endSoon(): void;
}

export function openAlpnConnections(
  protocol: AlpnProtocol | undefined,
  arrivals: ArrivalQueue,
  newcomers: Newcomers,
): AlpnConnections {
  const connections = new Map<Socket, AlpnConnection>();
  let isStopping = false;
  return {
    take: (socket) => {
      const chosen = socket instanceof TLSSocket ? socket.alpnProtocol : undefined;
      if (protocol === undefined || chosen !== protocol.name) return false;
      const connection = protocol.serve({ socket, arrivals, onFirst: () => newcomers.welcome(socket) });
      connections.set(socket, connection);
      socket.once('close', () => connections.delete(socket));
      if (isStopping) connection.endSoon();
      return true;
    },
    sockets: () => connections.keys(),
    endSoon: () => {
      isStopping = true;
      for (const connection of [...connections.values()]) connection.endSoon();
    },
  };
}
