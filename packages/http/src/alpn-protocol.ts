/** A protocol that ALPN may choose for a connection in place of HTTP/1.1. The lane knows its name, and nothing else. */
import type { Socket } from 'node:net';

import type { ArrivalQueue } from './quick/arrival-queue.ts';

export interface AlpnProtocol {
  /** Its name in ALPN. */
  readonly name: string;
  serve(connection: AlpnConnectionParts): AlpnConnection;
}

export interface AlpnConnectionParts {
  /** After its handshake. */
  readonly socket: Socket;
  /** Of all connections of the server: requests of every protocol take turns. */
  readonly arrivals: ArrivalQueue;
  /** To be called when a request comes. */
  readonly onFirst: () => void;
}

export interface AlpnConnection {
  /** Ends when all that is under way is answered. */
  endSoon(): void;
}
