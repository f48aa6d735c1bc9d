/**
 * Starts TLS handshakes in slices. A ClientHello costs an unknown client nothing and the server a signature, some
 * 0.3 ms: a thousand of them in one turn of the event loop would block it for as long as all of them take. So a
 * connection is passed to TLS only when its first bytes have arrived and its turn has come.
 */
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

/** `undefined`: go on. A promise: others have their turn first. */
export type GiveWay = () => Promise<void> | undefined;

export interface HandshakeOptions {
  readonly giveWay: GiveWay;
  /** A connection that sends nothing for this long is closed. */
  readonly firstBytesMs: number;
}

/** To be called before others listen for connections: those who do so far are taken for TLS. */
export function beginHandshakesInSlices(server: EventEmitter, { giveWay, firstBytesMs }: HandshakeOptions): void {
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');

  const begin = (socket: Socket): void => {
    socket.setTimeout(0).off('timeout', destroy).off('error', ignore);
    // Node hands the bytes that were read on to TLS.
    for (const listener of listeners) listener.call(server, socket);
  };

  const beginInTurn = async (socket: Socket, turn: Promise<void>): Promise<void> => {
    await turn;
    if (!socket.destroyed) begin(socket);
  };

  server.on('connection', (socket: Socket) => {
    socket.setTimeout(firstBytesMs).on('timeout', destroy).on('error', ignore);
    socket.once('readable', () => {
      // A connection that ends without any bytes causes the same event.
      if (socket.destroyed || socket.readableLength === 0) return void socket.destroy();
      const turn = giveWay();
      if (turn === undefined) begin(socket);
      else beginInTurn(socket, turn).catch(() => socket.destroy());
    });
  });
}

function destroy(this: Socket): void {
  this.destroy();
}

/** The socket closes with it. */
function ignore(): void {
  // Not reported: there was no request yet.
}
