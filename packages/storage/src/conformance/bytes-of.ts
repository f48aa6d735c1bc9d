/** The bytes of a stored value, for tests and their child processes, where nothing may be unreadable. */
import { isUnreadable } from '../contract/unreadable.ts';
import type { StoredValue } from '../contract/unreadable.ts';

/** Throws if there are none. */
export function bytesOf(value: StoredValue | undefined): Buffer {
  if (value === undefined || isUnreadable(value)) throw new Error(`no bytes: ${value?.fault ?? 'there is no value'}`);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
