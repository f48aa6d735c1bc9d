/**
 * The connection of a client: what belongs to it rather than to one of its requests, of which many may be under way at
 * once. Layers above keep what they find out about a client by this object, in a WeakMap of their own.
 */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

export interface TakenConnection {
  /**
   * Paused. Nothing else reads it, writes to it or times it any more; an error destroys it. Its own side is left open when
   * the client ends the other.
   */
  readonly socket: Socket;
  /** The bytes that came after the request. */
  readonly head: Buffer;
}

/** Lets go of a connection, and returns what came of it after the request under way; undefined where that cannot be. */
type Release = () => Buffer | undefined;

export class ClientConnection {
  readonly socket: Socket;
  /** Has the certificate of the client, if there is one. Undefined for connections that are not encrypted. */
  readonly tls: TLSSocket | undefined;
  #release: Release | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    this.tls = socket instanceof TLSSocket ? socket : undefined;
  }

  /** To be called by whoever reads the connection now. */
  holdBy(release: Release | undefined): void {
    this.#release = release;
  }

  /**
   * Takes the connection out of HTTP, for another protocol or another server, in place of a response to the request under
   * way; that response is over then. Undefined once the response has begun, and where Node's server reads a request that does not ask for another
   * protocol: it does not let go of that connection. A request with `Upgrade` that is declined is answered as if it had not
   * asked.
   */
  takeOver(): TakenConnection | undefined {
    const head = this.#release?.();
    return head && { socket: this.socket, head };
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
