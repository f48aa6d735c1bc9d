/** A response that is written to a stream of HTTP/2. */
import type { Socket } from 'node:net';

import { ResponseHeaders, type HeaderValue, type Outgoing, type OutgoingEvent } from '@keelson/http';
import { resetCodes, type ServerExchange } from '@keelson/http2';

import type { StreamBacklog } from './stream-backlog.ts';
import { headerPrinter, printDate, printStatus } from './stream-headers.ts';

export interface StreamResponseParts {
  readonly socket: Socket;
  readonly exchange: ServerExchange;
  readonly backlog: StreamBacklog;
  /** Of HEAD: a body is counted, and not sent. */
  readonly isHead: boolean;
  /** Called once, when nothing more is written. */
  readonly onOver: () => void;
}

interface DrainListener {
  readonly listener: () => void;
  readonly isOnce: boolean;
}

const nothing = Buffer.alloc(0);

/** RFC 9110, sections 15.3.5 and 15.4.5: no body, whatever is written. */
function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}

export class StreamResponse implements Outgoing {
  statusCode = 200;
  headersSent = false;
  writableEnded = false;
  destroyed = false;
  bodyBytes = 0;
  readonly #parts: StreamResponseParts;
  readonly #headers = new ResponseHeaders(headerPrinter);
  readonly #onClose: (() => void)[] = [];
  #onDrain: DrainListener[] = [];
  #hasBody = true;
  /** Not sent yet: it may be all that there is. */
  #head: string | undefined;
  /** The rest of the announced Content-Length; undefined without one. */
  #bytesLeft: number | undefined;
  /** The end of the body has been sent with it. */
  #isWhole = false;
  #isOver = false;

  constructor(parts: StreamResponseParts) {
    this.#parts = parts;
  }

  get socket(): Socket {
    return this.#parts.socket;
  }

  get backlog(): StreamBacklog {
    return this.#parts.backlog;
  }

  setHeader(name: string, value: HeaderValue): void {
    if (this.headersSent) throw new Error(`the header ${name} comes too late: the head has been sent`);
    this.#headers.set(name, value);
  }

  keepOnly(lowerCaseNames: ReadonlySet<string>): void {
    this.#headers.keepOnly(lowerCaseNames);
  }

  getHeader(name: string): HeaderValue | undefined {
    return this.#headers.get(name);
  }

  writeHead(status: number, headers: Readonly<Record<string, number | string>> = {}): void {
    if (this.headersSent) throw new Error('a response has one head');
    for (const name in headers) {
      const value = headers[name];
      if (value !== undefined) this.#headers.set(name, value);
    }
    const length = this.#headers.get('Content-Length');
    this.#hasBody = !this.#parts.isHead && !isBodiless(status);
    if (this.#hasBody && length !== undefined) this.#bytesLeft = Number(length);
    this.#head = printStatus(status) + this.#headers.print() + printDate(Date.now());
    this.statusCode = status;
    this.headersSent = true;
  }

  flushHeaders(): void {
    if (!this.headersSent) this.writeHead(this.statusCode);
    this.#sendHead(false);
  }

  write(bytes: Uint8Array): boolean {
    if (this.writableEnded || this.destroyed) return false;
    if (!this.headersSent) this.writeHead(this.statusCode);
    if (bytes.length === 0 || !this.#take(bytes)) return !this.destroyed;
    this.#sendHead(false);
    // All that was announced: the end need not follow by itself.
    this.#isWhole = this.#bytesLeft === 0;
    return this.#parts.exchange.write(bytes, this.#isWhole);
  }

  end(content?: Uint8Array | string): void {
    if (this.writableEnded || this.destroyed) return;
    const bytes = typeof content === 'string' ? Buffer.from(content) : (content ?? nothing);
    if (!this.headersSent) {
      if (!isBodiless(this.statusCode)) this.#headers.set('Content-Length', bytes.length);
      this.writeHead(this.statusCode);
    }
    const isTaken = bytes.length > 0 && this.#take(bytes);
    if (this.#isOver) return;
    // The client would wait for the rest.
    if ((this.#bytesLeft ?? 0) > 0) return this.destroy();
    this.writableEnded = true;
    this.#sendLast(isTaken ? bytes : nothing);
    this.#close();
  }

  #sendLast(bytes: Uint8Array): void {
    if (bytes.length === 0 && this.#head !== undefined) return this.#sendHead(true);
    this.#sendHead(false);
    if (!this.#isWhole) this.#parts.exchange.write(bytes, true);
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.#parts.exchange.reset(resetCodes.internalError);
    this.#close();
  }

  on(event: OutgoingEvent, listener: () => void): void {
    if (event === 'close') this.#onClose.push(listener);
    else this.#onDrain.push({ listener, isOnce: false });
  }

  /** `close` comes at most once anyway; `drain` may repeat. */
  once(event: OutgoingEvent, listener: () => void): void {
    if (event === 'close') this.#onClose.push(listener);
    else this.#onDrain.push({ listener, isOnce: true });
  }

  off(event: OutgoingEvent, listener: () => void): void {
    const listeners = event === 'drain' ? this.#onDrain.map((each) => each.listener) : this.#onClose;
    const index = listeners.indexOf(listener);
    if (index >= 0) (event === 'drain' ? this.#onDrain : this.#onClose).splice(index, 1);
  }

  /** The stream takes more. */
  noteRoom(): void {
    const listeners = this.#onDrain;
    this.#onDrain = listeners.filter(({ isOnce }) => !isOnce);
    for (const { listener } of listeners) listener();
  }

  /** The client has reset the stream, or is gone. */
  noteGone(): void {
    this.destroyed = true;
    this.#close();
  }

  /** Counts bytes of the body. False where there is nothing to be sent of them. */
  #take({ length }: Uint8Array): boolean {
    if (!this.#hasBody) return false;
    this.bodyBytes += length;
    if (this.#bytesLeft === undefined) return true;
    this.#bytesLeft -= length;
    if (this.#bytesLeft >= 0) return true;
    this.destroy();
    return false;
  }

  #sendHead(isLast: boolean): void {
    const head = this.#head;
    this.#head = undefined;
    if (head !== undefined) this.#parts.exchange.respond(head, isLast);
  }

  /** A listener that throws would leave the stream busy for good. */
  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    try {
      for (const listener of [...this.#onClose]) listener();
    } finally {
      this.#parts.onOver();
    }
  }
}
