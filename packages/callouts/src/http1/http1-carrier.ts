/** A connection of HTTP/1.1: one request at a time, and the next when the answer is complete. */
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';

import type { AnswerReceiver, CarriedRequest, Carriage, Carrier, CarrierEvents } from '../carrier.ts';
import type { CalloutFailure } from '../contract.ts';
import { connectionFailure, failedCall } from '../failure.ts';
import { bodilessMethods, relayBody, sendBody, type BodyRelay } from '../send-body.ts';
import type { AnswerHead } from './answer-head.ts';
import { AnswerParser, type ParserEvents } from './answer-parser.ts';
import { printHeaders } from './header-lines.ts';

export interface KeptConnection {
  readonly socket: Socket;
  /** Not used for another request after this. */
  readonly trustedUntilMs: number;
  /** Without use, it is not used again after this long. */
  readonly idleMs: number;
  readonly now: () => number;
}

/** Head and body up to this size go in one write: a copy costs less than a second record. */
const joinedBytes = 64 * 1024;
/** A server that closes a connection after N seconds may do so while a request is on its way. */
const graceMs = 1_000;

interface Exchange {
  readonly receiver: AnswerReceiver;
  readonly parser: AnswerParser;
  isSent: boolean;
  stays: boolean;
  relay: BodyRelay | undefined;
}

export class Http1Carrier implements Carrier {
  readonly protocol = 'http/1.1';
  readonly #connection: KeptConnection;
  readonly #events: CarrierEvents;
  #exchange: Exchange | undefined;
  /** A new connection was opened for a request, which it carries in any case. */
  #usableUntilMs = Infinity;
  /** Time without use after this answer, after which it is not used again. */
  #idleMs = 0;
  #isRetired = false;
  #isGone = false;

  constructor(connection: KeptConnection, events: CarrierEvents) {
    this.#connection = connection;
    this.#events = events;
    const { socket } = connection;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onError).on('close', this.#onClose);
    socket.on('drain', this.#onDrain);
  }

  get load(): number {
    return this.#exchange === undefined ? 0 : 1;
  }

  hasRoom(nowMs: number): boolean {
    if (this.#exchange !== undefined || this.#isRetired || this.#connection.socket.destroyed) return false;
    return nowMs < this.#usableUntilMs;
  }

  carry(request: CarriedRequest, receiver: AnswerReceiver): Carriage {
    const { method, headers } = request;
    const switches = headers['upgrade'] !== undefined;
    const parser = new AnswerParser(method, switches, this.#parserEvents());
    const exchange: Exchange = { receiver, parser, isSent: false, stays: false, relay: undefined };
    this.#exchange = exchange;
    this.#connection.socket.ref();
    this.#send(request, exchange);
    return {
      resume: () => {
        if (this.#exchange === exchange) this.#connection.socket.resume();
      },
      abort: () => {
        if (this.#exchange !== exchange) return;
        this.#drop();
        this.#connection.socket.destroy();
      },
    };
  }

  rest(): void {
    const { now, idleMs, trustedUntilMs } = this.#connection;
    this.#usableUntilMs = Math.min(now() + idleMs, trustedUntilMs);
  }

  retire(): void {
    this.#isRetired = true;
    if (this.#exchange === undefined) this.#connection.socket.destroy();
  }

  destroy(): void {
    this.#connection.socket.destroy();
  }

  #send(request: CarriedRequest, exchange: Exchange): void {
    const { method, path, host, headers, body } = request;
    const { socket } = this.#connection;
    const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${printHeaders(headers)}`;
    const onSent = (): void => {
      exchange.isSent = true;
    };
    if (body instanceof Readable) {
      this.#sendStream(head, body, { exchange, isMeasured: headers['content-length'] !== undefined });
      return;
    }
    let bytes = 0;
    if (body !== undefined) for (const piece of body) bytes += piece.length;
    const isLengthDue = body !== undefined && (bytes > 0 || !bodilessMethods.has(method));
    const lead = isLengthDue ? `${head}Content-Length: ${bytes}\r\n\r\n` : `${head}\r\n`;
    if (body === undefined || bytes + lead.length <= joinedBytes) {
      socket.write(join(lead, body ?? [], bytes));
      onSent();
      return;
    }
    socket.write(lead, 'latin1');
    sendBody(socket, body, onSent);
  }

  #sendStream(head: string, body: Readable, { exchange, isMeasured }: StreamFraming): void {
    const { socket } = this.#connection;
    socket.write(isMeasured ? `${head}\r\n` : `${head}Transfer-Encoding: chunked\r\n\r\n`, 'latin1');
    exchange.relay = relayBody(body, {
      write: (bytes) => (isMeasured || bytes.length === 0 ? socket.write(bytes) : writeChunk(socket, bytes)),
      onEnd: () => {
        if (!isMeasured) socket.write('0\r\n\r\n', 'latin1');
        exchange.isSent = true;
      },
      onBroken: () => {
        if (this.#exchange !== exchange) return;
        this.#fail(failedCall('aborted', 'the body of the request ended before it was complete', true));
      },
    });
  }

  #parserEvents(): ParserEvents {
    return {
      onHead: (head) => this.#takeHead(head),
      onBytes: (bytes) => {
        if (this.#exchange?.receiver.onBytes(bytes) === false) this.#connection.socket.pause();
      },
      onDone: (rest) => this.#complete(rest),
      onSwitched: (head, rest) => this.#switch(head, rest),
      onGarbage: (message) => this.#fail(failedCall('garbage', message, true)),
    };
  }

  #takeHead({ stays, status, rawHeaders, idleSeconds }: AnswerHead): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    exchange.stays = stays;
    const { idleMs } = this.#connection;
    this.#idleMs = idleSeconds === undefined ? idleMs : Math.min(idleMs, idleSeconds * 1_000 - graceMs);
    exchange.receiver.onHead(status, rawHeaders);
  }

  #complete(rest: Buffer): void {
    const exchange = this.#drop();
    if (exchange === undefined) return;
    // Bytes that nothing asked for would be taken for the next answer.
    const isClean = exchange.isSent && exchange.stays && rest.length === 0;
    const { socket, now, trustedUntilMs } = this.#connection;
    if (isClean && !this.#isRetired) {
      this.#usableUntilMs = Math.min(now() + this.#idleMs, trustedUntilMs);
      socket.resume();
      socket.unref();
    } else socket.destroy();
    exchange.receiver.onEnd();
    if (isClean && !this.#isRetired && !this.#isGone) this.#events.onRoom(this);
  }

  #switch({ status, rawHeaders }: AnswerHead, rest: Buffer): void {
    const exchange = this.#drop();
    if (exchange === undefined) return;
    const { socket } = this.#connection;
    socket.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onError).off('close', this.#onClose);
    socket.off('drain', this.#onDrain);
    socket.pause();
    if (rest.length > 0) socket.unshift(rest);
    this.#leave();
    exchange.receiver.onHead(status, rawHeaders);
    exchange.receiver.onSwitched(socket);
  }

  #fail(reason: CalloutFailure): void {
    const exchange = this.#drop();
    this.#connection.socket.destroy();
    exchange?.receiver.onFailed(reason);
  }

  /** The exchange is over, however it ended. */
  #drop(): Exchange | undefined {
    const exchange = this.#exchange;
    this.#exchange = undefined;
    exchange?.parser.stop();
    if (exchange?.isSent === false) exchange.relay?.stop();
    return exchange;
  }

  readonly #onData = (bytes: Buffer): void => {
    // Nothing was asked: whatever this is, no later answer can be told from it.
    if (this.#exchange === undefined) this.#connection.socket.destroy();
    else this.#exchange.parser.push(bytes);
  };

  readonly #onDrain = (): void => this.#exchange?.relay?.resume();

  readonly #onEnd = (): void => {
    if (this.#exchange?.parser.end() !== true) this.#failClosed();
    this.#connection.socket.destroy();
  };

  readonly #onError = (error: unknown): void => {
    if (this.#exchange !== undefined) this.#fail(connectionFailure(error));
  };

  readonly #onClose = (): void => {
    if (this.#exchange?.parser.end() !== true) this.#failClosed();
    this.#leave();
  };

  #failClosed(): void {
    const hasBegun = this.#exchange?.parser.hasBegun ?? false;
    if (this.#exchange !== undefined) this.#fail(failedCall('closed', hasBegun ? 'unexpected EOF' : 'EOF', true));
  }

  #leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#events.onGone(this);
  }
}

interface StreamFraming {
  readonly exchange: Exchange;
  readonly isMeasured: boolean;
}

function join(lead: string, pieces: readonly Uint8Array[], bytes: number): Buffer {
  const all = Buffer.allocUnsafe(lead.length + bytes);
  let at = all.write(lead, 'latin1');
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function writeChunk(socket: Socket, bytes: Buffer): boolean {
  const size = `${bytes.length.toString(16)}\r\n`;
  if (bytes.length <= joinedBytes) return socket.write(join(size, [bytes, chunkEnd], bytes.length + chunkEnd.length));
  socket.cork();
  socket.write(size, 'latin1');
  socket.write(bytes);
  const hasRoom = socket.write(chunkEnd);
  socket.uncork();
  return hasRoom;
}

const chunkEnd = Buffer.from('\r\n');
