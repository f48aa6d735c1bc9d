/** What a window is made with, and the limits it has if nothing else is said. */
import { randomUUID } from 'node:crypto';

import { defaultTimeoutMs } from '@keelson/storage';
import type { Storage } from '@keelson/storage';
import { silentLogger } from '@keelson/telemetry';
import type { Logger } from '@keelson/telemetry';

import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';

export interface WindowOptions {
  /** Stays the caller's, who closes it after the window. */
  readonly storage: Storage;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** How long history is kept. */
  readonly historyMs?: number;
  /** How much history is kept at most, beside the newest version of every object. */
  readonly historyBytes?: number;
  /** How much of other encodings is kept at most. */
  readonly derivedBytes?: number;
  /** How long a read may wait for the store in all, unless the request it is for has a deadline of its own. */
  readonly readTimeoutMs?: number;
  /** How long a read waits for a revision that has not happened. */
  readonly futureWaitMs?: number;
  /** How long between the bookmarks of a watcher that wants them. */
  readonly bookmarkMs?: number;
  /** So many events, and so many bytes, may wait for a consumer that does not read. */
  readonly queueEvents?: number;
  readonly queueBytes?: number;
  /** A consumer that reads nothing for so long is ended. */
  readonly stallMs?: number;
  /** A text that is not made twice, for what the window itself writes into the store. */
  readonly makeNonce?: () => string;
  /** Called each time that the store turns out to have another history, as after a restore from a backup. */
  readonly onHistoryRestart?: () => void;
}

export const defaultLimits = {
  historyMs: 5 * 60_000,
  historyBytes: 256 * 1024 * 1024,
  derivedBytes: 64 * 1024 * 1024,
  readTimeoutMs: defaultTimeoutMs,
  futureWaitMs: 3_000,
  bookmarkMs: 60_000,
  queueEvents: 10_000,
  queueBytes: 16 * 1024 * 1024,
  stallMs: 60_000,
};

export function withDefaults(options: WindowOptions): Required<WindowOptions> {
  const ignore = (): void => undefined;
  const rest = { clock: systemClock, logger: silentLogger, makeNonce: randomUUID, onHistoryRestart: ignore };
  return { ...rest, ...defaultLimits, ...options };
}
