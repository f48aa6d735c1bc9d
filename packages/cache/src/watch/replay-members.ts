/**
 * The watchers that a replay feeds, at the pace of their consumers: one that stays full delays the others for a
 * moment only. It is released, and joins again when there is room. At most one batch is kept for it.
 */
import type { Clock } from '../clock.ts';
import type { WatchEnd } from './watch-request.ts';
import type { CacheWatcher } from './watcher.ts';

export interface ReplayMembers {
  all(): Iterable<CacheWatcher>;
  add(watcher: CacheWatcher, onDone: () => void): void;
  /** Without a word to it. */
  delete(watcher: CacheWatcher): void;
  /** Releases the matching watchers and calls their `onDone`. */
  release(isMeant: (watcher: CacheWatcher) => boolean): void;
  /** Ends those for which there is an end. */
  end(endOf: (watcher: CacheWatcher) => WatchEnd | undefined): void;
  /** `undefined` if there is room now; else resolves when there is, and releases watchers that take too long. */
  whenRoom(): Promise<void> | undefined;
  /** Some consumer has room again. */
  goOn(): void;
}

/** The longest delay that a full consumer may cause the others, per batch. */
const graceMs = 100;

/** `onEmpty` is called whenever the last one goes. */
export function createReplayMembers(clock: Pick<Clock, 'after'>, onEmpty: () => void): ReplayMembers {
  const members = new Map<CacheWatcher, () => void>();
  let giveRoom = (): void => undefined;

  const isAnyFull = (): boolean => {
    for (const watcher of members.keys()) if (isFull(watcher)) return true;
    return false;
  };
  const goOn = (): void => {
    if (!isAnyFull()) giveRoom();
  };
  const remove = (watcher: CacheWatcher): void => {
    if (!members.delete(watcher)) return;
    goOn();
    if (members.size === 0) onEmpty();
  };
  const release = (isMeant: (watcher: CacheWatcher) => boolean): void => {
    for (const [watcher, onDone] of [...members]) {
      if (!isMeant(watcher)) continue;
      remove(watcher);
      onDone();
    }
  };

  return {
    all: () => members.keys(),
    add: (watcher, onDone) => void members.set(watcher, onDone),
    delete: remove,
    release,
    end: (endOf) => {
      for (const watcher of [...members.keys()]) {
        const end = endOf(watcher);
        if (end === undefined) continue;
        remove(watcher);
        watcher.end(end);
      }
    },
    whenRoom: () =>
      isAnyFull()
        ? new Promise((resolve) => {
            const callOff = clock.after(graceMs, () => release(isFull));
            giveRoom = () => {
              callOff();
              resolve();
            };
          })
        : undefined,
    goOn,
  };
}

/** Also while something is still being made for it: the room is given when that is there. */
function isFull({ outbox }: CacheWatcher): boolean {
  return outbox.fullSinceMs() !== undefined || outbox.isAwaiting();
}
