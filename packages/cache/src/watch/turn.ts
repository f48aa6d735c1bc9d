/**
 * Collects the outboxes with something to send, and flushes each once, in a later turn of
 * the event loop. Several events in one piece cost little more to send than one: with many
 * watchers, events wait a moment while writes are under way whose events are about to follow.
 */
import type { Clock } from '../clock.ts';

export interface DeliveryTurn {
  /** Calls it once in a turn to come, however often it is added until then. */
  add(flush: Flush): void;
  /** Until it settles, there is more to come. */
  expect(write: Promise<unknown>): void;
}

export interface Flush {
  isDue: boolean;
  flush(): void;
}

/** The longest delay of an event. Several sequential writes fit into it. */
const mostWaitMs = 4;
/** For fewer, there is too little to gain. */
const fewestWaiting = 16;

export function createTurn(clock: Pick<Clock, 'soon' | 'after'>): DeliveryTurn {
  let due: Flush[] = [];
  let writes = 0;
  let endWait: (() => void) | undefined;

  const flushAll = (): void => {
    endWait?.();
    endWait = undefined;
    const flushing = due;
    due = [];
    for (const one of flushing) {
      one.isDue = false;
      one.flush();
    }
  };

  const flushUnlessMoreComes = (): void => {
    if (writes === 0 || due.length < fewestWaiting) flushAll();
    else endWait ??= clock.after(mostWaitMs, flushAll);
  };

  const noteSettled = (): void => {
    writes -= 1;
    // The event of the last is often a turn behind its answer.
    if (writes === 0 && due.length > 0) clock.soon(() => clock.soon(flushUnlessMoreComes));
  };

  return {
    add: (flush) => {
      if (flush.isDue) return;
      flush.isDue = true;
      if (due.push(flush) === 1) clock.soon(flushUnlessMoreComes);
    },
    expect: (write) => {
      writes += 1;
      write.then(noteSettled, noteSettled);
    },
  };
}
