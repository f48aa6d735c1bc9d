/**
 * Limits the requests in flight by number alone, read-only and mutating ones separately. Requests do not queue: those
 * above the limit are refused.
 */
import { SecondPeak } from '@keelson/flowcontrol';

import { isExempt } from '../exchange/exempt.ts';
import type { Turn, Turns } from '../exchange/turns.ts';

export interface InFlightLimits {
  /** 0 for no limit. */
  readonly reading: number;
  readonly mutating: number;
  /** Milliseconds from any fixed moment. */
  readonly now?: () => number;
}

export function createInFlight({ reading, mutating, now = () => performance.now() }: InFlightLimits): Turns {
  const counters = { mutating: createCounters(mutating, now), readOnly: createCounters(reading, now) };
  return {
    classify: () => undefined,
    ask: ({ user, attributes, work }) => {
      if (work === 'watch') return uncounted;
      const { limit, limited, exempt } = counters[work];
      if (isExempt(user, attributes)) return exempt.begin();
      return limit > 0 && limited.count >= limit ? undefined : limited.begin();
    },
    count: (kind) => counters[kind].all.count,
    peak: (kind, phase) => (phase === 'executing' ? counters[kind].all.peak(now()) : 0),
  };
}

interface Counters {
  readonly limit: number;
  readonly limited: Counter;
  readonly exempt: Counter;
  readonly all: SecondPeak;
}

function createCounters(limit: number, now: () => number): Counters {
  const all = new SecondPeak(now());
  return { limit, limited: new Counter(all, now), exempt: new Counter(all, now), all };
}

/** The same turn for all that it counts, so that a request costs no object. */
class Counter implements Turn {
  readonly waiting = undefined;
  count = 0;
  readonly #all: SecondPeak;
  readonly #now: () => number;

  constructor(all: SecondPeak, now: () => number) {
    this.#all = all;
    this.#now = now;
  }

  begin(): this {
    this.count += 1;
    this.#all.add(1, this.#now());
    return this;
  }

  done(): void {
    this.count -= 1;
    this.#all.add(-1, this.#now());
  }
}

export const uncounted: Turn = { waiting: undefined, done: () => undefined };
