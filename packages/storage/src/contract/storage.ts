/**
 * The contract that every engine keeps and one conformance suite checks. It knows
 * keys, bytes and revisions; it refuses to know what an API object is.
 *
 * Revisions. Every write that changes something takes the next revision of the
 * store: one order for all keys, never reused, never going back, not even after a
 * crash. Only a store that an operator restores from a backup, or replaces, begins another
 * history: every open watch then ends with `historyRestarted` as soon as an answer shows it,
 * before whoever asked gets that answer. A revision is a `number`, exact up to 2^53 (at 100,000 writes a second
 * that is 2,800 years); an engine that meets a larger one fails with `damaged`
 * instead of rounding it.
 *
 * Bytes. A value handed in must not be changed afterwards, a value handed out
 * must not be changed at all: buffers are shared with other readers. A value
 * handed out may be a view of a larger buffer, so whoever keeps it for long
 * copies it.
 *
 * Unreadable values. A value that cannot be decoded is an outcome of its key alone: reads,
 * watches and refused writes hand out `Unreadable` in place of its bytes and go on. The
 * key can be deleted and updated at its revision like any other.
 *
 * Order of keys. By their UTF-8 bytes, which is the order of code points.
 *
 * Errors. Everything but a refused write rejects with a `StorageError`.
 */
import type { Compare } from './compare.ts';
import type { Elections } from './elections.ts';
import type { StorageError } from './errors.ts';
import type { StoredValue } from './unreadable.ts';

/** A key as it stood at some revision. */
export interface Entry {
  readonly key: string;
  /** Unreadable where a layer over the engine cannot decode it. The entries beside it are not affected. */
  readonly value: StoredValue;
  /** The revision of the write that gave the key this value. */
  readonly revision: number;
}

/** One change of one key. */
export interface StorageEvent {
  readonly key: string;
  /** Events of one revision are of different keys (several keys may expire at once). */
  readonly revision: number;
  /** The new value, `undefined` when the key was deleted or has expired. Unreadable as in `Entry`. */
  readonly value: StoredValue | undefined;
  /** What the key held just before, `undefined` when it did not exist. */
  readonly previous: Entry | undefined;
}

export interface CallOptions {
  /**
   * Of the request that the call is made for, in milliseconds since 1970: the call fails with `unavailable` at this
   * time if the engine's own time limit has not ended it before. A call after it asks nothing of the store.
   */
  readonly deadline?: number | undefined;
}

export interface GetOptions extends CallOptions {
  /** Read as of this revision instead of the newest. */
  readonly revision?: number;
}

/** The deadline is that of the first page: a range that makes progress may go on. */
export interface RangeOptions extends CallOptions {
  /** At most so many entries. Without it, all of them, at once, in memory: see `pagesOf`. */
  readonly limit?: number;
  /** Only keys greater than this one, which need not exist: the last key of the page before. */
  readonly after?: string;
  /** Read as of this revision instead of the newest. */
  readonly revision?: number;
}

export interface WriteOptions extends CallOptions {
  /**
   * So many bytes of the value are not the caller's but were added on the way, as by
   * encryption, and do not count towards its limit. At most `maxOverheadBytes`.
   */
  readonly overheadBytes?: number;
  /**
   * Delete the key by itself, not before so many seconds have passed and soon
   * after. It holds for this value: a later write without it makes the key stay.
   */
  readonly ttlSeconds?: number;
}

export interface CreateOptions extends WriteOptions {
  /**
   * A second compare of the transaction: nothing is written unless this other key stands
   * at its revision as well. It makes the new key depend on one that is known from memory,
   * which may lag.
   */
  readonly compare?: Compare;
}

export interface WatchOptions {
  /**
   * Whether events tell what the key held before; by default they do. Who knows
   * anyway says no, and `previous` is then not to be relied upon. Cost: etcd reads
   * it anew for every event, and delivers four times as many without.
   */
  readonly withPrevious?: boolean;
  /**
   * Call `onProgress` as soon as everything up to this revision has been delivered, though no event of the folder may
   * tell. The revision must have happened and be above the one to begin after, and the folder must be below the prefix.
   * Where the store takes no writes it may come late, or not at all. Cost: etcd is written to.
   */
  readonly progressAt?: number;
}

export interface GetResult {
  readonly entry: Entry | undefined;
  /** The revision at which this was the truth. */
  readonly revision: number;
}

export interface RangeResult {
  /** In the order of keys. */
  readonly entries: readonly Entry[];
  /** The one revision at which all entries were the truth. Further pages ask for it. */
  readonly revision: number;
  /** Whether the limit left entries out. */
  readonly more: boolean;
}

/** What a write came to. */
export type WriteResult = WriteDone | WriteRefused;

export interface WriteDone {
  readonly ok: true;
  /** The revision that this write took. */
  readonly revision: number;
}

/** Nothing was written, because the key, or the one that it was compared with, was not as expected. */
export interface WriteRefused {
  readonly ok: false;
  /** The key as it stood in the very transaction that refused, `undefined` if it did not exist. */
  readonly current: Entry | undefined;
  /** The key of `CreateOptions.compare` in that same transaction; absent if none was given or it did not exist. */
  readonly compared?: Entry | undefined;
  /** The revision at which they stood so. */
  readonly revision: number;
}

export interface Watcher {
  /**
   * Events in the order of revisions; all events of one revision come in one
   * batch, which is never empty. The batch is shared with other watchers.
   *
   * Back-pressure: while a returned promise is pending, nothing more is
   * delivered and nothing is queued without bound; what happens meanwhile is
   * read from the history. One call for a batch is what an event can cost least,
   * so this is a callback and no iterator.
   */
  onEvents(events: readonly StorageEvent[]): void | Promise<void>;
  /**
   * Every event up to this revision has been delivered, though the newest ones
   * were not under the prefix. Called for `WatchOptions.progressAt`; otherwise an engine
   * that cannot be sure never calls it.
   */
  onProgress?(revision: number): void;
  /**
   * The watch is over: `compacted` if the history it needed next is gone,
   * `watcherFailed` if `onEvents` threw, `closed` if the store was closed,
   * `historyRestarted` if the store was restored from a backup or replaced: what was read
   * from it before, through whatever call, may not be true, and revisions count anew. A
   * value that cannot be read does not end a watch.
   * Called at most once, and not after `close()`.
   */
  onEnd(error: StorageError): void;
}

export interface Watch {
  /** Ends the watch. No callback is called after it. */
  close(): void;
}

/** What the store warns of until somebody sees to it: `outOfSpace`, it takes no writes but deletes; `damaged`, it serves nothing. */
export type StorageAlarm = 'outOfSpace' | 'damaged';

/** Plain numbers about the store. What an engine cannot tell is `undefined`. */
export interface StorageStatus {
  /** The engine and its version, as one would say it: `etcd 3.4.23`. */
  readonly engine: string;
  readonly revision: number;
  /** The newest revision compacted by this process or seen to be so. */
  readonly compactedRevision: number;
  /** Bytes on disk. */
  readonly sizeBytes: number;
  /** Bytes of `sizeBytes` that hold data; the rest is reused before the file grows. */
  readonly usedBytes: number | undefined;
  readonly watches: number;
  readonly alarms: readonly StorageAlarm[];
}

export interface Storage {
  /** Every key begins with it. It ends with a slash. */
  readonly prefix: string;

  /**
   * One key.
   * Freshness: without a revision it is linearizable: it sees every write that
   * was acknowledged, to anyone, before the call.
   * Retry: safe; the engine itself retries until its time is up.
   * Fails with: `compacted`, `futureRevision`, `invalidKey`, `unavailable`.
   */
  get(key: string, options?: GetOptions): Promise<GetResult>;

  /**
   * The keys under a prefix, which ends with a slash.
   * Freshness: as `get`. All entries are of one revision, however many they are.
   * Retry: safe; the engine itself retries until its time is up.
   * Fails with: `compacted`, `futureRevision`, `invalidKey`, `unavailable`.
   */
  range(prefix: string, options?: RangeOptions): Promise<RangeResult>;

  /**
   * Writes the key if it does not exist, and the key of `compare`, if given, stands at its revision.
   * Freshness: decided against the newest state. Once it resolves the write is
   * durable and every later read sees it, wherever it is made.
   * Ordering: against events there is no order; a watch may see it before or
   * after the caller does.
   * Retry: the engine retries only what was surely not applied. A failure with
   * `applied: 'unknown'` may have written: a second try may be refused by one's
   * own first.
   * Fails with: `tooLarge`, `invalidKey`, `outOfSpace`, `unavailable`.
   */
  create(key: string, value: Uint8Array, options?: CreateOptions): Promise<WriteResult>;

  /**
   * Writes the key if its revision is the expected one. Promises as `create`.
   */
  update(key: string, value: Uint8Array, expectedRevision: number, options?: WriteOptions): Promise<WriteResult>;

  /**
   * Deletes the key if its revision is the expected one. Promises as `create`.
   */
  delete(key: string, expectedRevision: number, options?: CallOptions): Promise<WriteResult>;

  /**
   * Every change under a prefix with a revision above `afterRevision`, those that
   * have happened and those to come, each exactly once and in order. It outlives
   * lost connections: it resumes after the last batch delivered. A revision that
   * has not happened yet is waited for.
   * Returns at once and calls back later; throws only for bad arguments.
   * Ends with: see `Watcher.onEnd`. Being unavailable does not end it.
   */
  watch(prefix: string, afterRevision: number, watcher: Watcher, options?: WatchOptions): Watch;

  /**
   * The newest revision, linearizable: at least that of every write acknowledged
   * before the call. Costs no data and is safe to retry.
   */
  currentRevision(options?: CallOptions): Promise<number>;

  /**
   * Gives up history: afterwards reads below this revision and watches after a
   * revision below it fail with `compacted`; reads at it and watches after it
   * work, and the newest value of every key stays. Space is reclaimed some time
   * later. A revision that is compacted already is no error.
   * Fails with: `futureRevision`, `invalidArgument`, `unavailable`.
   */
  compact(revision: number): Promise<void>;

  /** Leader election among the processes that share the store. */
  readonly elections: Elections;

  /**
   * The state of the store, asked now; rejects with `unavailable` if it could not answer reads. An alarm is no failure:
   * reads and deletes may work under it.
   */
  status(): Promise<StorageStatus>;

  /**
   * Lets go of everything. Watches end with `closed`, and so do calls made
   * afterwards; writes under way are settled first.
   */
  close(): Promise<void>;
}

/** What an engine implements itself; elections stand on it. */
export type Engine = Omit<Storage, 'elections'>;
