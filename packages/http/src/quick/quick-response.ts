/** A response that is written to its connection in as few pieces as can be. */
import type { Socket } from 'node:net';

import type { HeaderValue, Outgoing, OutgoingEvent } from '../exchange.ts';
import { ResponseHeaders, dateField, statusLine } from './response-head.ts';

/** A copy of what is smaller costs less than another write. */
const copiedBytes = 64 * 1024;
const chunkEnd = Buffer.from('\r\n');
let framed: { readonly bytes: Uint8Array; readonly frame: Uint8Array } | undefined;

function lengthLine({ length }: Uint8Array): string {
  return `${length.toString(16)}\r\n`;
}

/** As one chunk. The same bytes often go to many clients in turn, who watch the same: the frame is made once for all. */
function frameOf(bytes: Uint8Array): Uint8Array {
  if (framed?.bytes === bytes) return framed.frame;
  const frame = Buffer.concat([Buffer.from(lengthLine(bytes), 'latin1'), bytes, chunkEnd]);
  framed = { bytes, frame };
  return frame;
}

const nothing = Buffer.alloc(0);
const lastChunk = Buffer.from('0\r\n\r\n');

export interface ResponseParts {
  readonly socket: Socket;
  /** Headers of the connection, each with the end of its line. */
  readonly connectionFields: () => string;
  /** The connection is free for the next request, if `isWhole`; otherwise it is lost. */
  readonly onOver: (isWhole: boolean) => void;
}

export class QuickResponse implements Outgoing {
  statusCode = 200;
  headersSent = false;
  writableEnded = false;
  destroyed = false;
  readonly #parts: ResponseParts;
  readonly #headers = new ResponseHeaders();
  readonly #onClose: (() => void)[] = [];
  readonly #onDrain: (() => void)[] = [];
  /** Not sent yet: it goes with the first bytes of the body. */
  #head: string | undefined;
  #isChunked = false;
  #isOver = false;

  constructor(parts: ResponseParts) {
    this.#parts = parts;
  }

  get socket(): Socket {
    return this.#parts.socket;
  }

  setHeader(name: string, value: HeaderValue): void {
    if (this.headersSent) throw new Error(`the header ${name} comes too late: the head has been sent`);
    this.#headers.set(name, value);
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
    this.statusCode = status;
    this.#isChunked = this.#headers.get('Content-Length') === undefined;
    this.headersSent = true;
    this.#head =
      statusLine(status) +
      this.#headers.print() +
      dateField(Date.now()) +
      this.#parts.connectionFields() +
      (this.#isChunked ? 'Transfer-Encoding: chunked\r\n\r\n' : '\r\n');
  }

  flushHeaders(): void {
    if (!this.headersSent) this.writeHead(this.statusCode);
    if (this.#head !== undefined) this.#send(nothing, '', nothing);
  }

  write(bytes: Uint8Array): boolean {
    if (this.writableEnded || this.destroyed) return false;
    if (!this.headersSent) this.writeHead(this.statusCode);
    if (bytes.length === 0) return true;
    if (!this.#isChunked) return this.#send(bytes, '', nothing);
    if (this.#head === undefined && bytes.length <= copiedBytes) return this.#parts.socket.write(frameOf(bytes));
    return this.#send(bytes, lengthLine(bytes), chunkEnd);
  }

  end(content?: Uint8Array | string): void {
    if (this.writableEnded || this.destroyed) return;
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    if (!this.headersSent) {
      this.#headers.set('Content-Length', bytes?.length ?? 0);
      this.writeHead(this.statusCode);
    }
    if (bytes !== undefined && bytes.length > 0) this.write(bytes);
    this.writableEnded = true;
    if (this.#isChunked) this.#send(lastChunk, '', nothing);
    else if (this.#head !== undefined) this.#send(nothing, '', nothing);
    this.#close(true);
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.#close(false);
  }

  on(event: OutgoingEvent, listener: () => void): void {
    (event === 'drain' ? this.#onDrain : this.#onClose).push(listener);
  }

  /** What is over does not close again, and there is room more than once. */
  once(event: OutgoingEvent, listener: () => void): void {
    if (event === 'close') {
      this.#onClose.push(listener);
      return;
    }
    const first = (): void => {
      this.off(event, first);
      listener();
    };
    this.#onDrain.push(first);
  }

  off(event: OutgoingEvent, listener: () => void): void {
    const listeners = event === 'drain' ? this.#onDrain : this.#onClose;
    const index = listeners.indexOf(listener);
    if (index >= 0) listeners.splice(index, 1);
  }

  /** The connection has room again. */
  noteDrain(): void {
    for (const listener of [...this.#onDrain]) listener();
  }

  /** The client is gone. */
  noteGone(): void {
    this.destroyed = true;
    this.#close(false);
  }

  #close(isWhole: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const listener of [...this.#onClose]) listener();
    this.#parts.onOver(isWhole);
  }

  /** With the head before it, where that has not gone yet. */
  #send(body: Uint8Array, before: string, after: Uint8Array): boolean {
    const { socket } = this.#parts;
    const lead = (this.#head ?? '') + before;
    this.#head = undefined;
    if (body.length <= copiedBytes) {
      const piece = Buffer.allocUnsafe(lead.length + body.length + after.length);
      piece.write(lead, 0, 'latin1');
      piece.set(body, lead.length);
      piece.set(after, lead.length + body.length);
      return socket.write(piece);
    }
    // Several pieces in one write are copied into one: what comes without a frame is better off alone.
    if (after.length > 0) socket.cork();
    if (lead !== '') socket.write(lead, 'latin1');
    socket.write(body);
    if (after.length > 0) {
      socket.write(after);
      socket.uncork();
    }
    return !socket.writableNeedDrain;
  }
}
