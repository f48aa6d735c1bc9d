/**
 * One connection in the quick lane: handles complete requests, one after the other. The
 * first unusual request moves the connection to Node's server, with all bytes received
 * of it.
 */
import type { Socket } from 'node:net';

import { connectionOf, type ClientConnection } from '../client-connection.ts';
import type { AnswerQuickly } from '../exchange.ts';
import { HeldBytes } from '../held-bytes.ts';
import { nameArrival, type ArrivalQueue } from './arrival-queue.ts';
import type { Ending } from './ending.ts';
import { parseHead, type HeaderFields, type RequestHead } from './parse-head.ts';
import { QuickIncoming } from './quick-incoming.ts';
import { QuickResponse } from './quick-response.ts';

export interface ConnectionParts {
  readonly socket: Socket;
  readonly answer: AnswerQuickly;
  /** Answers a well-formed request that the quick lane declined. */
  readonly answerElsewhere: (head: RequestHead, body: Uint8Array, onOver: (ending: Ending) => void) => void;
  /** Of all connections of the lane. */
  readonly arrivals: ArrivalQueue;
  /** Goes on with the connection, from these bytes on. */
  readonly handOver: (socket: Socket, bytes: Buffer) => void;
  /** It is not in the lane any more. */
  readonly onLeft: () => void;
  /** Called when the connection is taken out of HTTP. */
  readonly onTaken: () => void;
  /** The first request came. */
  readonly onFirst: () => void;
  readonly connectionFields: () => string;
  /** True while the server stops, when each response is the last of its connection. */
  readonly isStopping: () => boolean;
}

export interface Quiet {
  readonly sinceMs: number;
  /** Nothing was ever asked. */
  readonly isNew: boolean;
}

/** Heads that are longer are out of the ordinary. */
const headBytes = 8 * 1024;
/** Maximum bytes of pipelined requests buffered while one is answered. */
const aheadBytes = 64 * 1024;
/** Bodies that are larger come in pieces that Node's server can take as they come. */
const bodyBytes = 256 * 1024;
/** A connection that sends the rest of a request later than this goes to Node's server, which has the timeouts. */
const patienceMs = 50;
/** Pipelined requests handled in a row before other connections get a turn. */
const mostInARow = 32;
const nothing = Buffer.alloc(0);

export class Connection {
  readonly #parts: ConnectionParts;
  readonly #client: ClientConnection;
  readonly #held = new HeldBytes();
  /** Parsing fewer bytes than this is useless. */
  #wantedBytes = 0;
  #fields: HeaderFields | undefined;
  #response: QuickResponse | undefined;
  #isElsewhere = false;
  /** A request waits until others that came before it have been handed on. */
  #isQueued = false;
  #inARow = 0;
  /** Nothing more is read here: the connection ends, or has been handed over. */
  #isOver = false;
  #patience: NodeJS.Timeout | undefined;
  /** When it last had something to do, in the caller's milliseconds. */
  #quietSinceMs: number;
  #unsentBytes = 0;
  #hasAnswered = false;

  constructor(parts: ConnectionParts, nowMs: number) {
    this.#parts = parts;
    this.#quietSinceMs = nowMs;
    const { socket } = parts;
    this.#client = connectionOf(socket);
    this.#client.holdBy(this.#release);
    socket.on('data', this.#onData).on('drain', this.#onDrain).on('end', this.#onEnd);
    socket.on('close', this.#onClose).on('error', this.#onError);
  }

  /**
   * Undefined while there is something to do. That a client takes in what was answered is
   * something too; that it does not, is nothing. To be asked now and then.
   */
  quiet(nowMs: number): Quiet | undefined {
    const unsentBytes = this.#parts.socket.writableLength;
    if (unsentBytes !== this.#unsentBytes) {
      this.#unsentBytes = unsentBytes;
      this.#quietSinceMs = nowMs;
    }
    const isAwaiting = this.#held.length > 0 && unsentBytes === 0;
    if (!this.#isOver && (this.#isBusy() || isAwaiting)) return undefined;
    return { sinceMs: this.#quietSinceMs, isNew: !this.#hasAnswered };
  }

  /** Ends now if nothing is under way, and otherwise after it. */
  endSoon(): void {
    if (this.#isOver || this.#isBusy()) return;
    if (this.#held.length > 0) this.#leave(this.#held.take());
    else this.#end();
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#isOver) return;
    if (!this.#isFree()) return this.#holdAhead(chunk);
    if (this.#held.length === 0) return this.#take(chunk);
    this.#held.push(chunk);
    if (this.#held.length >= this.#wantedBytes) this.#take(this.#held.take());
  };

  #isBusy(): boolean {
    return this.#response !== undefined || this.#isElsewhere || this.#isQueued;
  }

  /** Back-pressure: a client that does not read responses gets no further ones. */
  #isFree(): boolean {
    return !this.#isOver && !this.#isBusy() && !this.#parts.socket.writableNeedDrain;
  }

  #holdAhead(bytes: Buffer): void {
    this.#held.push(bytes);
    if (this.#held.length > aheadBytes) this.#parts.socket.pause();
  }

  #take(bytes: Buffer): void {
    this.#wantedBytes = 0;
    const text = bytes.toString('latin1', 0, Math.min(bytes.length, headBytes));
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return bytes.length < headBytes ? this.#await(bytes, 0) : this.#leave(bytes);
    const head = parseHead(text.slice(0, end), this.#fields);
    if (head === undefined || head.fields.bodyBytes > bodyBytes) return this.#leave(bytes);
    this.#fields = head.fields;
    const bodyStart = end + 4;
    const bodyEnd = bodyStart + head.fields.bodyBytes;
    if (bytes.length < bodyEnd) return this.#await(bytes, bodyEnd);
    // It does not wait for an answer, so that the bytes behind it could be of either protocol.
    if (head.fields.isUpgrade && bytes.length > bodyEnd) return this.#leave(bytes);
    this.#endPatience();
    if (bytes.length > bodyEnd) this.#holdAhead(bytes.subarray(bodyEnd));
    const body = bodyEnd === bodyStart ? nothing : bytes.subarray(bodyStart, bodyEnd);
    if (this.#parts.arrivals.passes()) this.#answer(head, body);
    else this.#queue(head, body);
  }

  #queue(head: RequestHead, body: Uint8Array): void {
    this.#isQueued = true;
    this.#parts.arrivals.wait(nameArrival(head.fields.headers, this.#client), () => {
      this.#isQueued = false;
      if (!this.#isOver) this.#answer(head, body);
    });
  }

  /** From its first piece on, so that many small ones do not buy more time. */
  #await(bytes: Buffer, wantedBytes: number): void {
    this.#held.push(bytes);
    this.#wantedBytes = wantedBytes;
    this.#patience ??= setTimeout(() => this.#leave(this.#held.take()), patienceMs);
  }

  #endPatience(): void {
    if (this.#patience === undefined) return;
    clearTimeout(this.#patience);
    this.#patience = undefined;
  }

  #answer(head: RequestHead, body: Uint8Array): void {
    const { socket, answer, answerElsewhere, connectionFields } = this.#parts;
    if (!this.#hasAnswered) this.#parts.onFirst();
    this.#hasAnswered = true;
    const response = new QuickResponse({ socket, connectionFields, onOver: this.#onOver });
    this.#response = response;
    try {
      // An answer to HEAD has no body, which quick responses do not know.
      if (head.method !== 'HEAD' && answer(new QuickIncoming(head, this.#client, body), response)) return;
      this.#response = undefined;
      this.#isElsewhere = true;
      answerElsewhere(head, body, this.#onOver);
    } catch (fault) {
      // Nothing else would ever end it.
      socket.destroy();
      throw fault;
    }
  }

  readonly #onOver = (ending: Ending): void => {
    this.#response = undefined;
    this.#isElsewhere = false;
    if (this.#isOver) return;
    this.#quietSinceMs = performance.now();
    if (ending === 'lost') {
      this.#isOver = true;
      this.#parts.socket.destroy();
    } else if (ending === 'last' || this.#parts.isStopping()) this.#end();
    else if (this.#held.length > 0) this.#goOnSoon();
  };

  /** Before anything else that happens on the connection, such as its end; now and then after what happens on others. */
  #goOnSoon(): void {
    this.#inARow = (this.#inARow + 1) % mostInARow;
    if (this.#inARow > 0) process.nextTick(this.#goOn);
    else setImmediate(this.#goOn);
  }

  readonly #goOn = (): void => {
    if (this.#held.length === 0 || !this.#isFree()) return;
    this.#parts.socket.resume();
    this.#take(this.#held.take());
  };

  readonly #onDrain = (): void => {
    if (this.#response === undefined) this.#goOn();
    else this.#response.noteDrain();
  };

  /** Discards the rest: a later request would be executed although its response could not be sent. */
  #end(): void {
    this.#isOver = true;
    this.#held.take();
    this.#parts.socket.destroySoon();
  }

  /** A client that ends its side does not wait for a response either; Node's server does the same. */
  readonly #onEnd = (): void => {
    this.#forget();
    this.#parts.socket.end();
  };

  readonly #onClose = (): void => {
    this.#forget();
    this.#parts.onLeft();
  };

  /** The 'close' event does the clean-up. It would not follow by itself if the bytes were not TLS. */
  readonly #onError = (): void => {
    this.#parts.socket.destroy();
  };

  #forget(): void {
    this.#isOver = true;
    this.#endPatience();
    this.#held.take();
    this.#response?.noteGone();
  }

  readonly #release = (): Buffer | undefined => {
    const response = this.#response;
    if (this.#isOver || response === undefined || response.headersSent) return undefined;
    const { socket, onTaken } = this.#parts;
    socket.pause();
    // An error is still the end of the connection.
    this.#detach();
    socket.on('error', this.#onError);
    const head = this.#held.take();
    onTaken();
    response.noteTaken();
    return head;
  };

  /** Nothing of the connection is noticed here any more. */
  #detach(): void {
    const { socket } = this.#parts;
    this.#isOver = true;
    this.#client.holdBy(undefined);
    socket.off('data', this.#onData).off('drain', this.#onDrain).off('end', this.#onEnd);
    socket.off('close', this.#onClose).off('error', this.#onError);
  }

  #leave(bytes: Buffer): void {
    const { socket, handOver, onLeft } = this.#parts;
    this.#endPatience();
    // Its close is on the way, and tells all there is to know.
    if (socket.destroyed) return;
    this.#detach();
    onLeft();
    handOver(socket, bytes);
  }
}
