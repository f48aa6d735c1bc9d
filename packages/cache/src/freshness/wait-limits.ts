/**
 * The time a read waits for the watch cache before it goes to the store: a small multiple
 * of the recent event latency, within bounds. A read that misses because a write outside
 * the prefix moved the revision says nothing about that latency.
 */

export interface WaitLimits {
  /** For a read that costs the store little. */
  shortMs(): number;
  /** For a list, which costs the store much. */
  longMs(): number;
  /** Records the time the cache took to reach a requested revision. */
  note(lagMs: number): void;
}

const weight = 0.2;
const short = { factor: 4, leastMs: 3, mostMs: 20 };
const long = { factor: 8, leastMs: 10, mostMs: 40 };

export function createWaitLimits(): WaitLimits {
  let usualMs = 0;
  const within = ({ factor, leastMs, mostMs }: typeof short): number =>
    Math.min(mostMs, Math.max(leastMs, factor * usualMs));
  return {
    shortMs: () => within(short),
    longMs: () => within(long),
    note: (lagMs) => {
      usualMs += (lagMs - usualMs) * weight;
    },
  };
}
