/** A clock that tests move by hand. What is due `soon` happens in a real later turn. */
import type { Clock } from '../clock.ts';

export interface FakeClock extends Clock {
  /** Moves on and calls what has become due, in order. */
  advance(ms: number): void;
}

interface Timer {
  readonly atMs: number;
  readonly run: () => void;
}

export function createFakeClock(): FakeClock {
  const timers = new Set<Timer>();
  let nowMs = 0;

  const nextUntil = (endMs: number): Timer | undefined =>
    [...timers].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];

  const after = (delayMs: number, run: () => void): (() => void) => {
    const timer = { atMs: nowMs + delayMs, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };

  return {
    now: () => nowMs,
    after,
    every: (intervalMs, run) => {
      let callOff = (): void => undefined;
      const again = (): void => {
        callOff = after(intervalMs, again);
        run();
      };
      callOff = after(intervalMs, again);
      return () => callOff();
    },
    soon: (run) => void setImmediate(run),
    // Time stands still while there is work.
    giveWay: () => undefined,
    giveWayPatiently: () => undefined,
    advance: (ms) => {
      const endMs = nowMs + ms;
      for (let timer = nextUntil(endMs); timer !== undefined; timer = nextUntil(endMs)) {
        timers.delete(timer);
        nowMs = timer.atMs;
        timer.run();
      }
      nowMs = endMs;
    },
  };
}
