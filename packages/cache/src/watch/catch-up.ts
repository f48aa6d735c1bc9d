/**
 * Brings a watcher from its start revision to the present, no faster than its consumer
 * reads, and then makes it live:
 *
 *     initial objects ──▶ log of the watch cache ──reached its end──▶ live
 *                           │         ▲
 *          begins before it ▼         │ reached the log
 *                      history of the store
 *
 * Every event is sent once and in order, whatever the path: each source begins
 * after the revision at which the one before it has ended.
 */
import type { Clock } from '../clock.ts';
import type { ObjectVersion } from '../objects/object-version.ts';
import { changeOf } from './classify-event.ts';
import { tell } from './fan-out.ts';
import type { FanOut } from './fan-out.ts';
import { createFrames } from './frames.ts';
import type { Joined, Replays } from './replays.ts';
import { concerns } from './watcher.ts';
import type { CacheWatcher } from './watcher.ts';

export interface CatchUpParts {
  readonly replays: Replays;
  readonly clock: Pick<Clock, 'soon' | 'giveWay'>;
  readonly fanOut: FanOut;
  /** Called once for a watcher that needs the history of the store. */
  readonly onStoreReplay: () => void;
}

export interface CatchUp {
  /** The consumer has room. */
  goOn(): void;
  stop(): void;
}

export interface InitialObjects {
  /** Kept until they are sent, even when the watch cache drops them meanwhile. */
  readonly objects: readonly ObjectVersion[];
  /** A bookmark follows the last of them. */
  readonly marksEnd: boolean;
}

/**
 * One turn sends no more than about this, so that a long past does not hold up the process. The bytes are held until the
 * consumer has taken them, and there may be thousands of consumers that take nothing.
 */
const eventsPerTurn = 1_000;
const bytesPerTurn = 128 * 1024;

/** The remaining budget of this turn. */
interface Portion {
  /** To be asked after each event. */
  isSpent(sent: number): boolean;
  /** When the next one may begin, where other work has to have its turn first. */
  readonly pause: Promise<void> | undefined;
}

function createPortion({ clock }: CatchUpParts, { outbox, encoder }: CacheWatcher): Portion {
  const isAwaiting = (): boolean => encoder.isBatched !== true && outbox.isAwaiting();
  const portion = {
    pause: undefined as Promise<void> | undefined,
    isSpent: (sent: number): boolean => {
      if (sent >= eventsPerTurn || outbox.dueBytes() >= bytesPerTurn || isAwaiting()) return true;
      portion.pause ??= clock.giveWay();
      return portion.pause !== undefined;
    },
  };
  return portion;
}

/** The watcher's `sentRevision` is where the initial objects stand, or the revision to begin after. */
export function catchUp(parts: CatchUpParts, watcher: CacheWatcher, initial: InitialObjects): CatchUp {
  const sendInitial = createInitialSender(watcher, initial);
  let replay: Joined | undefined;
  let isScheduled = false;
  let isReplayed = false;

  const step = (): void => {
    isScheduled = false;
    if (watcher.phase !== 'catchingUp' || replay !== undefined || isFull(watcher)) return;
    const portion = createPortion(parts, watcher);
    const isDone = sendInitial(portion) && sendLog(watcher, portion);
    watcher.outbox.flush();
    if (isDone === 'beforeLog') fetch();
    else if (isDone) goLive(parts.fanOut, watcher);
    else if (!isFull(watcher)) schedule(portion.pause);
  };

  const schedule = (pause?: Promise<void>): void => {
    if (isScheduled) return;
    isScheduled = true;
    if (pause === undefined) parts.clock.soon(step);
    // It never rejects.
    else pause.then(step, step);
  };

  const fetch = (): void => {
    if (!isReplayed) parts.onStoreReplay();
    isReplayed = true;
    replay = parts.replays.join(watcher, () => {
      replay = undefined;
      schedule();
    });
  };

  // Not at once: the caller must be able to pass on that there is room.
  schedule();
  return {
    goOn: () => {
      replay?.goOn();
      if (watcher.phase === 'catchingUp') schedule();
    },
    stop: () => replay?.leave(),
  };
}

/** A full watcher is called back once its consumer has room or a pending chunk resolves. */
function isFull({ outbox }: CacheWatcher): boolean {
  return outbox.fullSinceMs() !== undefined || outbox.isAwaiting();
}

/** Returns a function that sends a portion and returns true once all is sent. */
function createInitialSender(
  watcher: CacheWatcher,
  { objects, marksEnd }: InitialObjects,
): (portion: Portion) => boolean {
  const { outbox, encoder } = watcher;
  const { counts } = watcher.resource;
  let next = 0;
  let isMarked = !marksEnd;

  /** Returns how many events it was. */
  const push = (object: ObjectVersion): number => {
    const together = encoder.encodeInitial?.(objects, next);
    if (together === undefined) outbox.push(encoder.encodeEvent('ADDED', object), object.value.length);
    else outbox.push(together.bytes);
    return together?.count ?? 1;
  };

  return (portion) => {
    try {
      const first = next;
      for (let object = objects[next]; object !== undefined; object = objects[next]) {
        if (portion.isSpent(next - first)) return false;
        const count = push(object);
        counts.initialEvents += count;
        next += count;
      }
      if (!isMarked) outbox.push(encoder.encodeBookmark(watcher.sentRevision, true));
      isMarked = true;
      return true;
    } catch (error) {
      watcher.end({ reason: 'failed', error });
      return false;
    }
  };
}

/** Sends a part of the log, whole revisions only. `true`: the watcher has all there is. */
function sendLog(watcher: CacheWatcher, portion: Portion): boolean | 'beforeLog' {
  const { resource } = watcher;
  const { log, finish, floor, counts } = resource;
  if (watcher.sentRevision < floor) return 'beforeLog';
  let looked = 0;
  let revision = watcher.sentRevision;
  for (let at = log.positionAfter(revision); at < log.end(); at += 1) {
    const event = log.at(at);
    if (event === undefined) break;
    if (event.revision !== revision && portion.isSpent(looked)) {
      watcher.sentRevision = revision;
      return false;
    }
    if (concerns(watcher, event.key)) {
      const change = changeOf(event, finish);
      tell(watcher, change, createFrames(change));
      counts.initialEvents += 1;
    }
    revision = event.revision;
    looked += 1;
  }
  watcher.sentRevision = revision;
  return true;
}

/** In the turn in which the end of the log was reached, so that no event is between. */
function goLive(fanOut: FanOut, watcher: CacheWatcher): void {
  if (watcher.phase !== 'catchingUp') return;
  watcher.phase = 'live';
  fanOut.add(watcher);
}
