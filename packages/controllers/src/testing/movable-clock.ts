/**
 * A clock that tests move, and that stands still otherwise. Time passes for timers and the wall alike; the wall can be
 * set besides, as an operator or a time server does it. Timers below a second, as back-offs are, run by themselves.
 */
import { realClock, type ControllerClock } from '../controller-clock.ts';

export interface MovableClock extends ControllerClock {
  /** Runs the timers that are due, each at its time. */
  pass(ms: number): void;
  /** Sets the wall clock forwards or, by a negative number, back. No timer notices. */
  jump(ms: number): void;
}

interface Timer {
  readonly atMs: number;
  readonly run: () => void;
}

export function openMovableClock(startWallMs: number): MovableClock {
  let nowMs = 0;
  let jumpedMs = 0;
  const timers = new Set<Timer>();
  const nextBefore = (endMs: number): Timer | undefined =>
    [...timers].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
  return {
    now: () => nowMs,
    wallMs: () => startWallMs + nowMs + jumpedMs,
    after: (delayMs, run) => {
      if (delayMs < 1_000) return realClock.after(delayMs, run);
      const timer = { atMs: nowMs + delayMs, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass: (ms) => {
      const endMs = nowMs + ms;
      for (let timer = nextBefore(endMs); timer !== undefined; timer = nextBefore(endMs)) {
        timers.delete(timer);
        nowMs = timer.atMs;
        timer.run();
      }
      nowMs = endMs;
    },
    jump: (ms) => {
      jumpedMs += ms;
    },
  };
}
