/**
 * The freshness that a read asks for, and its outcome. A compacted or a future revision
 * is an outcome, not an error.
 */
import { hasStorageCode } from '@keelson/storage';

import type { ObjectVersion, UnreadableVersion } from '../objects/object-version.ts';

/**
 * `mostRecent`: linearizable. `any`: whatever the replica has, served at once.
 * `notOlderThan`: at this revision or a later one. `exact`: as it was at this
 * revision.
 */
export type ReadAt = ReadDeadline &
  (
    | { readonly kind: 'mostRecent' }
    | { readonly kind: 'any' }
    | { readonly kind: 'notOlderThan'; readonly revision: number }
    | { readonly kind: 'exact'; readonly revision: number }
  );

export interface ReadDeadline {
  /** Of the request that the read is for, in milliseconds since 1970: the store is waited for until then at most. */
  readonly deadline?: number | undefined;
}

export const mostRecent: ReadAt = { kind: 'mostRecent' };

export type ReadFailure =
  /** The revision is neither in the cached history nor in the store, where it is compacted. */
  | { readonly ok: false; readonly reason: 'compacted'; readonly revision: number }
  /** The revision has not happened, and did not within the time that a read may wait. */
  | {
      readonly ok: false;
      readonly reason: 'futureRevision';
      readonly revision: number;
      readonly currentRevision: number;
    }
  | UnreadableFailure;

/** A key that was asked for exists, and its value cannot be read. */
export interface UnreadableFailure {
  readonly ok: false;
  readonly reason: 'unreadable';
  readonly key: string;
  /** The revision of the write that gave the key this value. */
  readonly revision: number;
  /** Why, as a clause that holds nothing of the value. */
  readonly fault: string;
}

/** All that is known of a key whose value cannot be read. */
export type UnreadableObject = Pick<UnreadableFailure, 'key' | 'revision' | 'fault'>;

export interface GetDone {
  readonly ok: true;
  readonly object: ObjectVersion | undefined;
  /** The revision at which this was the truth. */
  readonly revision: number;
  /** True if the store gave it, and it may be newer than memory; absent if memory did. */
  readonly isFromStore?: true;
}

export type GetOutcome = GetDone | ReadFailure;

export interface ListDone {
  readonly ok: true;
  /** In the order of keys; the objects are shared, and the array may be shared by lists. */
  readonly objects: readonly ObjectVersion[];
  /** Unreadable values, if the request collects them; otherwise empty, for the list fails at the first. */
  readonly unreadable: readonly UnreadableObject[];
  /** The one revision at which all of them were the truth. */
  readonly revision: number;
  /** Where the next page begins, if there is one: hand it in as `after`, with this exact revision. */
  readonly continueAfter: string | undefined;
  /**
   * The number of objects after this page. `undefined` if there is no next page, if there
   * is a selector, or if the page came from the store.
   */
  readonly remainingCount: number | undefined;
  /** Bytes of objects that may be held for this list alone, as it came from the store; absent if all are cached. */
  readonly ownBytes?: number | undefined;
}

export type ListOutcome = ListDone | ReadFailure;

export function unreadableFailure({ key, revision, fault }: UnreadableVersion): UnreadableFailure {
  return { ok: false, reason: 'unreadable', key, revision, fault };
}

/** For the results that have none. */
export const noneUnreadable: readonly UnreadableObject[] = [];

/** Makes the outcomes among the errors of the store into values; all other errors go on. */
export function readFailureOf(error: unknown, revision: number, currentRevision: number): ReadFailure {
  if (hasStorageCode(error, 'compacted')) return { ok: false, reason: 'compacted', revision };
  if (hasStorageCode(error, 'futureRevision'))
    return { ok: false, reason: 'futureRevision', revision, currentRevision };
  throw error;
}
