/** Reads that wait until the watch cache reaches a revision. Nothing here knows what advances the cache. */
import type { Clock } from '../clock.ts';

export interface RevisionWaiters {
  /** `true` once the revision is reached, `false` if it is not within the time, or was given up. */
  wait(revision: number, timeoutMs: number): Promise<boolean>;
  /** Resolves every wait for this revision or a lower one. */
  reached(revision: number): void;
  /** Resolves all waits with `false`: their revisions will not come. */
  release(): void;
  /** Resolves all waits with `false`, later ones too: nothing advances the cache any more. */
  giveUp(): void;
}

interface Waiter {
  readonly revision: number;
  readonly settle: (isReached: boolean) => void;
}

export function createRevisionWaiters(clock: Clock): RevisionWaiters {
  /** By revision, the highest first: the next to go is at the end. */
  const waiters: Waiter[] = [];
  let isOver = false;

  const insert = (waiter: Waiter): void => {
    let at = waiters.length;
    while (at > 0 && (waiters[at - 1]?.revision ?? 0) < waiter.revision) at -= 1;
    waiters.splice(at, 0, waiter);
  };

  const remove = (waiter: Waiter): void => {
    const at = waiters.indexOf(waiter);
    if (at !== -1) waiters.splice(at, 1);
  };

  const release = (): void => {
    for (const waiter of waiters.splice(0)) waiter.settle(false);
  };

  return {
    wait: (revision, timeoutMs) => {
      if (isOver) return Promise.resolve(false);
      return new Promise((resolve) => {
        const waiter: Waiter = {
          revision,
          settle: (isReached) => {
            callOff();
            resolve(isReached);
          },
        };
        const callOff = clock.after(timeoutMs, () => {
          remove(waiter);
          resolve(false);
        });
        insert(waiter);
      });
    },
    reached: (revision) => {
      for (let last = waiters.at(-1); last !== undefined && last.revision <= revision; last = waiters.at(-1)) {
        waiters.pop();
        last.settle(true);
      }
    },
    release,
    giveUp: () => {
      isOver = true;
      release();
    },
  };
}
