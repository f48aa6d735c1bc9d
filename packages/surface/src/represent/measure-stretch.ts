/** Where a stretch of objects ends whose bytes are put together once, for all that send the same. */
import type { ObjectVersion } from '@keelson/cache';

/** Large enough to be sent without gathering. */
const leastBytes = 64 * 1024;
/** Small enough for many answers at a time. An object of this size is not copied. */
export const mostStretchBytes = 128 * 1024;
/**
 * Between the two, a stretch ends with an object whose revision has these bits clear, so
 * that what comes or goes in a list moves the ends of the stretches near it and no others.
 */
const endBits = 0xf;

export interface StretchMeasure {
  /** Exclusive. As far as `from` where the object there is too large. */
  readonly to: number;
  readonly bytes: number;
}

/** `extraBytes`: how many each object takes beyond its value. */
export function measureStretch(objects: readonly ObjectVersion[], from: number, extraBytes: number): StretchMeasure {
  let bytes = 0;
  let to = from;
  let isEnd = false;
  while (!isEnd && to < objects.length) {
    const { value, revision } = objects[to] ?? nothing;
    if (value.length >= mostStretchBytes) break;
    bytes += value.length + extraBytes;
    isEnd = bytes >= mostStretchBytes || (bytes >= leastBytes && (revision & endBits) === 0);
    to += 1;
  }
  return { to, bytes };
}

const nothing = { value: Buffer.alloc(0), revision: 0 };
