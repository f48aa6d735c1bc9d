/** The request of a watcher, and the callbacks it receives. */
import type { Encoded } from '../objects/derived-cache.ts';
import type { ObjectVersion } from '../objects/object-version.ts';
import type { Selector } from '../read/query.ts';
import type { UnreadableObject } from '../read/read-outcome.ts';
import type { KeyScope } from '../resources/scope.ts';

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED';

/**
 * Makes the bytes of an event. Watchers that share an encoder share its bytes, so
 * there should be one for each representation, not one for each request. What throws
 * ends the watchers that needed it, with `failed`.
 */
export interface WatchEncoder {
  /** A promise for what would hold up the thread: events behind it wait, so that the order is kept. */
  encodeEvent(type: EventType, object: ObjectVersion): Encoded;
  /** ADDED events of some of the objects from this index on, in one chunk. Where there is none, each is encoded alone. */
  encodeInitial?(objects: readonly ObjectVersion[], from: number): InitialEvents | undefined;
  encodeBookmark(revision: number, endsInitialEvents: boolean): Uint8Array;
  /** Events of one turn that have to wait are made together: a catch-up goes on to the next while one is awaited. */
  readonly isBatched?: boolean | undefined;
}

export interface InitialEvents {
  readonly bytes: Uint8Array;
  /** Of the objects, at least one. */
  readonly count: number;
}

/**
 * `mostRecent` and `any` begin with an ADDED event for each object that exists, at a
 * state as fresh as the read of that name. `after` begins with the first change above
 * the revision, which may be one that has not happened.
 */
export type WatchStart =
  { readonly kind: 'mostRecent' } | { readonly kind: 'any' } | { readonly kind: 'after'; readonly revision: number };

/** Why a watch is over. */
export type WatchEnd =
  /** Its time is up. Resume from the last revision seen. */
  | { readonly reason: 'timeout' }
  /** The consumer did not keep up. Resume from the last revision seen. */
  | { readonly reason: 'tooSlow' }
  /** An object that it concerns cannot be read, now or at its start. A list of the same fails as well. */
  | { readonly reason: 'unreadable'; readonly unreadable: UnreadableObject }
  /** The history it needed next is gone, or cannot be read. List again. */
  | { readonly reason: 'compacted'; readonly revision: number }
  /** The watch cache restarted, or the resource was removed. Resume from the last revision seen. */
  | { readonly reason: 'reset' }
  /** The store's history restarted, and the watch's revision is not part of the new one. List again. */
  | { readonly reason: 'historyRestarted' }
  /** The process is stopping. Resume elsewhere from the last revision seen. */
  | { readonly reason: 'closed' }
  /** A selector, encoder, or the store failed. */
  | { readonly reason: 'failed'; readonly error: unknown };

export interface CacheWatchSink {
  /**
   * All that is due in this turn, in order; never empty. The chunks are shared and
   * must not be changed; the array is the sink's. Returning `false` says that the
   * consumer is full: nothing more comes until `Watch.resume`, and what becomes due
   * meanwhile waits, within limits.
   */
  onChunks(chunks: readonly Uint8Array[]): boolean | undefined;
  /** The last call, made once, unless the watch was closed by `Watch.close`. */
  onEnd(end: WatchEnd): void;
}

export interface WatchRequest extends KeyScope {
  readonly start: WatchStart;
  readonly selector?: Selector | undefined;
  readonly encoder: WatchEncoder;
  readonly sink: CacheWatchSink;
  /** Bookmarks from time to time, and one before a timeout. */
  readonly bookmarks?: boolean | undefined;
  /** One more bookmark, marked as such, behind the initial ADDED events. */
  readonly marksInitialEventsEnd?: boolean | undefined;
  /** Ends with `timeout`, to within a second. */
  readonly timeoutMs?: number | undefined;
}

export interface CacheWatch {
  /** The sink can take more. */
  resume(): void;
  /** Ends it. The sink is not called again. */
  close(): void;
}
