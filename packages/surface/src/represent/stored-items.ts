/**
 * The items of a list of stored JSON, as they are stored but for the type at their front,
 * which the list says for all of them. This is where the bytes of lists are copied, once.
 */
import type { ObjectVersion } from '@keelson/cache';

/** Large enough to be sent without gathering, small enough for many lists at a time. */
const chunkBytes = 128 * 1024;
const comma = 0x2c;
const brace = 0x7b;

export interface StoredItems {
  readonly chunks: Iterable<Uint8Array>;
  /** Of all chunks together. */
  readonly bytes: number;
}

/** `typeBytes`: how many bytes at the front of each object are its type, opening brace included; the same in all. */
export function storedItems(objects: readonly ObjectVersion[], typeBytes: number): StoredItems {
  // Each loses its type, gets its brace back, and all but one have a comma.
  let bytes = Math.max(0, objects.length - 1);
  for (const { value } of objects) bytes += value.length - typeBytes + 1;
  return { chunks: chunksOf(objects, typeBytes), bytes };
}

function* chunksOf(objects: readonly ObjectVersion[], typeBytes: number): Iterable<Uint8Array> {
  let from = 0;
  while (from < objects.length) {
    let size = typeBytes;
    let to = from;
    for (; to < objects.length && (to === from || size < chunkBytes); to += 1) {
      size += (objects[to]?.value.length ?? 0) - typeBytes + 2;
    }
    yield fill(Buffer.allocUnsafe(size), objects, { from, to, typeBytes });
    from = to;
  }
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly typeBytes: number;
}

/**
 * From the last to the first, since the type of an object may then be copied along: it lands where the object before
 * it will be. A view on each object without its type would cost more than copying it.
 */
function fill(chunk: Buffer, objects: readonly ObjectVersion[], { from, to, typeBytes }: Stretch): Uint8Array {
  let start = chunk.length;
  for (let index = to - 1; index >= from; index -= 1) {
    const value = objects[index]?.value;
    if (value === undefined) continue;
    const at = start - value.length;
    chunk.set(value, at);
    start = at + typeBytes - 1;
    chunk[start] = brace;
    if (index === 0) break;
    start -= 1;
    chunk[start] = comma;
  }
  return chunk.subarray(start);
}
