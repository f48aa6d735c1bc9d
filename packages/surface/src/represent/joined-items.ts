/**
 * Items of lists that were put together once, for the lists to come: most of a list is
 * as it was in the one before, and to copy it costs a quarter of sending it. A stretch is
 * known by its first object, and good where all objects that follow are still its own.
 */
import type { ObjectVersion } from '@keelson/cache';

export interface Stretch {
  /** Never empty. */
  readonly objects: readonly ObjectVersion[];
  /** How many bytes each object lost at its front. */
  readonly typeBytes: number;
  /** Shared, never to be changed. */
  readonly bytes: Uint8Array;
}

export interface JoinedItems {
  /** What there is for the objects from this place on. */
  find(objects: readonly ObjectVersion[], from: number, typeBytes: number): Stretch | undefined;
  keep(stretch: Stretch): void;
}

/** Of few objects, a copy costs next to nothing for each byte. */
const fewestObjects = 16;

/** Forgets in the order of making, so that there is no bookkeeping on a hit. */
export function createJoinedItems(limitBytes: number): JoinedItems {
  const byFirst = new WeakMap<ObjectVersion, Stretch>();
  let kept: (Stretch | undefined)[] = [];
  let oldest = 0;
  let bytes = 0;

  const forgetOldest = (): void => {
    const stretch = kept[oldest];
    const first = stretch?.objects[0];
    kept[oldest] = undefined;
    oldest += 1;
    if (stretch === undefined || first === undefined) return;
    bytes -= stretch.bytes.length;
    // Another may have taken its place.
    if (byFirst.get(first) === stretch) byFirst.delete(first);
  };

  return {
    find: (objects, from, typeBytes) => {
      const first = objects[from];
      const stretch = first && byFirst.get(first);
      return stretch?.typeBytes === typeBytes && isNext(stretch.objects, objects, from) ? stretch : undefined;
    },
    keep: (stretch) => {
      const [first] = stretch.objects;
      if (first === undefined || stretch.objects.length < fewestObjects || stretch.bytes.length > limitBytes) return;
      byFirst.set(first, stretch);
      kept.push(stretch);
      bytes += stretch.bytes.length;
      while (bytes > limitBytes) forgetOldest();
      if (oldest * 2 > kept.length) {
        kept = kept.slice(oldest);
        oldest = 0;
      }
    },
  };
}

function isNext(stretch: readonly ObjectVersion[], objects: readonly ObjectVersion[], from: number): boolean {
  if (from + stretch.length > objects.length) return false;
  for (let index = 0; index < stretch.length; index += 1) {
    if (stretch[index] !== objects[from + index]) return false;
  }
  return true;
}
