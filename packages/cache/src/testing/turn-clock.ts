/**
 * A clock on which a turn of the event loop takes a millisecond: timers fire quickly, and in the same order however
 * busy the machine is. It stops while nothing waits.
 */
import type { Clock } from '../clock.ts';
import { createFakeClock } from './fake-clock.ts';

export function createTurnClock(): Clock {
  const clock = createFakeClock();
  let waiting = 0;
  let isTicking = false;

  const tick = (): void => {
    isTicking = waiting > 0;
    if (!isTicking) return;
    clock.advance(1);
    setImmediate(tick);
  };

  return {
    ...clock,
    after: (delayMs, run) => {
      waiting += 1;
      let isOver = false;
      const end = (): void => {
        if (!isOver) waiting -= 1;
        isOver = true;
      };
      const callOff = clock.after(delayMs, () => {
        end();
        run();
      });
      if (!isTicking) setImmediate(tick);
      isTicking = true;
      return () => {
        end();
        callOff();
      };
    },
  };
}
