/**
 * How many requests are carried out at once, those that read and those that change
 * counted apart. Watches do not count: they wait, and do no work while they do.
 */

export interface InFlightLimits {
  /** 0 for no limit. */
  readonly reading: number;
  readonly mutating: number;
}

export type RequestKind = 'readOnly' | 'mutating';

export interface InFlight {
  /** Whether there is room; if so, `leave` has to be called once. */
  enter(kind: RequestKind): boolean;
  leave(kind: RequestKind): void;
  count(kind: RequestKind): number;
}

export function createInFlight({ reading, mutating }: InFlightLimits): InFlight {
  const limits: Readonly<Record<RequestKind, number>> = { readOnly: reading, mutating };
  const counts: Record<RequestKind, number> = { readOnly: 0, mutating: 0 };
  return {
    enter(kind) {
      if (limits[kind] > 0 && counts[kind] >= limits[kind]) return false;
      counts[kind] += 1;
      return true;
    },
    leave(kind) {
      counts[kind] -= 1;
    },
    count: (kind) => counts[kind],
  };
}
