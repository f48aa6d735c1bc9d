/**
 * The socket that a response of Node's is written to, where it goes to a stream of HTTP/2: reads the one response of
 * HTTP/1.1 that comes, whose body ends with the connection, and sends it on.
 */
import { Socket } from 'node:net';

import { resetCodes, type ServerExchange } from '@keelson/http2';

import { printHeader, printStatus } from './stream-headers.ts';

type Done = (error?: Error | null) => void;

const headEnd = '\r\n\r\n';

export class ResponseSocket extends Socket {
  readonly #exchange: ServerExchange;
  #hasHead = false;
  #sentBytes = 0;
  #isOver = false;
  /** To be called when the stream has room. */
  #proceed: Done | undefined;

  constructor(exchange: ServerExchange) {
    super();
    this.#exchange = exchange;
    // Node's own would ask a connection.
    Object.defineProperty(this, 'bytesWritten', { get: () => this.#sentBytes });
    this.once('close', () => {
      if (!this.#isOver) exchange.reset(resetCodes.internalError);
    });
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: Done): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    const body = this.#hasHead ? bytes : this.#sendHead(bytes);
    this.#sentBytes += bytes.length;
    if (body.length === 0 || this.#exchange.write(body, false)) done();
    else this.#proceed = done;
  }

  override _writev(chunks: { chunk: Buffer | string; encoding: BufferEncoding }[], done: Done): void {
    const pieces = chunks.map(({ chunk, encoding }) =>
      typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk,
    );
    this._write(Buffer.concat(pieces), 'latin1', done);
  }

  /** The response is complete. */
  finish(): void {
    this.#isOver = true;
    this.#exchange.write(Buffer.alloc(0), true);
    this.destroy();
  }

  noteRoom(): void {
    const proceed = this.#proceed;
    this.#proceed = undefined;
    proceed?.();
  }

  noteGone(): void {
    this.#isOver = true;
    this.destroy();
  }

  /** Node writes a head whole. Returns what follows it. */
  #sendHead(bytes: Buffer): Buffer {
    const end = bytes.indexOf(headEnd);
    if (end < 0) throw new Error('a response came in pieces before its head was complete');
    const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
    let head = printStatus(Number(statusLine.split(' ')[1]));
    for (const line of lines) {
      const colon = line.indexOf(': ');
      head += printHeader(line.slice(0, colon), line.slice(colon + 2));
    }
    this.#hasHead = true;
    this.#exchange.respond(head, false);
    return bytes.subarray(end + headEnd.length);
  }
}
