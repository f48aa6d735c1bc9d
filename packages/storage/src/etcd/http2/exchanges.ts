/**
 * The exchanges of one connection: which stream each has, which wait for one. None gets a stream before the peer has
 * said how many it takes. An exchange leaves before it is told of its end, so that it is told once.
 */
import type { Exchange } from './exchange.ts';
import { frameFlag, frameOf, frameType } from './frames.ts';
import type { Outbox } from './outbox.ts';
import { createRunning } from './running.ts';
import type { Sender } from './sender.ts';
import type { TransportError } from './transport-error.ts';

export interface Exchanges {
  start(exchange: Exchange): void;
  /** Breaks it off, without telling it. Returns whether it had a stream, so that the peer may know of it. */
  cancel(exchange: Exchange): boolean;
  find(stream: number): Exchange | undefined;
  /** `undefined` while it waits for one, and once it is over. Costs a look at each. */
  streamOf(exchange: Exchange): number | undefined;
  /** Nothing happens if nobody has that stream, or has it any more. */
  end(stream: number, error?: Error): void;
  /** Ends those with a stream above this one. */
  endAbove(stream: number, error: TransportError): void;
  /** Ends those that wait for a stream. */
  endQueued(error: TransportError): void;
  /** How many streams the peer takes at a time; none before the first call. */
  setMost(count: number): void;
  /** Whether there are numbers left for more. */
  hasRoom(): boolean;
  /** How many streams there are. */
  streams(): number;
  /** How many wait for one. */
  queued(): number;
  /** How many got a stream so far. */
  launched(): number;
}

export interface ExchangesOptions {
  readonly outbox: Outbox;
  readonly sender: Sender;
}

const lastStream = 0x7fff_ffff;
const cancelCode = Buffer.of(0, 0, 0, 8);

export function createExchanges({ outbox: { push, flush }, sender }: ExchangesOptions): Exchanges {
  const running = createRunning();
  let queued: Exchange[] = [];
  let nextStream = 1;
  let most = 0;

  const launch = (exchange: Exchange): void => {
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

  const leave = (stream: number, isBrokenOff = false): Exchange | undefined => {
    const exchange = running.take(stream);
    if (exchange === undefined) return undefined;
    // An answer may come before all of its request was sent, which then is not.
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
