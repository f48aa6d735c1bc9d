/**
 * Reports items that exceed the time limit. One timer is enough for all: most end long before.
 *
 * Pending items are in an array, and each knows its index. A map or a linked list would
 * leave ended items linked to later ones, so that one item promoted to the old generation
 * would have the garbage collector promote all the others as well.
 */

export interface TimeLimit<Timed> {
  /** `limitMs`: less than the limit of all. */
  begin(timed: Timed, limitMs?: number): UnderWay<Timed>;
  /** The item ended in time, or was reported. */
  end(ended: UnderWay<Timed>): void;
}

export interface UnderWay<Timed> {
  readonly timed: Timed;
  readonly lateAtMs: number;
  /** Below 0 once it has ended. */
  place: number;
}

/** Thousands that came together are late together: others get their turns of the event loop in between. */
const mostMsAtOnce = 1;
const restMs = 5;

/** The timer does not keep the process alive. */
export function createTimeLimit<Timed>(
  limitMs: number,
  onLate: (timed: Timed) => void,
  now: () => number = () => performance.now(),
): TimeLimit<Timed> {
  const all: UnderWay<Timed>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let dueAtMs = Infinity;

  const set = (atMs: number, nowMs: number): void => {
    clearTimeout(timer);
    dueAtMs = atMs;
    timer = setTimeout(look, atMs - nowMs).unref();
  };

  const look = (): void => {
    const nowMs = now();
    try {
      for (const each of all.filter(({ lateAtMs }) => lateAtMs <= nowMs)) {
        if (each.place < 0) continue;
        end(each);
        onLate(each.timed);
        if (now() - nowMs >= mostMsAtOnce) break;
      }
    } finally {
      let nextMs = Infinity;
      for (const { lateAtMs } of all) nextMs = Math.min(nextMs, lateAtMs);
      dueAtMs = Infinity;
      if (all.length > 0) set(Math.max(nextMs, now() + restMs), now());
    }
  };

  const end = (ended: UnderWay<Timed>): void => {
    const last = all.at(-1);
    if (last === undefined || ended.place < 0) return;
    all[ended.place] = last;
    last.place = ended.place;
    all.pop();
    ended.place = -1;
  };

  return {
    begin: (timed, ownLimitMs = limitMs) => {
      const nowMs = now();
      const lateAtMs = nowMs + Math.min(limitMs, ownLimitMs);
      const begun = { timed, lateAtMs, place: all.length };
      all.push(begun);
      if (lateAtMs < dueAtMs) set(lateAtMs, nowMs);
      return begun;
    },
    end,
  };
}
