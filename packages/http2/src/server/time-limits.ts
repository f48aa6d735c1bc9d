/**
 * Time limits of connections and streams that a client does not use. Seconds are ticks of a timer, so a blocked
 * event loop is not mistaken for a silent client.
 */
import type { SilenceLimits, Streams } from './streams.ts';

export interface TimeLimits extends SilenceLimits {
  /** From the beginning of the connection to the client's SETTINGS, and from that of a header block to its end. */
  readonly beginSeconds: number;
  /** Without a request under way, where there was one before. */
  readonly idleSeconds: number;
  /** To the first request. */
  readonly firstSeconds: number;
}

export const defaultTimeLimits: TimeLimits = {
  beginSeconds: 10,
  firstSeconds: 10,
  bodySeconds: 30,
  unreadSeconds: 90,
  idleSeconds: 90,
};

/** Calls a function each second until the returned one is called. */
export type EverySecond = (tick: () => void) => () => void;

export interface LimitedTime extends TimeLimits {
  readonly everySecond: EverySecond;
  readonly streams: Pick<Streams, 'size' | 'last' | 'countSilence'>;
  /** SETTINGS, or the header block, that has not come whole. */
  readonly unfinished: () => number | undefined;
  readonly onLate: () => void;
  readonly onIdle: () => void;
}

/** Returns the function that stops it. */
export function limitTime({ everySecond, streams, unfinished, onLate, onIdle, ...limits }: LimitedTime): () => void {
  let awaited: number | undefined;
  let lateSeconds = 0;
  let idleSeconds = 0;
  return everySecond(() => {
    const awaitedNow = unfinished();
    lateSeconds = awaitedNow !== undefined && awaitedNow === awaited ? lateSeconds + 1 : 0;
    awaited = awaitedNow;
    idleSeconds = streams.size === 0 ? idleSeconds + 1 : 0;
    streams.countSilence(limits);
    if (lateSeconds >= limits.beginSeconds) onLate();
    else if (idleSeconds >= (streams.last === 0 ? limits.firstSeconds : limits.idleSeconds)) onIdle();
  });
}

/** The timer does not keep the process alive. */
export const everySecond: EverySecond = (tick) => {
  const timer = setInterval(tick, 1_000).unref();
  return () => clearInterval(timer);
};
