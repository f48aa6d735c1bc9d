/**
 * The replays under way: watchers that need the history of the store share them, by resource. However many resume at
 * once, as after a restart, the store has a handful of watches more than usual, for a short time.
 *
 *     waiting ──end of turn, and there is a slot──▶ fed by a replay ──▶ done
 *        ▲                                             │ did not keep up
 *        └──────────────── when there is room ─────────┘
 */
import type { Storage } from '@keelson/storage';

import type { Clock } from '../clock.ts';
import type { CachedResource } from '../resources/resource.ts';
import { replayStore } from './replay-store.ts';
import type { Replay } from './replay-store.ts';
import type { CacheWatcher } from './watcher.ts';

export interface Replays {
  /**
   * Feeds the watcher what comes after its `sentRevision`, and moves that. Calls `onDone` once, unless the watcher has
   * ended or left: memory can take over, or the consumer has been full for too long.
   */
  join(watcher: CacheWatcher, onDone: () => void): Joined;
}

export interface Joined {
  /** The consumer has room again. */
  goOn(): void;
  leave(): void;
}

export interface ReplaysParts {
  readonly storage: Pick<Storage, 'watch'>;
  readonly clock: Pick<Clock, 'soon' | 'after'>;
}

/** Maximum concurrent replays. */
const mostSlots = 4;
/** A slower replay, as when the store does not answer or the history is long, gives its slot to the next. */
const slotMs = 5_000;

interface Waiting {
  readonly watcher: CacheWatcher;
  readonly onDone: () => void;
  replay: Replay | undefined;
}

export function createReplays({ storage, clock }: ReplaysParts): Replays {
  const running = new Map<CachedResource, Set<Replay>>();
  /** In the order in which they came. */
  const waiting = new Set<Waiting>();
  let isScheduled = false;

  const schedule = (): void => {
    if (isScheduled || waiting.size === 0) return;
    isScheduled = true;
    clock.soon(serve);
  };
  const slots = createSlots(clock, schedule);

  const start = (resource: CachedResource, afterRevision: number): Replay => {
    const freeSlot = slots.take();
    const replays = running.get(resource) ?? new Set();
    const onOver = (): void => {
      replays.delete(replay);
      if (replays.size === 0) running.delete(resource);
      freeSlot();
    };
    const replay = replayStore({ storage, clock, onOver }, resource, afterRevision);
    running.set(resource, replays.add(replay));
    return replay;
  };

  const reflector = (replay: Replay, one: Waiting): void => {
    waiting.delete(one);
    one.replay = replay;
    replay.add(one.watcher, one.onDone);
  };

  const serve = (): void => {
    isScheduled = false;
    for (const one of waiting) {
      const replay = findReplay(running, one.watcher);
      if (replay !== undefined) reflector(replay, one);
      else if (slots.isOneFree())
        reflector(start(one.watcher.resource, firstNeeded(waiting, one.watcher.resource)), one);
    }
  };

  return {
    join: (watcher, onDone) => {
      const one: Waiting = { watcher, onDone, replay: undefined };
      waiting.add(one);
      schedule();
      return {
        goOn: () => one.replay?.goOn(),
        leave: () => {
          waiting.delete(one);
          one.replay?.leave(watcher);
        },
      };
    },
  };
}

interface Slots {
  isOneFree(): boolean;
  /** Returns what gives it back. */
  take(): () => void;
}

function createSlots(clock: Pick<Clock, 'after'>, onFree: () => void): Slots {
  let taken = 0;
  return {
    isOneFree: () => taken < mostSlots,
    take: () => {
      let isTaken = true;
      taken += 1;
      const free = (): void => {
        if (!isTaken) return;
        isTaken = false;
        callOff();
        taken -= 1;
        onFree();
      };
      const callOff = clock.after(slotMs, free);
      return free;
    },
  };
}

function findReplay(
  running: ReadonlyMap<CachedResource, ReadonlySet<Replay>>,
  watcher: CacheWatcher,
): Replay | undefined {
  for (const replay of running.get(watcher.resource) ?? []) if (replay.isBefore(watcher.sentRevision)) return replay;
  return undefined;
}

/** The start revision of a replay for all waiting watchers of a resource. */
function firstNeeded(waiting: Iterable<Waiting>, resource: CachedResource): number {
  let first = Infinity;
  for (const { watcher } of waiting) {
    if (watcher.resource === resource) first = Math.min(first, watcher.sentRevision);
  }
  return first;
}
