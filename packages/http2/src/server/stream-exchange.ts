/** The exchange of one stream, as the handler of a request sees it. Calls after the stream has ended send nothing. */
import { resetCodes } from '../errors.ts';
import type { FrameOutbox } from '../outbox.ts';
import { pushHeaders } from '../push-headers.ts';
import type { Sender } from '../sender.ts';
import type { ServerExchange, ServerStream } from './server-stream.ts';

/** The streams of the connection. */
export interface ExchangeStreams {
  readonly size: number;
  isOpen(stream: ServerStream): boolean;
  /** The response has been sent. */
  finish(stream: ServerStream): void;
  grant(stream: ServerStream, bytes: number): void;
  reset(id: number, code: number): void;
  /** The client reads nothing of the connection. */
  noteUnread(): void;
}

export interface ExchangeParts {
  readonly outbox: Pick<FrameOutbox, 'push' | 'hasRoom' | 'unreadBytes'>;
  readonly sender: Sender;
}

export class StreamExchange implements ServerExchange {
  readonly #stream: ServerStream;
  readonly #streams: ExchangeStreams;
  readonly #parts: ExchangeParts;

  constructor(stream: ServerStream, streams: ExchangeStreams, parts: ExchangeParts) {
    this.#stream = stream;
    this.#streams = streams;
    this.#parts = parts;
  }

  inform(head: string): void {
    const { id, hasResponse } = this.#stream;
    if (this.#isOpen() && !hasResponse) pushHeaders(this.#parts.outbox.push, { id, head, isLast: false });
  }

  respond(head: string, isLast: boolean): void {
    const stream = this.#stream;
    if (!this.#isOpen() || stream.hasResponse) return;
    stream.hasResponse = true;
    pushHeaders(this.#parts.outbox.push, { id: stream.id, head, isLast });
    if (isLast) this.#streams.finish(stream);
  }

  write(bytes: Uint8Array, isLast: boolean): boolean {
    const stream = this.#stream;
    if (!this.#isOpen() || !stream.hasResponse) return false;
    stream.isResponseOver = isLast;
    const isSent = this.#parts.sender.sendMore(stream.id, bytes, isLast);
    if (isLast && isSent) this.#streams.finish(stream);
    return isSent;
  }

  grant(bytes: number): void {
    if (this.#isOpen()) this.#streams.grant(this.#stream, bytes);
  }

  unreadBytes(): number {
    if (!this.#isOpen()) return 0;
    const { sender, outbox } = this.#parts;
    return sender.unsentBytes(this.#stream.id) + Math.ceil(outbox.unreadBytes() / this.#streams.size);
  }

  reset(code: number): void {
    if (this.#isOpen()) this.#streams.reset(this.#stream.id, code);
  }

  cutOff(): void {
    if (!this.#isOpen()) return;
    const { id } = this.#stream;
    const isUnread = !this.#parts.sender.isShut(id) && !this.#parts.outbox.hasRoom(false);
    this.#streams.reset(id, resetCodes.cancel);
    if (isUnread) this.#streams.noteUnread();
  }

  #isOpen(): boolean {
    return this.#streams.isOpen(this.#stream);
  }
}
