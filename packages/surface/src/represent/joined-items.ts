/**
 * Items of lists that were put together once, for the lists to come: most of a list is
 * as it was in the one before, and to copy it costs a quarter of sending it. A stretch is
 * known by its first object, and good where all objects that follow are still its own.
 */
import type { ObjectVersion } from '@keelson/cache';

export interface Stretch {
  /** Never empty. */
  readonly objects: readonly ObjectVersion[];
  /** The number of bytes dropped from the front of each object. */
  readonly typeBytes: number;
  /** Shared, never to be changed. */
  readonly bytes: Uint8Array;
}

export interface JoinedItems {
  /** Returns the kept stretch that matches the objects from this index on. */
  find(objects: readonly ObjectVersion[], from: number, typeBytes: number): Stretch | undefined;
  /** A kept stretch begins with it. */
  isFirst(object: ObjectVersion): boolean;
  /** From the second time on, unless there is no room. */
  keep(stretch: Stretch): void;
  bytes(): number;
}

interface Kept {
  readonly stretch: Stretch;
  /** Used since the last sweep. */
  isUsed: boolean;
}

/** Of few objects, a copy costs next to nothing for each byte. */
const fewestObjects = 16;
const usualLookMs = 10_000;

/**
 * Holds at worst `limitBytes`, and as much again of objects that have left the watch cache. What was compressed for
 * clients that take gzip comes on top, less than the stretches themselves.
 * A stretch that no list used for `lookMs` is dropped. Nothing is evicted to make room: of a
 * list larger than the limit, a part that stays is worth more than the part that came last.
 */
export function createJoinedItems(limitBytes: number, lookMs = usualLookMs): JoinedItems {
  const byFirst = new Map<ObjectVersion, Kept>();
  /** Only objects requested again are kept: those read from the store are new objects for every list. */
  const askedFor = new WeakSet<ObjectVersion>();
  let bytes = 0;
  let isLookSet = false;

  const look = (): void => {
    isLookSet = false;
    for (const [first, kept] of byFirst) {
      if (!kept.isUsed) remove(first);
      kept.isUsed = false;
    }
    if (byFirst.size > 0) setLook();
  };

  /** Does not keep the process alive. */
  const setLook = (): void => {
    if (isLookSet) return;
    isLookSet = true;
    setTimeout(look, lookMs).unref();
  };

  const bytesOf = (first: ObjectVersion): number => byFirst.get(first)?.stretch.bytes.length ?? 0;

  const remove = (first: ObjectVersion): void => {
    bytes -= bytesOf(first);
    byFirst.delete(first);
  };

  return {
    find: (objects, from, typeBytes) => {
      const first = objects[from];
      const kept = first && byFirst.get(first);
      if (kept === undefined || kept.stretch.typeBytes !== typeBytes) return undefined;
      if (!areNext(kept.stretch.objects, objects, from)) return undefined;
      kept.isUsed = true;
      return kept.stretch;
    },
    isFirst: (object) => byFirst.has(object),
    keep: (stretch) => {
      const { objects } = stretch;
      const [first] = objects;
      if (first === undefined || objects.length < fewestObjects) return;
      if (!askedFor.has(first)) {
        askedFor.add(first);
        return;
      }
      if (bytes - bytesOf(first) + stretch.bytes.length > limitBytes) return;
      remove(first);
      byFirst.set(first, { stretch, isUsed: true });
      bytes += stretch.bytes.length;
      setLook();
    },
    bytes: () => bytes,
  };
}

function areNext(stretch: readonly ObjectVersion[], objects: readonly ObjectVersion[], from: number): boolean {
  if (from + stretch.length > objects.length) return false;
  for (let index = 0; index < stretch.length; index += 1) {
    if (stretch[index] !== objects[from + index]) return false;
  }
  return true;
}
