/**
 * The exchanges of one connection: those with a stream, and those queued for one. None gets a stream before the peer
 * has sent SETTINGS_MAX_CONCURRENT_STREAMS. An exchange is removed before its `onEnd` is called, so it is called once.
 */
import type { TransportError } from '../errors.ts';
import type { Http2Exchange } from './exchange.ts';
import { frameFlag, frameOf, frameType } from './frames.ts';
import type { FrameOutbox } from './outbox.ts';
import { createOpenStreams } from './open-streams.ts';
import type { Sender } from './sender.ts';

export interface Exchanges {
  start(exchange: Http2Exchange): void;
  /** Resets its stream without calling back. Returns whether it had one, so that the peer may have seen it. */
  cancel(exchange: Http2Exchange): boolean;
  find(stream: number): Http2Exchange | undefined;
  /** `undefined` while it is queued and once it has ended. Linear in the number of streams. */
  streamOf(exchange: Http2Exchange): number | undefined;
  /** No effect if no exchange has that stream. */
  end(stream: number, error?: Error): void;
  /** Ends the exchanges with a stream above this one. */
  endAbove(stream: number, error: TransportError): void;
  /** Ends the exchanges without a stream. */
  endQueued(error: TransportError): void;
  /** The concurrent streams that the peer allows; none before the first call. */
  setMost(count: number): void;
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
}

const lastStream = 0x7fff_ffff;
const cancelCode = Buffer.of(0, 0, 0, 8);

export function createExchanges({ outbox: { push, flush }, sender }: ExchangesOptions): Exchanges {
  const running = createOpenStreams();
  let queued: Http2Exchange[] = [];
  let nextStream = 1;
  let most = 0;

  const launch = (exchange: Http2Exchange): void => {
    const stream = nextStream;
    nextStream += 2;
    running.add(stream, exchange);
    push(frameOf({ type: frameType.headers, flags: frameFlag.endHeaders, stream }, exchange.head));
    sender.send(stream, exchange.body, exchange.staysOpen !== true);
    if (exchange.isUrgent === true) flush();
  };

  const fillUp = (): void => {
    while (running.all().length < most && nextStream <= lastStream) {
      const next = queued.shift();
      if (next === undefined) return;
      launch(next);
    }
  };

  const leave = (stream: number, isBrokenOff = false): Http2Exchange | undefined => {
    const exchange = running.take(stream);
    if (exchange === undefined) return undefined;
    // A response may end before all of its request was sent; the rest is not sent then.
    const isUnsent = sender.forget(stream);
    if (isUnsent || isBrokenOff || exchange.staysOpen === true) push(resetOf(stream));
    if (queued.length > 0) fillUp();
    return exchange;
  };

  return {
    start: (exchange) => {
      if (running.all().length < most) launch(exchange);
      else queued.push(exchange);
    },
    cancel: (exchange) => {
      queued = queued.filter((each) => each !== exchange);
      const stream = running.streamOf(exchange);
      if (stream !== undefined) leave(stream, true);
      return stream !== undefined;
    },
    streamOf: running.streamOf,
    find: running.find,
    end: (stream, error) => leave(stream)?.onEnd(error),
    endAbove: (stream, error) => {
      for (const each of running.all().filter((one) => one.stream > stream)) leave(each.stream)?.onEnd(error);
    },
    endQueued: (error) => {
      const ending = queued;
      queued = [];
      for (const { onEnd } of ending) onEnd(error);
    },
    setMost: (count) => {
      most = count;
      fillUp();
    },
    hasRoom: () => nextStream <= lastStream,
    streams: () => running.all().length,
    queued: () => queued.length,
    launched: () => (nextStream - 1) / 2,
  };
}

function resetOf(stream: number): Buffer {
  return frameOf({ type: frameType.reset, flags: 0, stream }, cancelCode);
}
