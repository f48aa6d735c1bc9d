/**
 * Tells clients that ask for it to go on with a body. Node's server does so by itself, but
 * at once: where the answer before is still on its way, it ends up between head and body
 * of the one that follows. Here it waits for its turn.
 */
import type { Server } from 'node:http';
import type { Server as HttpsServer } from 'node:https';

export function continueInTurn(server: Server | HttpsServer): void {
  server.on('checkContinue', (incoming, response) => {
    // Those that have a socket are those whose turn it is.
    if (response.socket !== null) response.writeContinue();
    else {
      response.once('socket', () => {
        // Who has been answered meanwhile is not waiting for the word any more; Node closes the connection behind it.
        if (!response.headersSent) response.writeContinue();
      });
    }
    server.emit('request', incoming, response);
  });
}
