/**
 * Hands every committed change to the watches that want it. A watch that is at the
 * newest revision is called with the batch itself; one that is behind or busy reads
 * the history until it is not, so nothing is queued for it.
 *
 *     catching up ──reached the newest revision──▶ live
 *         ▲                                          │ its callback returned a promise,
 *         └──────────────────────────────────────────┘ and more was committed meanwhile
 */
import type { StorageEvent, Watch, Watcher } from '../contract.ts';
import { closedError, compactedError, isStorageError, StorageError } from '../errors.ts';
import type { State } from './record.ts';
import { readValue, scanLog } from './tables.ts';
import type { Tables } from './tables.ts';

/** One turn of catching up ends at whichever comes first. */
const chunkRevisions = 1_000;
const chunkBytes = 4_000_000;

export interface WatchHubOptions {
  readonly tables: Tables;
  readonly standing: { readonly state: State };
  /** The prefix of the store: who watches it wants everything. */
  readonly prefix: string;
}

export interface WatchHub {
  watch(prefix: string, afterRevision: number, watcher: Watcher): Watch;
  /** Everything committed above `from`, up to `to`. */
  publish(events: readonly StorageEvent[], from: number, to: number): void;
  count(): number;
  close(): void;
}

interface Watching {
  readonly prefix: string;
  readonly watcher: Watcher;
  /** Everything up to here has been delivered or was not asked for. */
  position: number;
  /** A callback has not settled yet, or a turn of catching up is due. */
  isBusy: boolean;
  isOver: boolean;
}

export function createWatchHub(options: WatchHubOptions): WatchHub {
  const watches = new Set<Watching>();

  const end = (watching: Watching, error: StorageError): void => {
    if (watching.isOver) return;
    watching.isOver = true;
    watches.delete(watching);
    watching.watcher.onEnd(error);
  };

  /** Calls back; whatever comes of it, the watch goes on from `position` by itself. */
  const deliver = (watching: Watching, events: readonly StorageEvent[]): void => {
    const goOn = (): void => {
      watching.isBusy = false;
      catchUp(watching);
    };
    const fail = (cause: unknown): void => end(watching, watcherError(cause));
    try {
      const pending = watching.watcher.onEvents(events);
      if (pending === undefined) return;
      watching.isBusy = true;
      pending.then(goOn, fail);
    } catch (cause) {
      fail(cause);
    }
  };

  const catchUp = (watching: Watching): void => {
    if (watching.isOver || watching.isBusy || watching.position >= options.standing.state.revision) return;
    if (watching.position < options.standing.state.compactedRevision) {
      end(watching, compactedError(watching.position));
      return;
    }
    try {
      const { events, upTo } = readChunk(options, watching);
      watching.position = upTo;
      if (events.length > 0) deliver(watching, events);
    } catch (cause) {
      end(watching, isStorageError(cause) ? cause : watcherError(cause));
    }
    schedule(watching);
  };

  /** Not in this turn: a long history must not hold up the process. */
  const schedule = (watching: Watching): void => {
    if (watching.isOver || watching.isBusy) return;
    watching.isBusy = true;
    setImmediate(() => {
      watching.isBusy = false;
      catchUp(watching);
    });
  };

  const publishTo = (watching: Watching, events: readonly StorageEvent[], from: number, to: number): void => {
    if (watching.isBusy || watching.position < from || watching.position >= to) return;
    const wanted = wantedOf(options.prefix, watching, events, from);
    watching.position = to;
    if (wanted.length > 0) deliver(watching, wanted);
  };

  return {
    watch: (prefix, afterRevision, watcher) => {
      const watching = { prefix, watcher, position: afterRevision, isBusy: false, isOver: false };
      watches.add(watching);
      schedule(watching);
      return {
        close: () => {
          watching.isOver = true;
          watches.delete(watching);
        },
      };
    },
    publish: (events, from, to) => {
      for (const watching of watches) publishTo(watching, events, from, to);
    },
    count: () => watches.size,
    close: () => {
      for (const watching of [...watches]) end(watching, closedError());
    },
  };
}

function wantedOf(
  everything: string,
  { prefix, position }: Watching,
  events: readonly StorageEvent[],
  from: number,
): readonly StorageEvent[] {
  if (prefix === everything && position === from) return events;
  return events.filter(({ key, revision }) => revision > position && key.startsWith(prefix));
}

interface Chunk {
  readonly events: readonly StorageEvent[];
  readonly upTo: number;
}

function readChunk({ tables, standing }: WatchHubOptions, { prefix, position }: Watching): Chunk {
  const last = Math.min(standing.state.revision, position + chunkRevisions);
  const events: StorageEvent[] = [];
  let bytes = 0;
  for (const { key, revision, isDeleted, earlierRevision } of scanLog(tables, position + 1, last)) {
    if (!key.startsWith(prefix)) continue;
    const earlier = earlierRevision === 0 ? undefined : readValue(tables, earlierRevision);
    const previous = earlier && { key, value: earlier, revision: earlierRevision };
    const value = isDeleted ? undefined : readValue(tables, revision);
    events.push({ key, revision, value, previous });
    bytes += (value?.length ?? 0) + (earlier?.length ?? 0);
    if (bytes > chunkBytes) return { events, upTo: revision };
  }
  return { events, upTo: last };
}

function watcherError(cause: unknown): StorageError {
  return new StorageError('watcherFailed', 'The callback of a watch failed.', { cause });
}
