/**
 * Exponential back-off by key: the delay doubles with every failure up to a limit, and ends with a success. Each is
 * shortened by a random part, so that keys that failed together are not all tried again together.
 */
export interface BackoffOptions {
  /** The delay after the first failure. */
  readonly baseMs?: number;
  readonly maxMs?: number;
  /** The greatest part by which a delay is shortened, from 0 to 1. */
  readonly jitter?: number;
  /** From 0 up to, not including, 1. */
  readonly random?: () => number;
}

export interface Backoff {
  /** Counts a failure. Returns the delay before the next try, in milliseconds. */
  next(key: string): number;
  /** Failures since the last success. */
  failures(key: string): number;
  /** To be called after a success, and when a key is given up: failures are held until then. */
  forget(key: string): void;
}

const defaults = { baseMs: 5, maxMs: 1_000_000, jitter: 0.2, random: Math.random };

export function createBackoff(options: BackoffOptions = {}): Backoff {
  const { baseMs, maxMs, jitter, random } = { ...defaults, ...options };
  const failuresByKey = new Map<string, number>();
  return {
    next: (key) => {
      const failures = failuresByKey.get(key) ?? 0;
      failuresByKey.set(key, failures + 1);
      return Math.min(baseMs * 2 ** failures, maxMs) * (1 - jitter * random());
    },
    failures: (key) => failuresByKey.get(key) ?? 0,
    forget: (key) => void failuresByKey.delete(key),
  };
}
