/**
 * The first events of watches of stored JSON, many in a chunk. Those that begin at the same state send the same: it is
 * copied once for them, as the items of lists are, and a buffer for each event costs more than what is in it.
 */
import type { InitialEvents, ObjectVersion } from '@keelson/cache';

import type { JoinedItems, Stretch } from './joined-items.ts';
import { measureStretch } from './measure-stretch.ts';

interface Sized {
  readonly length: number;
}

/** Of the chunks made here, their events. */
const eventsOf = new WeakMap<Uint8Array, readonly Sized[]>();

/** `undefined` for an object that is too large to be copied. */
export function joinEvents(
  objects: readonly ObjectVersion[],
  from: number,
  joined: JoinedItems,
  around: readonly [Uint8Array, Uint8Array],
): InitialEvents | undefined {
  let stretch = joined.find(objects, from, 0);
  if (stretch === undefined) {
    stretch = join(objects, from, joined, around);
    if (stretch === undefined) return undefined;
    joined.keep(stretch);
  }
  return { bytes: stretch.bytes, count: stretch.objects.length };
}

function join(
  objects: readonly ObjectVersion[],
  from: number,
  joined: JoinedItems,
  [start, end]: readonly [Uint8Array, Uint8Array],
): Stretch | undefined {
  const { to, bytes: size } = measureStretch(objects, from, start.length + end.length, joined);
  if (to === from) return undefined;
  const bytes = Buffer.allocUnsafeSlow(size);
  const members = objects.slice(from, to);
  const events: Sized[] = [];
  let at = 0;
  for (const { value } of members) {
    const first = at;
    for (const part of [start, value, end]) {
      bytes.set(part, at);
      at += part.length;
    }
    events.push({ length: at - first });
  }
  eventsOf.set(bytes, events);
  return { objects: members, typeBytes: 0, bytes };
}

/** The events in the chunks of a watch, one by one. */
export function eventsIn(chunks: readonly Uint8Array[]): readonly Sized[] {
  if (!chunks.some((chunk) => eventsOf.has(chunk))) return chunks;
  return chunks.flatMap((chunk) => eventsOf.get(chunk) ?? [chunk]);
}
