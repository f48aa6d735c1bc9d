/** What the verbs need of the server. */
import type { Encoding, ObjectVersion } from '@keelson/cache';
import type { Registry } from '@keelson/registry';
import type { GroupVersionKind, Scheme } from '@keelson/schema';
import type { CounterCell, Logger } from '@keelson/telemetry';

import type { JoinedItems } from '../represent/joined-items.ts';

export interface VerbContext {
  readonly registry: Registry;
  readonly scheme: Scheme;
  /** Makes an encoding of an object once and keeps it with the object. */
  readonly derive: (object: ObjectVersion, encoding: Encoding) => Uint8Array;
  /** Items of lists that were put together before. */
  readonly joined: JoinedItems;
  readonly bodyLimitBytes: number;
  /** Watches end after a time of at least this and at most twice this, where the client gives none. */
  readonly minWatchTimeoutMs: number;
  /** Counts the events that are sent to the watchers of a kind. */
  readonly watchEvents: (of: GroupVersionKind) => CounterCell;
  readonly random: () => number;
  readonly now: () => Date;
  readonly logger: Logger;
}
