/** Answers a request that was read in the quick lane with Node's own objects, which pages and frameworks expect. */
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { Head } from '../quick/parse-head.ts';

export type AnswerNode = (incoming: IncomingMessage, response: ServerResponse) => void;

export interface NodeExchange {
  readonly head: Head;
  readonly body: Uint8Array;
  readonly socket: Socket;
  readonly connection: 'keep-alive' | 'close';
}

/** `done` is called when the connection is free again; not if it is lost. */
export function answerWithNode(exchange: NodeExchange, answer: AnswerNode, done: () => void): void {
  const { socket, connection } = exchange;
  const incoming = makeIncoming(exchange);
  const response = new ServerResponse(incoming);
  if (connection === 'close') response.shouldKeepAlive = false;
  response.assignSocket(socket);
  const onDrain = (): void => void response.emit('drain');
  socket.on('drain', onDrain);
  response.once('finish', () => {
    socket.off('drain', onDrain);
    response.detachSocket(socket);
    // As Node's server does it; who keeps accounts of a request waits for this.
    response.emit('close');
    if (response.shouldKeepAlive) done();
    else socket.destroySoon();
  });
  answer(incoming, response);
}

function makeIncoming({ head, body, socket }: NodeExchange): IncomingMessage {
  const incoming = new IncomingMessage(socket);
  incoming.method = head.method;
  incoming.url = head.url;
  incoming.httpVersion = '1.1';
  incoming.httpVersionMajor = 1;
  incoming.httpVersionMinor = 1;
  incoming.headers = { ...head.fields.headers };
  incoming.rawHeaders = [...head.fields.rawHeaders];
  incoming.complete = true;
  if (body.length > 0) incoming.push(body);
  incoming.push(null);
  return incoming;
}
