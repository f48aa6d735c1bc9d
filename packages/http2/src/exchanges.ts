/**
 * The exchanges of one connection: those with a stream, and those queued for one. None gets a stream before the server
 * has sent SETTINGS_MAX_CONCURRENT_STREAMS. An exchange is removed before its `onEnd` is called, so it is called once.
 */
import { ClientStream } from './client-stream.ts';
import type { StreamCarrier } from './client-stream.ts';
import type { Http2Error } from './errors.ts';
import { resetCodes } from './errors.ts';
import type { Http2Exchange, Http2Request } from './exchange.ts';
import { frameOf, frameType } from './frames.ts';
import { createOpenStreams } from './open-streams.ts';
import type { FrameOutbox } from './outbox.ts';
import { pushHeaders } from './push-headers.ts';
import type { Sender } from './sender.ts';
import { windowUpdate } from './receive-window.ts';

export interface Exchanges {
  start(request: Http2Request): Http2Exchange;
  find(id: number): ClientStream | undefined;
  end(stream: ClientStream, error?: Http2Error): void;
  /** Ends it and resets its stream: the response breaks a rule. */
  breakOff(stream: ClientStream, error: Http2Error): void;
  /** Ends the exchanges with a stream above this one. */
  endAbove(id: number, error: Http2Error): void;
  /** Ends the exchanges without a stream. */
  endQueued(error: Http2Error): void;
  /** The concurrent streams that the server allows; none before the first call. */
  setMost(count: number): void;
  mostStreams(): number;
  /** There are stream ids left. */
  hasRoom(): boolean;
  /** The number of open streams. */
  streams(): number;
  /** The number of exchanges without a stream. */
  queued(): number;
  /** The number of streams opened so far. */
  launched(): number;
}

export interface ExchangesOptions {
  readonly outbox: FrameOutbox;
  readonly sender: Sender;
  readonly streamWindow: number;
  /** An exchange was cancelled, and is over. */
  readonly onCancelled: () => void;
}

const lastStream = 0x7fff_ffff;

export function createExchanges(options: ExchangesOptions): Exchanges {
  const { outbox, sender, streamWindow, onCancelled } = options;
  const { push, flush } = outbox;
  const running = createOpenStreams();
  let queued: ClientStream[] = [];
  let nextStream = 1;
  let most = 0;

  const launch = (stream: ClientStream): void => {
    const { request } = stream;
    stream.id = nextStream;
    nextStream += 2;
    running.add(stream);
    const hasBody = request.body.length > 0 || request.staysOpen === true;
    pushHeaders(push, { id: stream.id, head: request.head, isLast: !hasBody });
    if (hasBody) sender.send(stream.id, request);
    if (request.isUrgent === true) flush();
  };

  const fillUp = (): void => {
    while (running.all().length < most && nextStream <= lastStream) {
      const next = queued.shift();
      if (next === undefined) return;
      launch(next);
    }
  };

  /** Returns false if it has ended before. `resetCode`: it is broken off. */
  const leave = (stream: ClientStream, resetCode?: number): boolean => {
    if (stream.isOver) return false;
    stream.isOver = true;
    if (!running.remove(stream)) return true;
    // A response may end before all of its request was sent; the rest is not sent then.
    const isUnsent = sender.forget(stream.id);
    if (isUnsent || !stream.isEnded || resetCode !== undefined) push(resetOf(stream.id, resetCode ?? resetCodes.cancel));
    if (queued.length > 0) fillUp();
    return true;
  };

  const end = (stream: ClientStream, error?: Http2Error): void => {
    if (leave(stream)) stream.request.onEnd(error);
  };

  const carrier: StreamCarrier = {
    streamWindow,
    cancel: (stream) => {
      if (stream.id === 0) queued = queued.filter((each) => each !== stream);
      if (leave(stream, resetCodes.cancel)) onCancelled();
      return stream.id !== 0;
    },
    sendWindowUpdate: (id, bytes) => push(windowUpdate(id, bytes)),
    sendData: (id, bytes, isLast) => sender.sendMore(id, bytes, isLast),
  };

  return {
    start: (request) => {
      const stream = new ClientStream(request, carrier);
      if (running.all().length < most && nextStream <= lastStream) launch(stream);
      else queued.push(stream);
      return stream;
    },
    find: running.find,
    end,
    breakOff: (stream, error) => {
      if (leave(stream, resetCodes.protocolError)) stream.request.onEnd(error);
    },
    endAbove: (id, error) => {
      for (const each of running.all().filter((one) => one.id > id)) end(each, error);
    },
    endQueued: (error) => {
      const ending = queued;
      queued = [];
      for (const each of ending) end(each, error);
    },
    setMost: (count) => {
      most = count;
      fillUp();
    },
    mostStreams: () => most,
    hasRoom: () => nextStream <= lastStream,
    streams: () => running.all().length,
    queued: () => queued.length,
    launched: () => (nextStream - 1) / 2,
  };
}

function resetOf(stream: number, code: number): Buffer {
  return frameOf({ type: frameType.reset, flags: 0, stream }, Buffer.of(0, 0, 0, code));
}
