/**
 * The events of one resource in the order of revisions: a queue that is also
 * searched. Positions count from the first event ever, so they stay right while
 * old events are dropped.
 */
import type { Version } from '../objects/object-version.ts';

export interface EventLog {
  push(event: Version): void;
  /** Takes out the oldest. */
  shift(): Version | undefined;
  oldest(): Version | undefined;
  /** `undefined` for positions that were dropped or have not happened. */
  at(position: number): Version | undefined;
  /** The position of the first event above a revision. */
  positionAfter(revision: number): number;
  /** The position that the next event will have. */
  end(): number;
  length(): number;
}

const compactAbove = 1024;

export function createEventLog(): EventLog {
  let events: (Version | undefined)[] = [];
  /** `events[first]` is the oldest, and has the position `dropped`. */
  let first = 0;
  let dropped = 0;

  const reclaim = (): void => {
    if (first < compactAbove || first * 2 < events.length) return;
    events = events.slice(first);
    first = 0;
  };

  return {
    push: (event) => void events.push(event),
    shift: () => {
      if (first >= events.length) return undefined;
      const event = events[first];
      events[first] = undefined;
      first += 1;
      dropped += 1;
      reclaim();
      return event;
    },
    oldest: () => events[first],
    at: (position) => (position < dropped ? undefined : events[first + position - dropped]),
    positionAfter: (revision) => {
      let [low, high] = [first, events.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((events[middle]?.revision ?? 0) <= revision) low = middle + 1;
        else high = middle;
      }
      return low - first + dropped;
    },
    end: () => events.length - first + dropped,
    length: () => events.length - first,
  };
}
