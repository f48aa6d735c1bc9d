/** Timing: interleaved rounds and their medians. Knows nothing of what is timed. */

export interface Timing {
  /** Nanoseconds a call. */
  readonly subjectNs: number;
  readonly baselineNs: number;
  /** The median over the rounds of the ratio within a round. */
  readonly ratio: number;
}

/** A clock in nanoseconds. */
export type Clock = () => bigint;

const warmupNs = 200_000_000;
const roundNs = 10_000_000;

export function measureRatio(
  subject: () => unknown,
  baseline: () => unknown,
  options: { rounds: number; now: Clock },
): Timing {
  const { now, rounds } = options;
  const calls = { subject: warmUp(subject, now), baseline: warmUp(baseline, now) };
  const timed = Array.from({ length: rounds }, (_, round) => {
    // Who comes first alternates: the second of a round finds the caches as the first left them.
    if (round % 2 === 0) {
      const subjectNs = timeCalls(subject, calls.subject, now);
      return { subjectNs, baselineNs: timeCalls(baseline, calls.baseline, now) };
    }
    const baselineNs = timeCalls(baseline, calls.baseline, now);
    return { subjectNs: timeCalls(subject, calls.subject, now), baselineNs };
  });
  return {
    subjectNs: median(timed.map((round) => round.subjectNs)),
    baselineNs: median(timed.map((round) => round.baselineNs)),
    ratio: median(timed.map((round) => round.subjectNs / round.baselineNs)),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Calls until the code is hot, and returns how many calls fill a round. */
function warmUp(run: () => unknown, now: Clock): number {
  const start = now();
  let calls = 0;
  let elapsed = 0;
  while (elapsed < warmupNs) {
    run();
    calls += 1;
    elapsed = Number(now() - start);
  }
  return Math.max(1, Math.round((calls * roundNs) / elapsed));
}

function timeCalls(run: () => unknown, calls: number, now: Clock): number {
  const start = now();
  for (let call = 0; call < calls; call += 1) run();
  return Number(now() - start) / calls;
}
