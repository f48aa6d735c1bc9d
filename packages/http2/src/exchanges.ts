/**
 * The exchanges of one connection: those with a stream, and those queued for one. None gets a stream before the server
 * has sent SETTINGS_MAX_CONCURRENT_STREAMS. An exchange is removed before its `onEnd` is called, so it is called once.
 */
import { ClientStream, type StreamCarrier } from './client-stream.ts';
import { resetCodes, type Http2Error } from './errors.ts';
import type { Http2Exchange, Http2Request } from './exchange.ts';
import { frameOf, frameType } from './frames.ts';
import { createOpenStreams } from './open-streams.ts';
import type { FrameOutbox } from './outbox.ts';
import { pushHeaders } from './push-headers.ts';
import { windowUpdate } from './receive-window.ts';
import type { Sender } from './sender.ts';

export interface ExchangesOptions {
  readonly outbox: FrameOutbox;
  readonly sender: Sender;
  /** The initial receive window of each stream. */
  readonly streamWindow: number;
  /** An exchange was cancelled, and is over. */
  readonly onCancelled: () => void;
}

const lastStream = 0x7fff_ffff;

export class Exchanges implements StreamCarrier {
  readonly streamWindow: number;
  readonly #outbox: FrameOutbox;
  readonly #sender: Sender;
  readonly #onCancelled: () => void;
  readonly #running = createOpenStreams();
  #queued: ClientStream[] = [];
  #nextStream = 1;
  #most = 0;

  constructor({ outbox, sender, streamWindow, onCancelled }: ExchangesOptions) {
    this.streamWindow = streamWindow;
    this.#outbox = outbox;
    this.#sender = sender;
    this.#onCancelled = onCancelled;
  }

  /** The concurrent streams that the server allows; none before it is set. */
  get most(): number {
    return this.#most;
  }

  setMost(count: number): void {
    this.#most = count;
    this.#fillUp();
  }

  /** There are stream ids left. */
  get hasRoom(): boolean {
    return this.#nextStream <= lastStream;
  }

  /** The number of open streams. */
  get streams(): number {
    return this.#running.all().length;
  }

  /** The number of exchanges without a stream. */
  get queued(): number {
    return this.#queued.length;
  }

  /** The number of streams opened so far. */
  get launched(): number {
    return (this.#nextStream - 1) / 2;
  }

  start(request: Http2Request): Http2Exchange {
    const stream = new ClientStream(request, this);
    if (this.#mayLaunch()) this.#launch(stream);
    else this.#queued.push(stream);
    return stream;
  }

  find(id: number): ClientStream | undefined {
    return this.#running.find(id);
  }

  end(stream: ClientStream, error?: Http2Error): void {
    if (this.#leave(stream)) stream.request.onEnd(error);
  }

  /** Ends it and resets its stream: the response breaks a rule. */
  breakOff(stream: ClientStream, error: Http2Error): void {
    if (this.#leave(stream, resetCodes.protocolError)) stream.request.onEnd(error);
  }

  /** Ends the exchanges with a stream above this one. */
  endAbove(id: number, error: Http2Error): void {
    const ending = this.#running.all().filter((one) => one.id > id);
    for (const each of ending) this.end(each, error);
  }

  /** Ends the exchanges without a stream. */
  endQueued(error: Http2Error): void {
    const ending = this.#queued;
    this.#queued = [];
    for (const each of ending) this.end(each, error);
  }

  cancel(stream: ClientStream): boolean {
    if (stream.id === 0) this.#queued = this.#queued.filter((each) => each !== stream);
    if (this.#leave(stream, resetCodes.cancel)) this.#onCancelled();
    return stream.id !== 0;
  }

  sendWindowUpdate(id: number, bytes: number): void {
    this.#outbox.push(windowUpdate(id, bytes));
  }

  sendData(id: number, bytes: Uint8Array, isLast: boolean): boolean {
    return this.#sender.sendMore(id, bytes, isLast);
  }

  #mayLaunch(): boolean {
    return this.#running.all().length < this.#most && this.hasRoom;
  }

  #launch(stream: ClientStream): void {
    const { request } = stream;
    const id = this.#nextStream;
    stream.id = id;
    this.#nextStream += 2;
    this.#running.add(stream);
    const hasBody = request.body.length > 0 || request.staysOpen === true;
    pushHeaders(this.#outbox.push, { id, head: request.head, isLast: !hasBody });
    if (hasBody) this.#sender.send(id, request);
    if (request.isUrgent === true) this.#outbox.flush();
  }

  #fillUp(): void {
    while (this.#mayLaunch()) {
      const next = this.#queued.shift();
      if (next === undefined) return;
      this.#launch(next);
    }
  }

  /** Returns false if it has ended before. `resetCode`: it is broken off. */
  #leave(stream: ClientStream, resetCode?: number): boolean {
    if (stream.isOver) return false;
    stream.isOver = true;
    if (!this.#running.remove(stream)) return true;
    // A response may end before all of its request was sent; the rest is not sent then.
    const isUnsent = this.#sender.forget(stream.id);
    const code = resetCode ?? (isUnsent || !stream.isEnded ? resetCodes.cancel : undefined);
    if (code !== undefined) this.#outbox.push(resetOf(stream.id, code));
    if (this.#queued.length > 0) this.#fillUp();
    return true;
  }
}

function resetOf(stream: number, code: number): Buffer {
  return frameOf({ type: frameType.reset, flags: 0, stream }, Buffer.of(0, 0, 0, code));
}
