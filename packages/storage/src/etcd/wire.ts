/**
 * What etcd's watches tell in the words of the contract. Every number that comes this way
 * is a text, and is made a number in one place.
 */
import type { IEvent, IKeyValue } from 'etcd3';

import type { Entry, StorageEvent } from '../contract.ts';
import { compactedError, StorageError } from '../errors.ts';

export function numberOf(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new StorageError('damaged', `etcd is at revision ${text}, beyond what can be told exactly (2^53).`);
}

export function entryOf(kv: IKeyValue): Entry {
  return { key: kv.key.toString(), value: kv.value, revision: numberOf(kv.mod_revision) };
}

/**
 * `undefined` for what is not above `position`, which was handed over before.
 * Fails with `compacted` when the value before is gone, so that it cannot be told whole.
 */
export function eventOf(
  { type, kv, prev_kv }: IEvent,
  position: number,
  withPrevious: boolean,
): StorageEvent | undefined {
  const revision = numberOf(kv.mod_revision);
  if (revision <= position) return undefined;
  const isDeleted = type === 'Delete';
  const previous = (prev_kv as IKeyValue | null) === null ? undefined : entryOf(prev_kv);
  if (withPrevious && previous === undefined && (isDeleted || kv.create_revision !== kv.mod_revision))
    throw compactedError(position);
  return { key: kv.key.toString(), revision, value: isDeleted ? undefined : kv.value, previous };
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
