/**
 * A request over a stream of HTTP/2. What its client sends before anybody reads waits here, and is bounded by the window of
 * the stream, which opens as the body is read.
 */
import type { IncomingHttpHeaders } from 'node:http';

import { HeldBytes, type BodyReader, type BodyPiece, type BodyResult } from '@keelson/http';
import type { ClientConnection, Incoming, OnBytes } from '@keelson/http';
import type { ServerExchange } from '@keelson/http2';

import type { RequestHeaders } from './request-headers.ts';
import { printStatus } from './stream-headers.ts';

type HeldPiece = Exclude<BodyPiece, { readonly kind: 'bytes' }> | { readonly kind: 'bytes'; readonly bytes: Buffer };

export interface StreamIncomingParts {
  readonly method: string;
  readonly url: string;
  readonly fields: RequestHeaders;
  readonly connection: ClientConnection;
  readonly exchange: Pick<ServerExchange, 'grant' | 'inform'>;
}

export class StreamIncoming implements Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly connection: ClientConnection;
  readonly #exchange: StreamIncomingParts['exchange'];
  readonly #held = new HeldBytes();
  #state: 'coming' | 'complete' | 'aborted' = 'coming';
  #isAskedFor = false;
  /** The reader that waits for more. */
  #wake: (() => void) | undefined;

  constructor({ method, url, fields, connection, exchange }: StreamIncomingParts) {
    this.method = method;
    this.url = url;
    this.headers = fields.headers;
    this.rawHeaders = fields.rawHeaders;
    this.connection = connection;
    this.#exchange = exchange;
  }

  /** Bytes that came and were not read. */
  get heldBytes(): number {
    return this.#held.length;
  }

  isComplete(): boolean {
    return this.#state === 'complete';
  }

  async readBody(limitBytes: number, onBytes?: OnBytes): Promise<BodyResult> {
    const announced = Number(this.headers['content-length'] ?? 0);
    if (announced > limitBytes || this.#held.length > limitBytes) return { ok: false, reason: 'tooLarge' };
    if (this.isComplete()) return { ok: true, bytes: this.#held.take() };
    const body = new HeldBytes();
    for (;;) {
      const piece = await this.#next();
      if (piece.kind === 'end') return { ok: true, bytes: body.take() };
      if (piece.kind === 'aborted') return { ok: false, reason: 'aborted' };
      if (body.length + piece.bytes.length > limitBytes) return { ok: false, reason: 'tooLarge' };
      if (onBytes?.(piece.bytes.length) === false) return { ok: false, reason: 'refused' };
      body.push(piece.bytes);
      this.#exchange.grant(piece.bytes.length);
    }
  }

  readPieces(): BodyReader {
    return {
      next: async (): Promise<BodyPiece> => {
        const piece = await this.#next();
        if (piece.kind === 'bytes') this.#exchange.grant(piece.bytes.length);
        return piece;
      },
    };
  }

  /** The end of the response resets the stream: nothing more comes. */
  discardRest(): void {
    this.#held.take();
  }

  noteBytes(bytes: Buffer): void {
    // A copy: the bytes of a whole read of the connection would be kept for these.
    this.#held.push(Buffer.from(bytes));
    this.#wakeUp();
  }

  noteEnd(): void {
    this.#state = 'complete';
    this.#wakeUp();
  }

  /** The client is gone, or the response is over and nothing more is read. */
  noteGone(): void {
    if (this.#state === 'coming') this.#state = 'aborted';
    this.#wakeUp();
  }

  async #next(): Promise<HeldPiece> {
    if (this.#held.length === 0 && this.#state === 'coming') {
      this.#askForBody();
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (this.#held.length > 0) return { kind: 'bytes', bytes: this.#held.take() };
    return { kind: this.#state === 'complete' ? 'end' : 'aborted' };
  }

  /** RFC 9110, section 10.1.1: the client may wait for this before it sends the body. */
  #askForBody(): void {
    if (this.#isAskedFor) return;
    this.#isAskedFor = true;
    if (this.headers.expect?.toLowerCase() === '100-continue') this.#exchange.inform(printStatus(100));
  }

  #wakeUp(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
