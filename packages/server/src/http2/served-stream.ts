/**
 * One request over a stream of HTTP/2, from its head to the end of its response.
 *
 *     coming ── whole, or large, or slow ──▶ its turn among those that arrive ──▶ answered quickly, or by Node's objects
 */
import {
  answerMessage,
  nameArrival,
  type AnswerNode,
  type AnswerQuickly,
  type ArrivalQueue,
  type ClientConnection,
} from '@keelson/http';
import { resetCodes, type RequestEvents, type ServerExchange } from '@keelson/http2';

import type { TakePageTurn } from './page-turns.ts';
import type { RequestHeaders } from './request-headers.ts';
import { ResponseSocket } from './response-socket.ts';
import { StreamBacklog } from './stream-backlog.ts';
import { StreamIncoming } from './stream-incoming.ts';
import { nodeMessageOf } from './stream-message.ts';
import { StreamResponse } from './stream-response.ts';

export interface Answering {
  readonly answer: AnswerQuickly;
  /** Answers what `answer` does not take. */
  readonly answerNode: AnswerNode;
}

/** The parts of a connection that all its requests share: passed on, not copied for each request. */
export interface Serving extends Answering {
  readonly connection: ClientConnection;
  readonly arrivals: ArrivalQueue;
  readonly takePageTurn: TakePageTurn;
}

export interface ServedRequest {
  readonly method: string;
  readonly url: string;
  readonly fields: RequestHeaders;
  /** Length of the body, where the client has announced it. */
  readonly length: number | undefined;
  /** The whole body has come. */
  readonly isComplete: boolean;
}

/** Bodies that are larger are read in pieces. No window is larger. */
export const wholeBytes = 256 * 1024;
/** A body that is not complete by then is read in pieces. */
const patienceMs = 50;

export class ServedStream implements RequestEvents {
  readonly #serving: Serving;
  readonly #exchange: ServerExchange;
  readonly #request: ServedRequest;
  readonly #incoming: StreamIncoming;
  readonly #backlog: StreamBacklog;
  readonly #patience: NodeJS.Timeout | undefined;
  #hasBegun = false;
  #isGone = false;
  #response: StreamResponse | ResponseSocket | undefined;

  constructor(serving: Serving, exchange: ServerExchange, request: ServedRequest) {
    this.#serving = serving;
    this.#exchange = exchange;
    this.#request = request;
    const { method, url, fields, length } = request;
    this.#backlog = new StreamBacklog(exchange);
    this.#incoming = new StreamIncoming({ method, url, fields, connection: serving.connection, exchange });
    if (request.isComplete) {
      this.#incoming.noteEnd();
      this.#begin();
    } else if (fields.headers.expect !== undefined || (length ?? 0) > wholeBytes) this.#begin();
    else this.#patience = setTimeout(() => this.#begin(), patienceMs);
  }

  onData(bytes: Buffer): void {
    this.#incoming.noteBytes(bytes);
    if (this.#incoming.heldBytes >= wholeBytes) this.#begin();
  }

  onEnd(): void {
    this.#incoming.noteEnd();
    this.#begin();
  }

  onGone(): void {
    this.#isGone = true;
    clearTimeout(this.#patience);
    this.#incoming.noteGone();
    this.#response?.noteGone();
    this.#backlog.settle();
  }

  onRoom(): void {
    this.#response?.noteRoom();
  }

  onSent(): void {
    this.#response?.noteRoom();
    this.#backlog.settle();
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    clearTimeout(this.#patience);
    const { arrivals, connection } = this.#serving;
    if (arrivals.passes()) this.#answer();
    else arrivals.wait(nameArrival(this.#request.fields.headers, connection), () => this.#answer());
  }

  #answer(): void {
    if (this.#isGone) return;
    const { connection, answer } = this.#serving;
    const response = new StreamResponse({
      socket: connection.socket,
      exchange: this.#exchange,
      backlog: this.#backlog,
      isHead: this.#request.method === 'HEAD',
      onOver: () => this.#incoming.noteGone(),
    });
    this.#response = response;
    try {
      if (!answer(this.#incoming, response)) this.#serving.takePageTurn(() => this.#answerWithNode());
    } catch (fault) {
      // Nothing else would ever end it.
      this.#exchange.reset(resetCodes.internalError);
      throw fault;
    }
  }

  #answerWithNode(): void {
    if (this.#isGone) return;
    const { answerNode } = this.#serving;
    const socket = new ResponseSocket(this.#exchange);
    const backlog = this.#backlog;
    this.#response = socket;
    const incoming = nodeMessageOf(this.#incoming);
    const onOver = (): void => {
      socket.finish();
      this.#incoming.noteGone();
    };
    answerMessage({ incoming, socket, keepAliveSeconds: undefined, onOver }, (message, response) => {
      // A body of unknown length ends with its stream; Node would send it in chunks.
      response.useChunkedEncodingByDefault = true;
      response.removeHeader('Transfer-Encoding');
      answerNode(message, Object.assign(response, { backlog }));
    });
  }
}
