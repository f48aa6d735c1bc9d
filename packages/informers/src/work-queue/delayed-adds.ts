/** Keys to be added later: one timer for each, the earliest time that was asked for. */
import type { Clock } from '@keelson/cache';

export interface DelayedAdds {
  /** Does nothing if the key is due before that anyway. */
  schedule(key: string, delayMs: number): void;
  cancelAll(): void;
}

interface Due {
  readonly atMs: number;
  readonly cancel: () => void;
}

export function createDelayedAdds(clock: Pick<Clock, 'now' | 'after'>, add: (key: string) => void): DelayedAdds {
  const dues = new Map<string, Due>();
  return {
    schedule: (key, delayMs) => {
      const atMs = clock.now() + delayMs;
      const earlier = dues.get(key);
      if (earlier !== undefined && earlier.atMs <= atMs) return;
      earlier?.cancel();
      const cancel = clock.after(delayMs, () => {
        dues.delete(key);
        add(key);
      });
      dues.set(key, { atMs, cancel });
    },
    cancelAll: () => {
      for (const { cancel } of dues.values()) cancel();
      dues.clear();
    },
  };
}
