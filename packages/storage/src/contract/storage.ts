/**
 * The contract of every engine, checked by one conformance suite. It knows keys, bytes
 * and revisions; it refuses to know what an API object is.
 *
 * Revisions. Every write that changes something takes the next revision of the
 * store: one order for all keys, never reused, never going back, not even after a
 * crash. Only a store that an operator restores from a backup, or replaces, starts another
 * history: every open watch then ends with `historyRestarted` as soon as a response shows it,
 * before that response reaches its caller. A revision is a `number`, exact up to 2^53 (at 100,000 writes a second
 * that is 2,800 years); an engine that meets a larger one fails with `damaged`
 * instead of rounding it.
 *
 * Bytes. A value passed in must not be modified afterwards; a value returned must not
 * be modified at all: buffers are shared with other readers. A returned value may be a
 * view of a larger buffer: copy it to keep it for long.
 *
 * Unreadable values. A value that cannot be decoded is an outcome of its key alone: reads,
 * watches and refused writes return `Unreadable` in place of its bytes and continue. The
 * key can be deleted and updated at its revision like any other.
 *
 * Order of keys. By their UTF-8 bytes, which is the order of code points.
 *
 * Errors. Everything but a refused write rejects with a `StorageError`.
 */
import type { CompanionWrite } from './companion-write.ts';
import type { Compare } from './compare.ts';
import type { Elections } from './elections.ts';
import type { StorageError } from './errors.ts';
import type { StoredValue } from './unreadable.ts';

/** The state of a key at some revision. */
export interface Entry {
  readonly key: string;
  /** Unreadable where a layer over the engine cannot decode it. The entries beside it are not affected. */
  readonly value: StoredValue;
  /**
   * True if a layer over the engine would write the same value in another form, as under a newer secret: the next write
   * of the key does. Absent or false otherwise, and where the value is unreadable.
   */
  readonly isStale?: boolean | undefined;
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
  /** As in `Entry`. */
  readonly isStale?: boolean | undefined;
  /** The previous state of the key, `undefined` if it did not exist. */
  readonly previous: Entry | undefined;
}

export interface CallOptions {
  /**
   * The deadline of the request, in milliseconds since 1970: the call fails with `unavailable` at this time at the
   * latest. A call that starts after it does not reach the store.
   */
  readonly deadline?: number | undefined;
}

export interface StorageGetOptions extends CallOptions {
  /** Reads the state at this revision instead of the newest. */
  readonly revision?: number;
}

/** The deadline is that of the first page: a range that makes progress may go on. */
export interface RangeOptions extends CallOptions {
  /** The most entries to return. Without it all of them, at once, in memory: see `pagesOf`. */
  readonly limit?: number;
  /** True if the limit was chosen by the size of the entries: so many may come in one message of an engine's. */
  readonly isLimitSized?: boolean;
  /** Returns only keys greater than this one, which need not exist: the last key of the previous page. */
  readonly after?: string;
  /** Reads the state at this revision instead of the newest. */
  readonly revision?: number;
}

export interface ChangeOptions extends CallOptions {
  /**
   * Further compares of the transaction: nothing is written unless these other keys have their revisions too. They make
   * a write depend on what is known from a cache, which may lag, or on a leadership that may have ended. At most four,
   * of different keys.
   */
  readonly compares?: readonly Compare[] | undefined;
  /**
   * Further writes of the transaction, of other keys: all are made, or none. Their values have no time to live. At most
   * 100, each of another key. A revision of their own, where the engine gives one, is next to that of the write; those
   * that put a value come before it, those that delete after it.
   */
  readonly companions?: readonly CompanionWrite[] | undefined;
}

export interface StorageWriteOptions extends ChangeOptions {
  /**
   * The bytes of the value that were added by a layer, as by encryption, and do not count
   * towards its limit. At most `maxOverheadBytes`.
   */
  readonly overheadBytes?: number;
  /**
   * The time to live: the key is deleted once it has passed, soon after and not before.
   * Applies to this value: a later write without it makes the key permanent.
   */
  readonly ttlSeconds?: number | undefined;
}

export interface WatchOptions {
  /**
   * Events carry the previous state of their key; true by default. If false, `previous`
   * must not be relied upon. Cost: etcd reads it for every event, and delivers four times
   * as many events without.
   */
  readonly withPrevious?: boolean;
  /**
   * Calls `onProgress` as soon as everything up to this revision was delivered, even if the folder has no event. The
   * revision must exist and be above the one to begin after, and the folder must be below the prefix. If the store
   * accepts no writes, the call may come late or never. Cost: etcd is written to.
   */
  readonly progressAt?: number;
}

export interface GetResult {
  readonly entry: Entry | undefined;
  /** The revision at which this was the state. */
  readonly revision: number;
}

export interface RangeResult {
  /** In the order of keys. */
  readonly entries: readonly Entry[];
  /** The one revision of all entries. Further pages request it. */
  readonly revision: number;
  /** The limit left entries out. */
  readonly more: boolean;
}

/** A key of a folder, whose value is read later. */
export interface KeyEntry extends Pick<Entry, 'key' | 'revision'> {
  /** The value as the engine has it. Absent where it can be found later. */
  readonly value?: StoredValue | undefined;
}

export interface KeyRangeResult extends Omit<RangeResult, 'entries'> {
  /** In the order of keys. */
  readonly entries: readonly KeyEntry[];
}

/**
 * Reads of an engine that finds a value without waiting, or gives all along with their keys: a large folder is taken in by
 * its keys, and its values are read when they are asked for.
 */
export interface DeferredReads {
  /** Every entry of `range` has its value: it takes memory until it is read. */
  readonly givesValues: boolean;
  /** As `Storage.range`. */
  range(prefix: string, options?: RangeOptions): Promise<KeyRangeResult>;
  /**
   * The value of an entry of `range`. Its bytes are lent: until the next read. Unreadable also once another write has
   * replaced it and history was compacted. Never throws.
   */
  read(entry: KeyEntry): Pick<Entry, 'value' | 'isStale'>;
  /** As `read`, for a look at the metadata: what another server stored may lack defaults, or be no object of its kind. */
  peek(entry: KeyEntry): StoredValue;
}

/** The outcome of a write. */
export type WriteResult = WriteDone | WriteRefused;

export interface WriteDone {
  readonly ok: true;
  /** The revision of this write. */
  readonly revision: number;
}

/** Nothing was written, because a compare failed. */
export interface WriteRefused {
  readonly ok: false;
  /** The state of the key in the transaction that refused, `undefined` if it did not exist. */
  readonly current: Entry | undefined;
  /** The state of each key of `compares` in that transaction, in their order; absent if none was given. */
  readonly compared?: readonly (Entry | undefined)[];
  /**
   * The state of each key of `companions` in it, in their order; absent if none was given. `undefined` also for those
   * that expect no revision.
   */
  readonly accompanied?: readonly (Entry | undefined)[];
  /** The revision of that state. */
  readonly revision: number;
}

export interface Watcher {
  /**
   * Events in the order of revisions; all events of one revision come in one
   * batch, which is never empty. The batch is shared with other watchers.
   *
   * Back-pressure: while a returned promise is pending, nothing more is
   * delivered and nothing is queued without bound; events in between are read
   * from the history later. A callback and not an iterator, because one call per
   * batch is the cheapest delivery.
   */
  onEvents(events: readonly StorageEvent[]): void | Promise<void>;
  /**
   * Every event up to this revision was delivered, even if the newest ones were not
   * under the prefix. Called for `WatchOptions.progressAt`; otherwise only by engines
   * that can be sure.
   */
  onProgress?(revision: number): void;
  /**
   * The watch is over: `compacted` if the history it needed next is gone,
   * `watcherFailed` if `onEvents` threw, `closed` if the store was closed,
   * `historyRestarted` if the store was restored from a backup or replaced: everything read
   * from it before may be untrue, and revisions start anew. An unreadable value does not
   * end a watch.
   * Called at most once, and not after `close()`.
   */
  onEnd(error: StorageError): void;
}

export interface Watch {
  /** Ends the watch. No callback is called after it. */
  close(): void;
}

/**
 * A condition that an operator must clear: `outOfSpace`, only deletes are accepted; `damaged`, nothing is served;
 * `foreignMember`, an endpoint leads to another cluster and is not used.
 */
export type StorageAlarm = 'outOfSpace' | 'damaged' | 'foreignMember';

/** Plain numbers about the store; `undefined` where an engine does not know. */
export interface StorageStatus {
  /** The engine and its version: `etcd 3.4.23`. */
  readonly engine: string;
  readonly revision: number;
  /** The newest revision that this process has compacted or seen compacted. */
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
  get(key: string, options?: StorageGetOptions): Promise<GetResult>;

  /**
   * The keys under a prefix, which ends with a slash.
   * Freshness: as `get`. All entries are of one revision, however many they are.
   * Retry: safe; the engine itself retries until its time is up.
   * Fails with: `compacted`, `futureRevision`, `invalidKey`, `unavailable`.
   */
  range(prefix: string, options?: RangeOptions): Promise<RangeResult>;

  /** For those who take in many keys and read few of their values soon. */
  readonly deferred: DeferredReads;

  /**
   * Writes the key if it does not exist and the keys of `compares` have their revisions.
   * Freshness: decided against the newest state. Once it resolves the write is
   * durable, and every later read, through any replica, sees it.
   * Ordering: against events there is no order; a watch may see it before or
   * after the caller does.
   * Retry: the engine retries only what was certainly not applied. A failure with
   * `applied: 'unknown'` may have written: a second attempt may be refused because
   * of the first.
   * Fails with: `tooLarge`, `invalidKey`, `outOfSpace`, `unavailable`.
   */
  create(key: string, value: Uint8Array, options?: StorageWriteOptions): Promise<WriteResult>;

  /**
   * Writes the key if its revision is the expected one. Promises as `create`.
   */
  update(key: string, value: Uint8Array, expectedRevision: number, options?: StorageWriteOptions): Promise<WriteResult>;

  /**
   * Deletes the key if its revision is the expected one. Promises as `create`.
   */
  delete(key: string, expectedRevision: number, options?: ChangeOptions): Promise<WriteResult>;

  /**
   * Delivers every change under a prefix with a revision above `afterRevision`, past
   * and future, exactly once and in order. Survives lost connections: it resumes
   * after the last batch delivered. A future revision is waited for.
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
   * That revision without a promise, where no other process can write; `undefined` where the store has to be asked, and
   * after `close`. A read that memory can answer then needs no turn of the event loop.
   */
  revisionAtHand(): number | undefined;

  /**
   * Discards history: afterwards reads below this revision and watches after a
   * revision below it fail with `compacted`; reads at it and watches after it
   * work, and the newest value of every key remains. Space is reclaimed some time
   * later. A revision that is already compacted is no error.
   * Fails with: `futureRevision`, `invalidArgument`, `unavailable`.
   */
  compact(revision: number): Promise<void>;

  /** Leader election among the processes that share the store. */
  readonly elections: Elections;

  /**
   * The current state of the store; rejects with `unavailable` if it cannot answer reads. An alarm is no failure: reads
   * and deletes may work under it.
   */
  status(): Promise<StorageStatus>;

  /**
   * Releases everything. Watches end with `closed`, and so do later calls; writes in
   * progress are settled first.
   */
  close(): Promise<void>;
}

/** The part of the contract that an engine implements itself; elections stand on it. */
export type Engine = Omit<Storage, 'elections'>;
