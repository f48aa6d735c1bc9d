/** Options of the watch cache, and its default limits. */
import { randomUUID } from 'node:crypto';

import { defaultTimeoutMs } from '@keelson/storage';
import type { Storage } from '@keelson/storage';
import { silentLogger } from '@keelson/telemetry';
import type { Logger } from '@keelson/telemetry';

import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';

export interface WatchCacheOptions {
  /** Owned by the caller, who closes it after the watch cache. */
  readonly storage: Storage;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** The time for which history is kept. */
  readonly historyMs?: number;
  /** The limit on history, beside the newest version of every object. */
  readonly historyBytes?: number;
  /** The limit on cached encodings other than the stored JSON. */
  readonly derivedBytes?: number;
  /**
   * Resources of no more objects are read whole when they are loaded: what cannot be read in them is known, and named, from
   * the start. Of larger ones a store that finds a value without waiting is asked for each when somebody asks for it.
   */
  readonly mostReadAtOnce?: number;
  /** The longest total wait of a read for the store, unless its request has a deadline of its own. */
  readonly readTimeoutMs?: number;
  /** The longest wait of a read for a future revision. */
  readonly futureWaitMs?: number;
  /** The interval between bookmarks of a watch that asks for them. */
  readonly bookmarkMs?: number;
  /** Maximum events, and bytes, queued for a consumer that does not read. */
  readonly queueEvents?: number;
  readonly queueBytes?: number;
  /** The watch of a consumer that reads nothing for this long is ended. */
  readonly stallMs?: number;
  /** A unique text, for the keys or values that the cache itself writes into the store. */
  readonly makeNonce?: () => string;
  /** Called each time that the store turns out to have another history, as after a restore from a backup. */
  readonly onHistoryRestart?: () => void;
}

export const defaultLimits = {
  historyMs: 5 * 60_000,
  historyBytes: 256 * 1024 * 1024,
  derivedBytes: 64 * 1024 * 1024,
  mostReadAtOnce: 10_000,
  readTimeoutMs: defaultTimeoutMs,
  futureWaitMs: 3_000,
  bookmarkMs: 60_000,
  queueEvents: 10_000,
  queueBytes: 16 * 1024 * 1024,
  stallMs: 60_000,
};

export function withDefaults(options: WatchCacheOptions): Required<WatchCacheOptions> {
  const ignore = (): void => undefined;
  const rest = { clock: systemClock, logger: silentLogger, makeNonce: randomUUID, onHistoryRestart: ignore };
  return { ...rest, ...defaultLimits, ...options };
}
