/**
 * How long to wait before something is put right again: not at all the first times, then
 * longer and longer while it keeps being undone. Two that disagree would otherwise undo
 * each other's work thousands of times a second.
 */

export interface Calm {
  /** To be called each time that the thing of this key has to be put right. */
  delayMs(key: string): number;
  forget(key: string): void;
}

/** People and their tests undo things too, a few times in a row. */
const atOnce = 3;
const firstMs = 1_000;
const longestMs = 300_000;
/** What stays right for so long beyond its wait is forgotten. */
const quietMs = 60_000;

interface Past {
  readonly times: number;
  readonly delayMs: number;
  readonly atMs: number;
}

export function createCalm(now: () => number): Calm {
  const pasts = new Map<string, Past>();
  return {
    delayMs: (key) => {
      const atMs = now();
      const past = pasts.get(key);
      const isQuiet = past === undefined || atMs - past.atMs > past.delayMs + quietMs;
      const times = isQuiet ? 1 : past.times + 1;
      const delayMs = times <= atOnce ? 0 : Math.min(firstMs * 2 ** (times - atOnce - 1), longestMs);
      pasts.set(key, { times, delayMs, atMs });
      return delayMs;
    },
    forget: (key) => void pasts.delete(key),
  };
}
