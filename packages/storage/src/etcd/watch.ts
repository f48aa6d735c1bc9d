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

import type { IEvent } from 'etcd3';

import type { StorageEvent, Watch, Watcher } from '../contract.ts';
import { closedError, compactedError, isStorageError, StorageError } from '../errors.ts';
import type { Endpoints } from './endpoints.ts';
import { openWatchStream } from './watch-stream.ts';
import type { StreamEnd, WatchStream } from './watch-stream.ts';
import { eventOf } from './wire.ts';

const firstPauseMs = 20;
const longestPauseMs = 1_000;

export interface WatchesOptions {
  readonly endpoints: Endpoints;
  readonly random: () => number;
  readonly onLost: (cause: unknown) => void;
}

export interface Watches {
  watch(folder: string, afterRevision: number, watcher: Watcher): Watch;
  count(): number;
  close(): void;
}

interface Watching {
  readonly folder: string;
  readonly watcher: Watcher;
  /** Everything up to here was handed over. */
  position: number;
  stream: WatchStream | undefined;
  isOver: boolean;
}

export function createWatches(options: WatchesOptions): Watches {
  const watches = new Set<Watching>();

  const end = (watching: Watching, error: StorageError): void => {
    if (watching.isOver) return;
    stop(watching);
    watching.watcher.onEnd(error);
  };
  const stop = (watching: Watching): void => {
    watching.isOver = true;
    watches.delete(watching);
    watching.stream?.cancel();
  };

  const follow = async (watching: Watching): Promise<void> => {
    let failures = 0;
    while (!watching.isOver) {
      const before = watching.position;
      const how = await stream(options.endpoints, watching);
      const error = errorOfEnd(how, watching.position);
      if (error !== undefined) {
        end(watching, error);
        return;
      }
      if (watching.isOver) return;
      options.onLost(how.reason === 'lost' ? how.cause : undefined);
      failures = watching.position > before ? 0 : failures + 1;
      await wait(Math.min(firstPauseMs * 2 ** failures, longestPauseMs) * (0.5 + options.random()));
    }
  };

  return {
    watch: (folder, afterRevision, watcher) => {
      const watching: Watching = { folder, watcher, position: afterRevision, stream: undefined, isOver: false };
      watches.add(watching);
      void follow(watching);
      return { close: () => stop(watching) };
    },
    count: () => watches.size,
    close: () => {
      for (const watching of [...watches]) end(watching, closedError());
    },
  };
}

/**
 * Asks from the last revision handed over, not from the one after it: etcd then
 * refuses exactly those positions that the contract calls compacted. What comes
 * again is dropped.
 */
function stream(endpoints: Endpoints, watching: Watching): Promise<StreamEnd> {
  watching.stream = openWatchStream({
    endpoint: endpoints.pick(),
    endpoints,
    folder: watching.folder,
    startRevision: Math.max(watching.position, 1),
    onEvents: (events) => handOver(watching, events),
  });
  return watching.stream.ended;
}

function handOver(watching: Watching, raw: readonly IEvent[]): void | Promise<void> {
  if (watching.isOver) return;
  const events: StorageEvent[] = [];
  for (const rawEvent of raw) {
    const event = eventOf(rawEvent, watching.position);
    if (event !== undefined) events.push(event);
  }
  const last = events.at(-1);
  if (last === undefined) return;
  watching.position = last.revision;
  return watching.watcher.onEvents(events);
}

function errorOfEnd(how: StreamEnd, position: number): StorageError | undefined {
  switch (how.reason) {
    case 'lost':
      return undefined;
    case 'compacted':
      return compactedError(position);
    case 'receiver':
      if (isStorageError(how.cause)) return how.cause;
      return new StorageError('watcherFailed', 'The callback of a watch failed.', { cause: how.cause });
  }
}
