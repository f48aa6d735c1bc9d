/**
 * Releases items that a bitmap has as taken and that no object holds, as after a server died between its write of the
 * bitmap and that of the object. Another server may be about to write the object: an item is released when it was found
 * so three times, as by kube-apiserver.
 */
import type { RangeClaim } from '@keelson/schema';
import type { Storage } from '@keelson/storage';
import type { Logger } from '@keelson/telemetry';

import { changeBits, encodeRangeBitmap, hasBit } from '../stored-values/range-bitmap.ts';
import type { KeptBitmaps } from './kept-bitmaps.ts';
import type { KnownBitmap } from './known-bitmap.ts';

export type ReleaseLeaks = (isHeld: (claim: RangeClaim) => boolean) => Promise<void>;

const timesFound = 3;

/** The function rejects as the store fails. */
export function createReleaseLeaks(storage: Pick<Storage, 'update'>, kept: KeptBitmaps, logger: Logger): ReleaseLeaks {
  /** The number of times that an item was found unheld in a row. */
  const found = new Map<KnownBitmap, ReadonlyMap<number, number>>();
  return async (isHeld) => {
    await kept.whenLoaded();
    for (const range of ['addresses', 'ports'] as const) {
      for (const known of kept.of(range)) {
        const { bitmap, revision } = known.state;
        if (bitmap === undefined) continue;
        const counts = countUnheld(known, (item) => isHeld({ range, item }), found.get(known));
        found.set(known, counts);
        const leaked = [...counts].filter(([, count]) => count >= timesFound).map(([index]) => index);
        if (leaked.length === 0) continue;
        const next = { ...bitmap, bits: changeBits(bitmap.bits, [], leaked) };
        const written = await storage.update(known.key, encodeRangeBitmap(next), revision);
        if (!written.ok) continue;
        known.wrote(next, written.revision);
        logger.info('Items of a range that nothing held were given free', { key: known.key, count: leaked.length });
      }
    }
  };
}

function countUnheld(
  { account: { range }, state: { bitmap } }: KnownBitmap,
  isHeld: (item: string) => boolean,
  before: ReadonlyMap<number, number> = new Map(),
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  const bits = bitmap?.bits ?? new Uint8Array();
  const last = Math.min(range.size, bits.length * 8);
  for (let index = 0; index < last; index += 1) {
    if (hasBit(bits, index) && !isHeld(range.itemAt(index))) counts.set(index, (before.get(index) ?? 0) + 1);
  }
  return counts;
}
