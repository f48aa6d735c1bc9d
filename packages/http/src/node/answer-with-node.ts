/** Answers a request that was read in the quick lane with Node's own objects, which pages and frameworks expect. */
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { Ending } from '../quick/ending.ts';
import type { RequestHead } from '../quick/parse-head.ts';

export type AnswerNode = (incoming: IncomingMessage, response: ServerResponse) => void;

export interface NodeExchange {
  readonly head: RequestHead;
  readonly body: Uint8Array;
  readonly socket: Socket;
  /** Undefined if the connection does not stay. */
  readonly keepAliveSeconds: number | undefined;
  /** Not called if the connection is lost. */
  readonly onOver: (ending: Ending) => void;
}

export function answerWithNode(exchange: NodeExchange, answer: AnswerNode): void {
  answerMessage({ ...exchange, incoming: makeIncoming(exchange) }, answer);
}

/** A request as Node has it, and the socket that its response is written to. */
export interface NodeMessage extends Pick<NodeExchange, 'socket' | 'keepAliveSeconds' | 'onOver'> {
  readonly incoming: IncomingMessage;
}

export function answerMessage(message: NodeMessage, answer: AnswerNode): void {
  const { incoming, socket, keepAliveSeconds } = message;
  const response = new ServerResponse(incoming);
  if (keepAliveSeconds === undefined) response.shouldKeepAlive = false;
  else response.setHeader('Keep-Alive', `timeout=${keepAliveSeconds}`);
  response.assignSocket(socket);
  const forget = tellOfDrains(response, socket);
  response.once('finish', () => {
    forget();
    detachResponse(incoming, response, socket);
    message.onOver(isLast(response) ? 'last' : 'free');
  });
  response.once('close', () => {
    if (!response.writableFinished) incoming.destroy();
  });
  answer(incoming, response);
}

/** Only the server that owns a response informs it of a drain, and Node's own value would be stale. Returns the end of it. */
export function tellOfDrains(response: ServerResponse, socket: Socket): () => void {
  Object.defineProperty(response, 'writableNeedDrain', {
    get: () => !response.destroyed && !response.writableEnded && socket.writableNeedDrain,
  });
  const onDrain = (): void => {
    if (!response.writableEnded) response.emit('drain');
  };
  socket.on('drain', onDrain);
  return () => void socket.off('drain', onDrain);
}

/** As Node's server does: accounting waits for both to close, and an unread body is drained so that it ends. */
export function detachResponse(incoming: IncomingMessage, response: ServerResponse, socket: Socket): void {
  response.detachSocket(socket);
  if (!incoming.readableDidRead) incoming.resume();
  process.nextTick(() => {
    response.destroyed = true;
    response.emit('close');
  });
}

/** True if the head that was sent ends the connection, which Node may decide itself; only `_last` tells. */
export function isLast(response: ServerResponse & { readonly _last?: boolean }): boolean {
  return response._last === true;
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
