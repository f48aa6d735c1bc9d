/**
 * The exchanges that have a stream, in the order of streams, which is the order they
 * began in. An array, as each table of a map that comes and goes is linked to the next:
 * garbage that has become old would keep all exchanges that follow.
 */
import type { Exchange } from './exchange.ts';

export interface RunningExchange {
  readonly stream: number;
  readonly exchange: Exchange;
}

export interface Running {
  /** The stream is above all before it. */
  add(stream: number, exchange: Exchange): void;
  find(stream: number): Exchange | undefined;
  /** Costs a look at each. */
  streamOf(exchange: Exchange): number | undefined;
  /** Finds it and takes it out. */
  take(stream: number): Exchange | undefined;
  /** Changes with the next that comes or goes. */
  all(): readonly RunningExchange[];
}

export function createRunning(): Running {
  const running: RunningExchange[] = [];

  /** Where it is, or would be. */
  const placeOf = (stream: number): number => {
    let [low, high] = [0, running.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((running[middle]?.stream ?? Infinity) < stream) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const find = (stream: number): Exchange | undefined => {
    const found = running[placeOf(stream)];
    return found?.stream === stream ? found.exchange : undefined;
  };

  return {
    add: (stream, exchange) => void running.push({ stream, exchange }),
    find,
    streamOf: (exchange) => running.find((each) => each.exchange === exchange)?.stream,
    take: (stream) => {
      const exchange = find(stream);
      if (exchange !== undefined) running.splice(placeOf(stream), 1);
      return exchange;
    },
    all: () => running,
  };
}
