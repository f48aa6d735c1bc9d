/**
 * Begins the handshakes of TLS in slices. A hello costs a strange client nothing and the server a signature, some 0.3 ms:
 * a thousand of them in one turn of the event loop would hold it up for as long as all of them take. So a connection is
 * handed to TLS with its first bytes, and when its turn has come.
 */
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

/** `undefined`: go on. A promise: others have their turn first. */
export type GiveWay = () => Promise<void> | undefined;

export interface HandshakeOptions {
  readonly giveWay: GiveWay;
  /** A connection on which nothing comes for so long is closed. */
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
      // The end of a connection without any bytes is told in the same way.
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
  // Nobody is told: nothing was asked yet.
}
