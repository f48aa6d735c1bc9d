/**
 * A watch that survives the failure of members: when a stream ends, the next one resumes
 * after the last revision that was delivered completely, so nothing is missed or
 * repeated.
 *
 *     streaming ──lost──▶ pausing ──▶ streaming through the next member
 *         │ compacted, or another history, or the receiver failed, or the store was closed
 *         ▼
 *       over
 */
import { setTimeout as wait } from 'node:timers/promises';

import { exact } from '@keelson/etcd-client';
import type { WatchEvent } from '@keelson/etcd-client';

import type { Storage, StorageEvent, Watcher } from '../contract/storage.ts';
import { compactedError, isStorageError, StorageError } from '../contract/errors.ts';
import type { Endpoints } from './endpoints.ts';
import type { StoreHistory } from './store-history.ts';
import { fenceKeyOf } from './watch-fence.ts';
import { openWatchStream } from './watch-stream.ts';
import type { EtcdWatchStream, VerifyWatch } from './watch-stream.ts';
import { eventOf } from './wire.ts';

const firstPauseMs = 20;
const longestPauseMs = 1_000;

export interface WatchesOptions {
  readonly endpoints: Endpoints;
  readonly history: Pick<StoreHistory, 'noteEvent' | 'doubt'>;
  /** Rejects unless the member is of the cluster in use and serves the known history: see `verifyHistory`. */
  readonly verify: VerifyWatch;
  readonly writeFence: (folder: string) => Promise<void>;
  readonly random: () => number;
  readonly onLost: (cause: unknown) => void;
  /** A fence could not be written and is retried. */
  readonly onUnfenced: (cause: unknown) => void;
}

export interface Watches {
  readonly watch: Storage['watch'];
  count(): number;
  endAll(error: StorageError): void;
}

export function createWatches(options: WatchesOptions): Watches {
  const watches = new Set<Watching>();
  /** A watch that nobody follows any more and that never ends would keep its receiver waiting for good. */
  const endIfFailed = (watching: Watching, work: Promise<void>): Promise<void> =>
    work.catch((cause: unknown) => watching.end(new StorageError('watcherFailed', 'A watch failed.', { cause })));
  const start = (watching: Watching): void => {
    watches.add(watching);
    endIfFailed(watching, follow(watching, options))
      .finally(() => watches.delete(watching))
      .catch(options.onLost);
  };
  return {
    watch: (folder, afterRevision, watcher, { withPrevious = true, progressAt } = {}) => {
      const isFenced = progressAt !== undefined && progressAt > afterRevision;
      const { noteEvent: note } = options.history;
      const watching = createWatching({ folder, afterRevision, watcher, withPrevious, isFenced, note });
      start(watching);
      if (isFenced) endIfFailed(watching, fence(watching, options)).catch(options.onLost);
      return { close: watching.stop };
    },
    count: () => watches.size,
    endAll: (error) => {
      for (const watching of [...watches]) watching.end(error);
    },
  };
}

interface Watching {
  readonly folder: string;
  readonly withPrevious: boolean;
  readonly isFenced: boolean;
  /** Everything up to this revision was delivered. */
  position(): number;
  isOver(): boolean;
  /** Resolves when the pending callback of the watcher has. Never rejects. */
  settled(): Promise<void>;
  /** Delivers new events; returns the promise of the watcher, which never rejects. */
  handOver(raw: readonly WatchEvent[]): Promise<void> | undefined;
  use(stream: EtcdWatchStream): void;
  /** Ends the watch and calls `onEnd`, at most once. */
  end(error: StorageError): void;
  /** Ends the watch without a callback. */
  stop(): void;
}

interface Wanted {
  readonly folder: string;
  readonly afterRevision: number;
  readonly watcher: Watcher;
  readonly withPrevious: boolean;
  /** The key after the folder is watched too. */
  readonly isFenced: boolean;
  readonly note: StoreHistory['noteEvent'];
}

function createWatching({ folder, afterRevision, watcher, withPrevious, isFenced, note }: Wanted): Watching {
  let position = afterRevision;
  const fenceKey = isFenced ? fenceKeyOf(folder) : undefined;
  let isOver = false;
  let stream: EtcdWatchStream | undefined;
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

  const handOver = (raw: readonly WatchEvent[]): Promise<void> | undefined => {
    if (isOver) return undefined;
    try {
      const reached = exact(raw.at(-1)?.entry.modRevision ?? 0);
      if (reached <= position) return undefined;
      const events = newEventsOf(raw, { position, withPrevious, fenceKey });
      noteNewest(events, note);
      position = reached;
      const pending = events.length === 0 ? undefined : watcher.onEvents(events);
      busy = pending === undefined ? undefined : pending.catch(fail);
      if (fenceKey !== undefined && raw.some(({ entry }) => entry.key === fenceKey)) watcher.onProgress?.(reached);
      return busy;
    } catch (cause) {
      fail(cause);
      return undefined;
    }
  };

  return {
    folder,
    withPrevious,
    isFenced,
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

interface Delivery {
  readonly position: number;
  readonly withPrevious: boolean;
  readonly fenceKey: string | undefined;
}

function newEventsOf(
  raw: readonly WatchEvent[],
  { position, withPrevious, fenceKey }: Delivery,
): readonly StorageEvent[] {
  const events: StorageEvent[] = [];
  for (const rawEvent of raw) {
    if (rawEvent.entry.key === fenceKey) continue;
    const event = eventOf(rawEvent, position, withPrevious);
    if (event !== undefined) events.push(event);
  }
  return events;
}

/** Notes the newest write, and the deletion after it if there is one. */
function noteNewest(events: readonly StorageEvent[], note: StoreHistory['noteEvent']): void {
  const last = events.at(-1);
  if (last !== undefined) note(last);
  if (last?.value !== undefined) return;
  const written = events.findLast(({ value }) => value !== undefined);
  if (written !== undefined) note(written);
}

/** One write suffices even if streams are lost: it is above the requested revision and stays in the history. */
async function fence(watching: Watching, { writeFence, onUnfenced, random }: WatchesOptions): Promise<void> {
  for (let failures = 0; !watching.isOver(); failures += 1) {
    try {
      await writeFence(watching.folder);
      return;
    } catch (cause) {
      onUnfenced(cause);
      await wait(pauseAfter(failures, random), undefined, { ref: false });
    }
  }
}

function pauseAfter(failures: number, random: () => number): number {
  return Math.min(firstPauseMs * 2 ** failures, longestPauseMs) * (0.5 + random());
}

/** Opens one stream after the other until the watch is over. */
async function follow(watching: Watching, options: WatchesOptions): Promise<void> {
  const { random, history, onLost } = options;
  let failures = 0;
  while (!watching.isOver()) {
    const before = watching.position();
    const stream = openStream(watching, options);
    watching.use(stream);
    const how = await stream.ended;
    if (how.reason === 'compacted') {
      watching.end(compactedError(watching.position(), how.compactedRevision));
    }
    if (how.reason === 'lost') {
      history.doubt();
      onLost(how.cause);
    }
    // The watcher may still handle events of the last stream.
    await watching.settled();
    failures = watching.position() > before ? 0 : failures + 1;
    if (!watching.isOver()) await wait(pauseAfter(failures, random));
  }
}

/**
 * Requests from the last delivered revision, not from the one after it: etcd then
 * refuses exactly the positions that the contract calls compacted. Repeated events
 * are dropped.
 */
function openStream(watching: Watching, { endpoints, verify }: WatchesOptions): EtcdWatchStream {
  return openWatchStream({
    endpoint: endpoints.pick(),
    endpoints,
    folder: watching.folder,
    startRevision: Math.max(watching.position(), 1),
    withPrevious: watching.withPrevious,
    withFence: watching.isFenced,
    verify,
    onEvents: watching.handOver,
  });
}
