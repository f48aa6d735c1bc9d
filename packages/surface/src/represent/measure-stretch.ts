/** Where a stretch of objects ends whose bytes are put together once, for all that send the same. */
import type { ObjectVersion } from '@keelson/cache';

import type { JoinedItems } from './joined-items.ts';
import { leastWriteBytes, mostWriteBytes } from './write-size.ts';

export interface StretchMeasure {
  /** Exclusive. As far as `from` where the object there is too large. */
  readonly to: number;
  readonly bytes: number;
}

/** A stretch of this size may end before one that is kept, so that what comes or goes changes one stretch and no other. */
const leastBeforeKept = leastWriteBytes / 3;

/** `extraBytes`: how many each object takes beyond its value. */
export function measureStretch(
  objects: readonly ObjectVersion[],
  from: number,
  extraBytes: number,
  joined: Pick<JoinedItems, 'isFirst'>,
): StretchMeasure {
  let bytes = 0;
  let end = { to: from, bytes: 0, rank: -1 };
  for (let to = from; to < objects.length; to += 1) {
    const object = objects[to] ?? nothing;
    if (bytes >= leastBeforeKept && joined.isFirst(object)) return { to, bytes };
    bytes += object.value.length + extraBytes;
    if (bytes > mostWriteBytes) return end;
    const rank = bytes < leastWriteBytes ? -1 : rankOf(object);
    if (rank >= end.rank) end = { to: to + 1, bytes, rank };
  }
  return { to: objects.length, bytes };
}

/** Of the objects with which a stretch may end, it ends with the highest, wherever it began. */
function rankOf({ revision }: ObjectVersion): number {
  return Math.imul(revision, 0x9e3779b1) >>> 0;
}

const nothing: ObjectVersion = {
  key: '',
  revision: 0,
  value: Buffer.alloc(0),
  attributes: undefined,
  derived: undefined,
};
