/**
 * Limits the requests in flight by number alone, read-only and mutating ones separately. Requests do not queue: those
 * above the limit are refused.
 */
import { isExempt } from '../exchange/exempt.ts';
import type { Turn, Turns } from '../exchange/turns.ts';

export interface InFlightLimits {
  /** 0 for no limit. */
  readonly reading: number;
  readonly mutating: number;
}

export function createInFlight({ reading, mutating }: InFlightLimits): Turns {
  const counters = { mutating: createCounters(mutating), readOnly: createCounters(reading) };
  return {
    classify: () => undefined,
    ask: ({ user, attributes, work }) => {
      if (work === 'watch') return uncounted;
      const { limit, limited, exempt } = counters[work];
      if (isExempt(user, attributes)) return exempt.begin();
      return limit > 0 && limited.count >= limit ? undefined : limited.begin();
    },
    count: (kind) => counters[kind].limited.count + counters[kind].exempt.count,
    countWaiting: () => 0,
  };
}

interface Counters {
  readonly limit: number;
  readonly limited: Counter;
  readonly exempt: Counter;
}

function createCounters(limit: number): Counters {
  return { limit, limited: new Counter(), exempt: new Counter() };
}

/** The same turn for all that it counts, so that a request costs no object. */
class Counter implements Turn {
  readonly waiting = undefined;
  count = 0;

  begin(): this {
    this.count += 1;
    return this;
  }

  done(): void {
    this.count -= 1;
  }
}

export const uncounted: Turn = { waiting: undefined, done: () => undefined };
