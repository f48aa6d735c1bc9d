/** Collects who has something to send, and lets each send once, in a later turn of the event loop. */
import type { Clock } from '../clock.ts';

export interface Turn {
  /** Calls it once in the next turn, however often it is added until then. */
  add(flush: Flush): void;
}

export interface Flush {
  isDue: boolean;
  flush(): void;
}

export function createTurn(clock: Pick<Clock, 'soon'>): Turn {
  let due: Flush[] = [];

  const flushAll = (): void => {
    const flushing = due;
    due = [];
    for (const one of flushing) {
      one.isDue = false;
      one.flush();
    }
  };

  return {
    add: (flush) => {
      if (flush.isDue) return;
      flush.isDue = true;
      if (due.push(flush) === 1) clock.soon(flushAll);
    },
  };
}
