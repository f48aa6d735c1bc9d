/**
 * One watch of the embedded store. At the newest revision it receives each batch as
 * it is committed; behind it, or while its callback is pending, it reads the history
 * instead, so nothing is queued for it.
 *
 *     catching up ──reached the newest revision──▶ live
 *         ▲                                          │ its callback returned a promise,
 *         └──────────────────────────────────────────┘ and more was committed meanwhile
 */
import type { StorageEvent, Watcher } from '../contract/storage.ts';
import { compactedError, isStorageError, StorageError } from '../contract/errors.ts';
import { isUnreadable } from '../contract/unreadable.ts';
import type { State } from './record.ts';
import { readStoredValueInto, readValue, scanLog } from './tables.ts';
import type { Tables } from './tables.ts';

/** Limits of one turn of catching up. */
const chunkRevisions = 1_000;
const chunkBytes = 4_000_000;

export interface LiveWatchOptions {
  readonly tables: Tables;
  readonly standing: { readonly state: State };
  readonly prefix: string;
  readonly afterRevision: number;
  readonly watcher: Watcher;
  readonly withPrevious: boolean;
  readonly progressAt: number | undefined;
  /** Translates the failure of a read. */
  readonly onFailedRead: (cause: unknown) => Error;
  /** Called when the watch ends by itself. */
  readonly onOver: () => void;
}

export interface LiveWatch {
  /** Delivers everything committed above `from`, up to `to`. */
  publish(events: readonly StorageEvent[], from: number, to: number): void;
  /** Delivers what another process has committed, from the history. */
  wake(): void;
  /** Ends the watch and calls `onEnd`, at most once. */
  end(error: StorageError): void;
  /** Ends the watch without a callback. */
  stop(): void;
}

export function createLiveWatch(options: LiveWatchOptions): LiveWatch {
  const { watcher } = options;
  /** Everything up to this revision was delivered or not asked for. */
  let position = options.afterRevision;
  /** A callback is pending, or a turn of catching up is scheduled. */
  let isBusy = false;
  let isOver = false;
  const tellProgress = createProgress(options);

  const end = (error: StorageError): void => {
    if (isOver) return;
    isOver = true;
    options.onOver();
    watcher.onEnd(error);
  };
  const fail = (cause: unknown): void => end(isStorageError(cause) ? cause : watcherError(cause));
  const goOn = (): void => {
    isBusy = false;
    catchUp();
  };

  const deliver = (events: readonly StorageEvent[]): void => {
    const pending = events.length === 0 ? undefined : watcher.onEvents(events);
    if (pending !== undefined) {
      isBusy = true;
      pending.then(goOn, fail);
    }
    if (!isOver) tellProgress(position);
  };
  const catchUp = (): void => {
    if (isOver || isBusy) return;
    try {
      const { events, upTo } = readHistory(options, position);
      if (upTo === position) return;
      position = upTo;
      deliver(events);
      schedule();
    } catch (cause) {
      fail(cause);
    }
  };
  /** In a later turn of the event loop: a long history must not block the process. */
  const schedule = (): void => {
    if (isBusy) return;
    isBusy = true;
    setImmediate(goOn);
  };

  schedule();
  return {
    publish: (events, from, to) => {
      if (isOver || isBusy || position < from || position >= to) return;
      const wanted = wantedOf(options.prefix, events, position);
      position = to;
      try {
        deliver(wanted);
      } catch (cause) {
        fail(cause);
      }
    },
    wake: catchUp,
    end,
    stop: () => void (isOver = true),
  };
}

function checkKept({ compactedRevision }: State, position: number): void {
  if (position < compactedRevision) throw compactedError(position, compactedRevision);
}

/** Calls `onProgress` once, when everything up to `progressAt` was delivered. */
function createProgress({ watcher, progressAt }: LiveWatchOptions): (position: number) => void {
  let isTold = progressAt === undefined;
  return (position) => {
    if (isTold || position < (progressAt ?? 0)) return;
    isTold = true;
    watcher.onProgress?.(position);
  };
}

/** Returns the batch itself if possible: most watches cover the whole prefix and are current. */
function wantedOf(prefix: string, events: readonly StorageEvent[], position: number): readonly StorageEvent[] {
  const isWanted = ({ key, revision }: StorageEvent): boolean => revision > position && key.startsWith(prefix);
  return events.every(isWanted) ? events : events.filter(isWanted);
}

interface Chunk {
  readonly events: readonly StorageEvent[];
  readonly upTo: number;
}

/** `upTo` is the position itself where nothing has happened since. */
function readHistory(options: LiveWatchOptions, position: number): Chunk {
  // Looked up once: where another process writes, each look may show a later state, and rows that are gone by then.
  const { state } = options.standing;
  if (position >= state.revision) return { events: [], upTo: position };
  checkKept(state, position);
  try {
    return readChunk(options, state, position);
  } catch (cause) {
    throw options.onFailedRead(cause);
  }
}

function readChunk({ tables, prefix, withPrevious }: LiveWatchOptions, state: State, position: number): Chunk {
  const last = Math.min(state.revision, position + chunkRevisions);
  const events: StorageEvent[] = [];
  let bytes = 0;
  for (const { key, revision, isDeleted, earlierRevision } of scanLog(tables, position + 1, last)) {
    if (!key.startsWith(prefix)) continue;
    const earlier = earlierRevision === 0 || !withPrevious ? undefined : readValue(tables, earlierRevision);
    const previous = earlier && { key, value: earlier, revision: earlierRevision };
    const value = isDeleted ? undefined : readStoredValueInto(tables, revision, Buffer.allocUnsafe);
    events.push({ key, revision, value, previous });
    bytes += (value === undefined || isUnreadable(value) ? 0 : value.length) + (earlier?.length ?? 0);
    if (bytes > chunkBytes) return { events, upTo: revision };
  }
  return { events, upTo: last };
}

function watcherError(cause: unknown): StorageError {
  return new StorageError('watcherFailed', 'The callback of a watch failed.', { cause });
}
