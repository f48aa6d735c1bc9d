/** Translates the events of etcd into those of the contract. Every revision is checked to be exact. */
import { exact } from '@keelson/etcd-client';
import type { WatchEvent, WatchKeyValue } from '@keelson/etcd-client';

import type { Entry, StorageEvent } from '../contract/storage.ts';
import { compactedError } from '../contract/errors.ts';

function entryOf({ key, value, modRevision }: WatchKeyValue): Entry {
  return { key, value, revision: exact(modRevision) };
}

/**
 * `undefined` for an event that is not above `position`, which was delivered before.
 * Fails with `compacted` if the previous value is wanted and compacted.
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

/** The exclusive end of a folder: its final slash replaced by the next byte. */
export function folderEnd(folder: string): Buffer {
  const end = Buffer.from(folder);
  end[end.length - 1] = 0x30;
  return end;
}

/** The smallest key above this one: the same followed by a zero byte. */
export function startAbove(key: string): Buffer {
  return Buffer.concat([Buffer.from(key), Buffer.of(0)]);
}
