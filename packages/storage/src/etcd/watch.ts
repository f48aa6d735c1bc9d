/**
 * A watch that outlives members: whatever happens to a stream, the next one goes on
 * after the last revision that was handed over whole, so nothing is missed or
 * repeated.
 *
 *     streaming ──lost──▶ pausing ──▶ streaming through the next member
 *         │ compacted, or the receiver failed, or the store was closed
 *         ▼
 *       over
 */
import { setTimeout as wait } from 'node:timers/promises';

import type { Storage, StorageEvent, Watcher } from '../contract.ts';
import { closedError, compactedError, isStorageError, StorageError } from '../errors.ts';
import type { Endpoints } from './endpoints.ts';
import type { RawEvent } from './watching/messages.ts';
import { openWatchStream } from './watch-stream.ts';
import type { WatchStream } from './watch-stream.ts';
import { eventOf } from './wire.ts';

const firstPauseMs = 20;
const longestPauseMs = 1_000;

export interface WatchesOptions {
  readonly endpoints: Endpoints;
  readonly random: () => number;
  readonly onLost: (cause: unknown) => void;
}

export interface Watches {
  readonly watch: Storage['watch'];
  count(): number;
  close(): void;
}

export function createWatches(options: WatchesOptions): Watches {
  const watches = new Set<Watching>();
  const start = (watching: Watching): void => {
    watches.add(watching);
    void follow(watching, options).finally(() => watches.delete(watching));
  };
  return {
    watch: (folder, afterRevision, watcher, { withPrevious = true } = {}) => {
      const watching = createWatching({ folder, afterRevision, watcher, withPrevious });
      start(watching);
      return { close: watching.stop };
    },
    count: () => watches.size,
    close: () => {
      for (const watching of [...watches]) watching.end(closedError());
    },
  };
}

interface Watching {
  readonly folder: string;
  readonly withPrevious: boolean;
  /** Everything up to here was handed over. */
  position(): number;
  isOver(): boolean;
  /** What the watcher is still busy with. Never rejects. */
  settled(): Promise<void>;
  /** Hands over what is new; the promise is that of the watcher, and never rejects. */
  handOver(raw: readonly RawEvent[]): Promise<void> | undefined;
  use(stream: WatchStream): void;
  /** Tells the watcher why, at most once. */
  end(error: StorageError): void;
  /** Tells nothing any more. */
  stop(): void;
}

interface Wanted {
  readonly folder: string;
  readonly afterRevision: number;
  readonly watcher: Watcher;
  readonly withPrevious: boolean;
}

function createWatching({ folder, afterRevision, watcher, withPrevious }: Wanted): Watching {
  let position = afterRevision;
  let isOver = false;
  let stream: WatchStream | undefined;
  let busy: Promise<void> | undefined;

  const stop = (): void => {
    isOver = true;
    stream?.cancel();
  };
  const end = (error: StorageError): void => {
    if (isOver) return;
    stop();
    watcher.onEnd(error);
  };
  const fail = (cause: unknown): void => {
    end(
      isStorageError(cause) ? cause : new StorageError('watcherFailed', 'The callback of a watch failed.', { cause }),
    );
  };

  const handOver = (raw: readonly RawEvent[]): Promise<void> | undefined => {
    if (isOver) return undefined;
    try {
      const events = newEventsOf(raw, position, withPrevious);
      const last = events.at(-1);
      if (last === undefined) return undefined;
      position = last.revision;
      const pending = watcher.onEvents(events);
      busy = pending === undefined ? undefined : pending.catch(fail);
      return busy;
    } catch (cause) {
      fail(cause);
      return undefined;
    }
  };

  return {
    folder,
    withPrevious,
    position: () => position,
    isOver: () => isOver,
    settled: async () => busy,
    handOver,
    use: (used) => {
      stream = used;
    },
    end,
    stop,
  };
}

function newEventsOf(raw: readonly RawEvent[], position: number, withPrevious: boolean): readonly StorageEvent[] {
  const events: StorageEvent[] = [];
  for (const rawEvent of raw) {
    const event = eventOf(rawEvent, position, withPrevious);
    if (event !== undefined) events.push(event);
  }
  return events;
}

/** One stream after the other, until the watch is over. */
async function follow(watching: Watching, { endpoints, random, onLost }: WatchesOptions): Promise<void> {
  let failures = 0;
  while (!watching.isOver()) {
    const before = watching.position();
    const stream = openStream(watching, endpoints);
    watching.use(stream);
    const how = await stream.ended;
    if (how.reason === 'compacted') watching.end(compactedError(watching.position()));
    if (how.reason === 'lost') onLost(how.cause);
    // The watcher may still be busy with what the last stream brought.
    await watching.settled();
    failures = watching.position() > before ? 0 : failures + 1;
    if (!watching.isOver()) await wait(Math.min(firstPauseMs * 2 ** failures, longestPauseMs) * (0.5 + random()));
  }
}

/**
 * Asks from the last revision handed over, not from the one after it: etcd then
 * refuses exactly those positions that the contract calls compacted. What comes
 * again is dropped.
 */
function openStream(watching: Watching, endpoints: Endpoints): WatchStream {
  return openWatchStream({
    endpoint: endpoints.pick(),
    endpoints,
    folder: watching.folder,
    startRevision: Math.max(watching.position(), 1),
    withPrevious: watching.withPrevious,
    onEvents: watching.handOver,
  });
}
