/**
 * Memory for many values at once. A buffer of its own for each value costs more than to copy its bytes: the engine keeps
 * books on every one, and its collector walks through all of them.
 *
 * A slab is freed when nothing in it is in use any longer. Use it for values that are replaced together, or are many
 * and seldom replaced: never for one at a time.
 */
import type { Entry } from './storage.ts';
import { isUnreadable, type StoredValue } from './unreadable.ts';

/** `spareBytes` lie behind the returned ones, for what is put into them later. */
export type Allocate = (bytes: number, spareBytes?: number) => Buffer;

const slabBytes = 32 * 1024;
/** Above this a buffer of its own wastes less than the end of a slab. */
const largeBytes = slabBytes / 4;

export function createSlabs(): Allocate {
  let slab = Buffer.alloc(0);
  let used = 0;
  return (bytes, spareBytes = 0) => {
    const taken = bytes + spareBytes;
    if (taken > largeBytes) return Buffer.allocUnsafeSlow(taken).subarray(0, bytes);
    if (used + taken > slab.length) {
      slab = Buffer.allocUnsafeSlow(slabBytes);
      used = 0;
    }
    const start = used;
    used += taken;
    return slab.subarray(start, start + bytes);
  };
}

/** Memory for the values of a range, each with spare bytes behind it. */
export interface ValueMemory {
  readonly allocate: (bytes: number) => Buffer;
  /** Of the value that was allocated last; `undefined` for another. */
  readonly spareBytesOf: (value: StoredValue) => number | undefined;
}

/** For the fields that a reader puts into a value, such as its revision. */
const spareBytes = 48;

export function createValueMemory(): ValueMemory {
  const slabs = createSlabs();
  let last: Buffer | undefined;
  return {
    allocate: (bytes) => (last = slabs(bytes, spareBytes)),
    spareBytesOf: (value) => (value === last ? spareBytes : undefined),
  };
}

/** The memory of a value that was read with spare bytes, as so many bytes; `undefined` if it is too short for them. */
export function growInPlace({ value, spareBytes = 0 }: Pick<Entry, 'value' | 'spareBytes'>, bytes: number) {
  if (spareBytes === 0 || isUnreadable(value) || bytes > value.length + spareBytes) return undefined;
  return Buffer.from(value.buffer, value.byteOffset, bytes);
}
