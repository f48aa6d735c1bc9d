/**
 * Sends `100 Continue` to clients that expect it. Node's server does so by itself, but at once: while the answer before
 * is still on its way, the line would end up in the middle of it. Here it is sent when the turn of the request comes.
 */
import type { Server } from 'node:http';
import type { Server as HttpsServer } from 'node:https';

export function continueInTurn(server: Server | HttpsServer): void {
  server.on('checkContinue', (incoming, response) => {
    // With pipelining, only the response whose turn it is has a socket.
    if (response.socket !== null) response.writeContinue();
    else response.once('socket', () => response.writeContinue());
    server.emit('request', incoming, response);
  });
}
