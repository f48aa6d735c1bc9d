/** The clock of controllers: passed in, so that tests can move it. */
import { systemClock, type Clock } from '@keelson/cache';

export interface ControllerClock extends Pick<Clock, 'now' | 'after'> {
  /** Milliseconds since 1970, of the clock on the wall, which may be set. */
  wallMs(): number;
}

export const realClock: ControllerClock = {
  now: () => systemClock.now(),
  after: (delayMs, run) => systemClock.after(delayMs, run),
  wallMs: () => Date.now(),
};

/** A time as the API writes it: whole seconds. */
export function secondsText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -'.000Z'.length)}Z`;
}

/** A time with microseconds, as leases have it. */
export function microsText(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}
