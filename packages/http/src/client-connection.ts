/**
 * The connection of a client: what belongs to it rather than to one of its requests, of which many may be under way at
 * once. Layers above keep what they find out about a client by this object, in a WeakMap of their own.
 */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

export class ClientConnection {
  readonly socket: Socket;
  /** Has the certificate of the client, if there is one. Undefined for connections that are not encrypted. */
  readonly tls: TLSSocket | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    this.tls = socket instanceof TLSSocket ? socket : undefined;
  }

  /** Empty once the connection is gone, and for sockets of the file system. */
  get remoteAddress(): string {
    const address = this.socket.remoteAddress ?? '';
    // On sockets that take both, an IPv4 address looks like an IPv6 one.
    return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  }
}

const connections = new WeakMap<Socket, ClientConnection>();

/** The same object for all requests over a socket, whichever lane they take. */
export function connectionOf(socket: Socket): ClientConnection {
  let connection = connections.get(socket);
  if (connection === undefined) connections.set(socket, (connection = new ClientConnection(socket)));
  return connection;
}
