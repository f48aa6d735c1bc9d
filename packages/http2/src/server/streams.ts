/** The streams of a connection of a server: opens them, up to a limit, carries their responses, and ends them. */
import { resetCodes } from '../errors.ts';
import { frameOf, frameType } from '../frames.ts';
import type { FrameOutbox } from '../outbox.ts';
import { windowUpdate } from '../receive-window.ts';
import type { Sender } from '../sender.ts';
import type { RequestBlock } from './request-block.ts';
import { ServerStream, type RequestEvents, type ServerExchange } from './server-stream.ts';
import { StreamExchange, type ExchangeStreams } from './stream-exchange.ts';

export type OnRequest = (request: RequestBlock, exchange: ServerExchange, isComplete: boolean) => RequestEvents;

export interface SilenceLimits {
  /** Without a frame of a body that is not complete. Bodies that their handler does not read are not counted. */
  readonly bodySeconds: number;
  /** Without progress of a response that waits for nothing but its client. */
  readonly unreadSeconds: number;
}

export interface StreamsOptions {
  readonly outbox: Pick<FrameOutbox, 'push' | 'hasRoom' | 'unreadBytes'>;
  readonly sender: Sender;
  readonly streamWindow: number;
  readonly onRequest: OnRequest;
  /** A stream has ended. */
  readonly onLeft: () => void;
  /** The client reads nothing of the connection. */
  readonly onUnread: () => void;
}

/** Frames may still be on their way to a stream that was reset here. */
const mostReset = 256;
/**
 * The number of skipped ranges of ids that are remembered; clients rarely skip any. Late use of an id of a forgotten range
 * ends the connection with STREAM_CLOSED instead of PROTOCOL_ERROR.
 */
const mostGaps = 16;

export class Streams implements ExchangeStreams {
  readonly #options: StreamsOptions;
  readonly #open = new Map<number, ServerStream>();
  readonly #reset = new Set<number>();
  /** Ids that the client has skipped, between these two. */
  readonly #gaps: (readonly [above: number, below: number])[] = [];
  #last = 0;

  constructor(options: StreamsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  /** The highest id that the client has used; those above are idle. */
  get last(): number {
    return this.#last;
  }

  noteLast(id: number): void {
    if (id > this.#last + 2) this.#gaps.push([this.#last, id]);
    if (this.#gaps.length > mostGaps) this.#gaps.shift();
    this.#last = id;
  }

  /** The client skipped this id: opening a higher stream closed it (section 5.1.1). */
  wasSkipped(id: number): boolean {
    return this.#gaps.some(([above, below]) => id > above && id < below);
  }

  find(id: number): ServerStream | undefined {
    return this.#open.get(id);
  }

  /** The client cannot know yet that it is over. */
  wasReset(id: number): boolean {
    return this.#reset.has(id);
  }

  open(id: number, request: RequestBlock, isComplete: boolean): void {
    const { sender, streamWindow, onRequest } = this.#options;
    const stream = new ServerStream(id, request, streamWindow);
    stream.isRequestOver = isComplete;
    this.#open.set(id, stream);
    // Registered before there is a response: the client may open its window right away.
    sender.send(id, { body: [], staysOpen: true, onRoom: () => this.#onRoom(stream) });
    const events = onRequest(request, new StreamExchange(stream, this, this.#options), isComplete);
    if (this.isOpen(stream)) stream.events = events;
  }

  isOpen(stream: ServerStream): boolean {
    return this.#open.get(stream.id) === stream;
  }

  noteUnread(): void {
    this.#options.onUnread();
  }

  /** Waiting data has been sent: the rest of a response, or room for more of it. */
  #onRoom(stream: ServerStream): void {
    const { events } = stream;
    if (this.#options.sender.has(stream.id)) {
      events?.onRoom();
      return;
    }
    this.finish(stream);
    events?.onSent();
  }

  /** To be called each second. Resets the streams of requests that do not go on, and of responses that are not read. */
  countSilence({ bodySeconds, unreadSeconds }: SilenceLimits): void {
    const { sender } = this.#options;
    for (const stream of [...this.#open.values()]) {
      const isLate = stream.countSilence() >= bodySeconds;
      const isUnread = stream.countUnread(sender.unsentBytes(stream.id)) >= unreadSeconds;
      if (isLate || isUnread) this.reset(stream.id, resetCodes.cancel);
    }
  }

  /** Lets the client send as many bytes again. */
  grant(stream: ServerStream, bytes: number): void {
    const granted = stream.grant(bytes);
    if (granted > 0) this.#options.outbox.push(windowUpdate(stream.id, granted));
  }

  /** Section 8.1: a client need not send the rest of a request that is answered. */
  finish(stream: ServerStream): void {
    if (!stream.isRequestOver) this.#pushReset(stream.id, resetCodes.noError);
    this.#leave(stream);
  }

  /** Resets a stream, also one that is not open. */
  reset(id: number, code: number): void {
    this.#pushReset(id, code);
    this.gone(id);
  }

  #pushReset(id: number, code: number): void {
    if (this.#reset.size >= mostReset) for (const oldest of this.#reset) if (this.#reset.delete(oldest)) break;
    this.#reset.add(id);
    this.#options.outbox.push(frameOf({ type: frameType.reset, flags: 0, stream: id }, Buffer.of(0, 0, 0, code)));
  }

  /** The client has given up on it. */
  gone(id: number): void {
    const stream = this.#open.get(id);
    if (stream === undefined) return;
    const { events } = stream;
    this.#leave(stream);
    events?.onGone();
  }

  goneAll(): void {
    for (const id of [...this.#open.keys()]) this.gone(id);
  }

  #leave(stream: ServerStream): void {
    this.#open.delete(stream.id);
    this.#options.sender.forget(stream.id);
    this.#options.onLeft();
  }
}
