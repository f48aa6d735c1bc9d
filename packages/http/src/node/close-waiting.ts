/**
 * Closes the responses of pipelined requests that still wait for their turn when their connection ends. Node's server
 * closes only the response whose turn it is, so that counters of open responses would never be released for the others.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

export function closeWaiting(server: Server | HttpsServer): void {
  /** One listener for each connection: there may be thousands that wait. */
  const waiting = new WeakMap<Socket, Set<ServerResponse>>();
  server.on('request', ({ socket }, response: ServerResponse) => {
    // With pipelining, only the response whose turn it is has a socket.
    if (response.socket !== null) return;
    const responses = waiting.get(socket) ?? new Set();
    if (!waiting.has(socket)) {
      waiting.set(socket, responses);
      socket.once('close', () => closeAll(responses));
    }
    responses.add(response);
    response.once('close', () => responses.delete(response));
  });
}

function closeAll(responses: ReadonlySet<ServerResponse>): void {
  for (const response of [...responses]) {
    if (response.socket !== null) continue;
    response.destroyed = true;
    response.emit('close');
  }
}
