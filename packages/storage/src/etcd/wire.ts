/**
 * What etcd's watches tell in the words of the contract. Every number is looked at here
 * before it is believed.
 */
import { exact } from '@keelson/etcd-client';
import type { WatchEvent, WatchKeyValue } from '@keelson/etcd-client';

import type { Entry, StorageEvent } from '../contract/storage.ts';
import { compactedError } from '../contract/errors.ts';

function entryOf({ key, value, modRevision }: WatchKeyValue): Entry {
  return { key, value, revision: exact(modRevision) };
}

/**
 * `undefined` for what is not above `position`, which was handed over before.
 * Fails with `compacted` when the value before is gone, so that it cannot be told whole.
 */
export function eventOf(raw: WatchEvent, position: number, withPrevious: boolean): StorageEvent | undefined {
  const { isDeleted, entry } = raw;
  const revision = exact(entry.modRevision);
  if (revision <= position) return undefined;
  const previous = raw.previous && entryOf(raw.previous);
  if (withPrevious && previous === undefined && (isDeleted || entry.createRevision !== entry.modRevision))
    throw compactedError(position);
  return { key: entry.key, revision, value: isDeleted ? undefined : entry.value, previous };
}

/** The end of a folder: its last slash made the next byte. */
export function endOf(folder: string): Buffer {
  const end = Buffer.from(folder);
  end[end.length - 1] = 0x30;
  return end;
}

/** The first key above this one: the same with a zero byte behind it. */
export function startAbove(key: string): Buffer {
  return Buffer.concat([Buffer.from(key), Buffer.of(0)]);
}
