/**
 * The items of a list of stored JSON, as they are stored but for the type at their front,
 * which the list says for all of them. This is where the bytes of lists are copied, once.
 */
import type { ObjectVersion } from '@keelson/cache';

import type { JoinedItems, Stretch } from './joined-items.ts';
import { measureStretch } from './measure-stretch.ts';

const comma = 0x2c;
const brace = 0x7b;
const open = Buffer.from('{');
const commaOpen = Buffer.from(',{');

export interface StoredItems {
  readonly chunks: Iterable<Uint8Array>;
  /** Of all chunks together. */
  readonly bytes: number;
}

/** `typeBytes`: how many bytes at the front of each object are its type, opening brace included; the same in all. */
export function storedItems(objects: readonly ObjectVersion[], typeBytes: number, joined: JoinedItems): StoredItems {
  // Each loses its type, gets its brace back, and all but one have a comma.
  let bytes = Math.max(0, objects.length - 1);
  for (const { value } of objects) bytes += value.length - typeBytes + 1;
  return { chunks: chunksOf(objects, typeBytes, joined), bytes };
}

function* chunksOf(objects: readonly ObjectVersion[], typeBytes: number, joined: JoinedItems): Iterable<Uint8Array> {
  let from = 0;
  while (from < objects.length) {
    const stretch = stretchFrom(objects, from, typeBytes, joined);
    if (stretch === undefined) {
      // A copy would be held by each list that waits for its client.
      yield from === 0 ? open : commaOpen;
      yield (objects[from] ?? nothing).value.subarray(typeBytes);
      from += 1;
      continue;
    }
    yield from === 0 ? withoutComma(stretch.bytes) : stretch.bytes;
    from += stretch.objects.length;
  }
}

const beginnings = new WeakMap<Uint8Array, Uint8Array>();

/** The same each time: what was made of it, compressed, is found again by it. */
function withoutComma(bytes: Uint8Array): Uint8Array {
  let beginning = beginnings.get(bytes);
  if (beginning === undefined) beginnings.set(bytes, (beginning = bytes.subarray(1)));
  return beginning;
}

/** `undefined` for an object that is too large to be copied. */
function stretchFrom(
  objects: readonly ObjectVersion[],
  from: number,
  typeBytes: number,
  joined: JoinedItems,
): Stretch | undefined {
  const known = joined.find(objects, from, typeBytes);
  if (known !== undefined) return known;
  const made = join(objects, from, typeBytes, joined);
  if (made !== undefined) joined.keep(made);
  return made;
}

/** The next objects, each with a comma before it. */
function join(
  objects: readonly ObjectVersion[],
  from: number,
  typeBytes: number,
  joined: JoinedItems,
): Stretch | undefined {
  // Each loses its type and gets its brace back; the first keeps the room that its type is copied to.
  const { to, bytes } = measureStretch(objects, from, 2 - typeBytes, joined);
  if (to === from) return undefined;
  const members = objects.slice(from, to);
  return { objects: members, typeBytes, bytes: fill(Buffer.allocUnsafeSlow(bytes + typeBytes), members, typeBytes) };
}

const nothing = { value: Buffer.alloc(0), revision: 0 };

/**
 * From the last to the first, since the type of an object may then be copied along: it lands where the object before
 * it will be. A view on each object without its type would cost more than copying it.
 */
function fill(chunk: Buffer, objects: readonly ObjectVersion[], typeBytes: number): Uint8Array {
  let start = chunk.length;
  for (let index = objects.length - 1; index >= 0; index -= 1) {
    const { value } = objects[index] ?? nothing;
    chunk.set(value, start - value.length);
    start += typeBytes - 1 - value.length;
    chunk[start] = brace;
    start -= 1;
    chunk[start] = comma;
  }
  return chunk.subarray(start);
}
