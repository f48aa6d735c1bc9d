/**
 * The exchanges that have a stream, in the order of stream ids. An array for the reason given in `deadlines.ts`: the
 * hash tables of a `Map` would keep garbage alive.
 */
import type { Http2Exchange } from './exchange.ts';

export interface OpenStream {
  readonly stream: number;
  readonly exchange: Http2Exchange;
}

export interface OpenStreams {
  /** The id must be above all before it. */
  add(stream: number, exchange: Http2Exchange): void;
  find(stream: number): Http2Exchange | undefined;
  /** Linear in the number of streams. */
  streamOf(exchange: Http2Exchange): number | undefined;
  /** Finds and removes. */
  take(stream: number): Http2Exchange | undefined;
  /** A live view. */
  all(): readonly OpenStream[];
}

export function createOpenStreams(): OpenStreams {
  const running: OpenStream[] = [];

  /** The index of the stream, or the one to insert it at. */
  const indexOf = (stream: number): number => {
    let [low, high] = [0, running.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((running[middle]?.stream ?? Infinity) < stream) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const find = (stream: number): Http2Exchange | undefined => {
    const found = running[indexOf(stream)];
    return found?.stream === stream ? found.exchange : undefined;
  };

  return {
    add: (stream, exchange) => void running.push({ stream, exchange }),
    find,
    streamOf: (exchange) => running.find((each) => each.exchange === exchange)?.stream,
    take: (stream) => {
      const exchange = find(stream);
      if (exchange !== undefined) running.splice(indexOf(stream), 1);
      return exchange;
    },
    all: () => running,
  };
}
