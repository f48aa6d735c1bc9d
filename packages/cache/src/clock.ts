/**
 * The clock of the watch cache, passed in so that tests can control it. It knows nothing
 * of what is timed.
 */

import { giveWay, giveWayPatiently } from '@keelson/telemetry';

export interface Clock {
  /** Milliseconds. Only differences count. */
  now(): number;
  /** Calls once, not before the delay has passed. Returns a function that cancels the call. */
  after(delayMs: number, run: () => void): () => void;
  /** Calls again and again, but does not keep the process alive for it. Returns what calls it off. */
  every(intervalMs: number, run: () => void): () => void;
  /** Calls once, in a later turn of the event loop. */
  soon(run: () => void): void;
  /** To be called between pieces of long work. `undefined`: go on; else when it resolves, for others have their turn. */
  giveWay(): Promise<void> | undefined;
  /** The same for work that nobody waits for: it rests while requests are served. */
  giveWayPatiently(): Promise<void> | undefined;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  every: (intervalMs, run) => {
    const timer = setInterval(run, intervalMs).unref();
    return () => clearInterval(timer);
  },
  soon: (run) => void setImmediate(run),
  giveWay,
  giveWayPatiently,
};
