/** A response that is written to its connection in as few pieces as can be. */
import type { Socket } from 'node:net';

import type { HeaderValue, Outgoing, OutgoingEvent } from '../exchange.ts';
import type { Ending } from './ending.ts';
import { ResponseHeaders, dateField, statusLine } from './response-head.ts';
import { lend } from './lend.ts';
import { cut, mostCutBytes } from './slab.ts';

/** A copy of what is smaller costs less than another write. */
const copiedBytes = 64 * 1024;
/** A body short of at most this many bytes is held until they follow: it is useless without them. */
const tailBytes = 16;
const chunkEnd = Buffer.from('\r\n');
/** A chunk of at most this many bytes is copied into its frame at once. */
const framedBytes = 8 * 1024;
let framed: { readonly bytes: Uint8Array; frame: Uint8Array | undefined } | undefined;

function lengthLine({ length }: Uint8Array): string {
  return `${length.toString(16)}\r\n`;
}

/**
 * As one chunk. The same bytes often go to many clients in turn, who watch the same: the frame is made once for all.
 * None for what is large, and may be sent just once.
 */
function frameOf(bytes: Uint8Array): Uint8Array | undefined {
  const isKnown = framed?.bytes === bytes;
  if (framed === undefined || !isKnown) framed = { bytes, frame: undefined };
  if (framed.frame === undefined && (isKnown || bytes.length <= framedBytes)) {
    framed.frame = Buffer.concat([Buffer.from(lengthLine(bytes), 'latin1'), bytes, chunkEnd]);
  }
  return framed.frame;
}

const nothing = Buffer.alloc(0);
const lastChunk = Buffer.from('0\r\n\r\n');

export interface ResponseParts {
  readonly socket: Socket;
  /** Headers of the connection, each with the end of its line. */
  readonly connectionFields: () => string;
  readonly onOver: (ending: Ending) => void;
}

interface DrainListener {
  readonly listener: () => void;
  readonly isOnce: boolean;
}

/** Body framing: no body, a Content-Length, or chunked transfer coding. */
type Framing = 'none' | 'length' | 'chunks';

/** RFC 9110, sections 15.3.5 and 15.4.5: no body, whatever is written. */
function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}

export class QuickResponse implements Outgoing {
  statusCode = 200;
  headersSent = false;
  writableEnded = false;
  destroyed = false;
  bodyBytes = 0;
  readonly #parts: ResponseParts;
  readonly #headers = new ResponseHeaders();
  #lines = '';
  readonly #onClose: (() => void)[] = [];
  #onDrain: DrainListener[] = [];
  /** Not sent yet: it goes with the first bytes of the body. */
  #head: string | undefined;
  #framing: Framing = 'none';
  /** The rest of the announced Content-Length. */
  #bytesLeft = 0;
  /** All that is left of the body but its tail. */
  #held: Uint8Array | undefined;
  #isLast = false;
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

  addLines(lines: string): void {
    if (this.headersSent) throw new Error('headers come too late: the head has been sent');
    this.#lines += lines;
  }

  keepOnly(lowerCaseNames: ReadonlySet<string>): void {
    this.#headers.keepOnly(lowerCaseNames);
    this.#lines = '';
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
    if (isBodiless(status)) this.#framing = 'none';
    else this.#framing = length === undefined ? 'chunks' : 'length';
    if (this.#framing === 'length') this.#bytesLeft = Number(length);
    this.#head =
      statusLine(status) + this.#headers.print() + this.#lines + dateField(Date.now()) + this.#connectionFields();
    this.#head += this.#framing === 'chunks' ? 'Transfer-Encoding: chunked\r\n\r\n' : '\r\n';
    this.statusCode = status;
    this.headersSent = true;
  }

  /** The connection's header fields, unless the response sets its own. */
  #connectionFields(): string {
    const own = this.#headers.get('Connection');
    if (own === undefined) return this.#parts.connectionFields();
    this.#isLast = String(own).toLowerCase() === 'close';
    return '';
  }

  flushHeaders(): void {
    if (!this.headersSent) this.writeHead(this.statusCode);
    if (this.#head !== undefined) this.#send(nothing, '', nothing);
  }

  write(bytes: Uint8Array): boolean {
    if (this.writableEnded || this.destroyed) return false;
    if (!this.headersSent) this.writeHead(this.statusCode);
    if (bytes.length === 0 || this.#framing === 'none') return true;
    this.bodyBytes += bytes.length;
    if (this.#framing === 'length') return this.#writeMeasured(bytes);
    const frame = this.#head === undefined && bytes.length <= copiedBytes ? frameOf(bytes) : undefined;
    if (frame !== undefined) return this.#parts.socket.write(frame);
    return this.#send(bytes, lengthLine(bytes), chunkEnd);
  }

  /** Bytes beyond the Content-Length would be parsed as the next response. */
  #writeMeasured(bytes: Uint8Array): boolean {
    this.#bytesLeft -= bytes.length;
    if (this.#bytesLeft < 0) {
      this.destroy();
      return false;
    }
    if (this.#mayWait(bytes)) {
      this.#held = bytes;
      return true;
    }
    const held = this.#held;
    this.#held = undefined;
    return held === undefined ? this.#send(bytes, '', nothing) : this.#send(held, '', bytes);
  }

  #mayWait({ length }: Uint8Array): boolean {
    const isTailMissing = this.#bytesLeft > 0 && this.#bytesLeft <= tailBytes;
    return isTailMissing && this.#held === undefined && length <= copiedBytes;
  }

  end(content?: Uint8Array | string): void {
    if (this.writableEnded || this.destroyed) return;
    const bytes = typeof content === 'string' ? Buffer.from(content) : (content ?? nothing);
    if (!this.headersSent && !isBodiless(this.statusCode)) this.#headers.set('Content-Length', bytes.length);
    this.write(bytes);
    if (this.#isOver) return;
    this.writableEnded = true;
    if (this.#framing === 'chunks') this.#send(lastChunk, '', nothing);
    else if (this.#head !== undefined) this.#send(nothing, '', nothing);
    this.#close(this.#ending());
  }

  /** Where bytes are missing, the beginning of the next answer would be taken for them. */
  #ending(): Ending {
    if (this.#bytesLeft !== 0) return 'lost';
    return this.#isLast ? 'last' : 'free';
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.#close('lost');
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

  /** The connection has room again. */
  noteDrain(): void {
    const listeners = this.#onDrain;
    this.#onDrain = listeners.filter(({ isOnce }) => !isOnce);
    for (const { listener } of listeners) listener();
  }

  /** The connection speaks another protocol now: that is all the answer there is. */
  noteTaken(): void {
    this.statusCode = 101;
    this.headersSent = true;
    this.destroyed = true;
    this.#close('lost');
  }

  /** The client is gone. */
  noteGone(): void {
    this.destroyed = true;
    this.#close('lost');
  }

  /** A listener that throws would leave the connection busy for good. */
  #close(ending: Ending): void {
    if (this.#isOver) return;
    this.#isOver = true;
    try {
      for (const listener of [...this.#onClose]) listener();
    } finally {
      this.#parts.onOver(ending);
    }
  }

  /** With the head before it, where that has not gone yet. */
  #send(body: Uint8Array, before: string, after: Uint8Array): boolean {
    const { socket } = this.#parts;
    const lead = (this.#head ?? '') + before;
    this.#head = undefined;
    if (lead === '' && after.length === 0) return socket.write(body);
    if (body.length <= copiedBytes) {
      const length = lead.length + body.length + after.length;
      if (length <= mostCutBytes) return socket.write(join(cut(length), lead, body, after));
      const { bytes, release } = lend(length);
      return socket.write(join(bytes, lead, body, after), release);
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

function join(piece: Buffer, lead: string, body: Uint8Array, after: Uint8Array): Buffer {
  piece.write(lead, 0, 'latin1');
  piece.set(body, lead.length);
  if (after.length > 0) piece.set(after, lead.length + body.length);
  return piece;
}
