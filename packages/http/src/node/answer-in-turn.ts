/**
 * Node's server hands on pipelined requests as fast as they are parsed, so that one connection may have any number of
 * them carried out at once. Here each is handed on when the answer before it has been sent. Listeners for requests that
 * are added later still see each one as it comes.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

/** Of the heads of requests that wait on one connection, and of the objects for them. A client that sends more is cut off. */
const waitingBytes = 1024 * 1024;
const bytesPerRequest = 512;

type Listener = (incoming: IncomingMessage, response: ServerResponse) => void;

/** To be called after the listener that answers was added, and before any other. */
export function answerInTurn(server: Server | HttpsServer): void {
  const answering = server.listeners('request') as Listener[];
  server.removeAllListeners('request');
  const answer: Listener = (incoming, response) => {
    for (const listener of answering) listener.call(server, incoming, response);
  };
  const waiting = new WeakMap<Socket, number>();

  server.on('request', (incoming, response) => {
    // Only the response whose turn it is has a socket.
    if (response.socket !== null) {
      answer(incoming, response);
      return;
    }
    const { socket } = incoming;
    const bytes = bytesOf(incoming);
    const held = (waiting.get(socket) ?? 0) + bytes;
    waiting.set(socket, held);
    if (held > waitingBytes) {
      socket.destroy();
      return;
    }
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - bytes);
      // The turn comes in the middle of the end of the answer before.
      process.nextTick(answer, incoming, response);
    });
  });
}

function bytesOf({ url = '', rawHeaders }: IncomingMessage): number {
  let bytes = bytesPerRequest + url.length;
  for (const text of rawHeaders) bytes += text.length;
  return bytes;
}
