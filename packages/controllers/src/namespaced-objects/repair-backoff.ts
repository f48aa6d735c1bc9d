/**
 * Back-off for repairs of an object: none the first times, then longer and longer while
 * the repair keeps being undone. Two controllers that disagree would otherwise undo
 * each other's work thousands of times a second.
 */

export interface RepairBackoff {
  /** To be called for each repair of this key. */
  delayMs(key: string): number;
  forget(key: string): void;
}

/** People and their tests undo repairs too, a few times in a row. */
const atOnce = 3;
const firstMs = 1_000;
const longestMs = 300_000;
/** The history of a key is forgotten after so long without a repair, counted from the end of its delay. */
const quietMs = 60_000;

interface Past {
  readonly times: number;
  readonly delayMs: number;
  readonly atMs: number;
}

export function createRepairBackoff(now: () => number): RepairBackoff {
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
