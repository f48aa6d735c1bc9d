/**
 * The bitmaps in which kube-apiserver notes which addresses and ports are allocated: `ranges/serviceips`,
 * `ranges/secondaryserviceips`, `ranges/servicenodeports`. They are kept where the store has them, so that no item is
 * given to two objects, whichever servers write, and are never made: a store that kube-apiserver has never used has none.
 */
import type { ClusterRanges } from '@keelson/registry';
import type { Storage } from '@keelson/storage';
import type { Logger } from '@keelson/telemetry';

import { guardWrites } from './guard-writes.ts';
import { KeptBitmaps } from './kept-bitmaps.ts';
import { createReleaseLeaks, type ReleaseLeaks } from './release-leaks.ts';

export interface RangeBitmaps {
  /** The store to read and write through. */
  readonly storage: Storage;
  /** To be called before the watch cache starts. */
  attach(ranges: Pick<ClusterRanges, 'addresses' | 'ports'>): void;
  readonly releaseLeaks: ReleaseLeaks;
}

export function keepBitmaps(inner: Storage, logger: Logger): RangeBitmaps {
  const told = new Set<string>();
  const kept = new KeptBitmaps(inner, (key, message) => {
    if (told.has(key + message)) return;
    told.add(key + message);
    logger.warn('A bitmap of allocated items is not kept: others may allocate the same items', { key, message });
  });
  return {
    storage: guardWrites(inner, kept),
    attach: (ranges) => kept.attach(ranges),
    releaseLeaks: createReleaseLeaks(inner, kept, logger),
  };
}
