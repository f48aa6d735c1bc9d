/**
 * Reads the keys of one resource as they were at its floor, while the events above
 * the floor come in by themselves. It yields the event loop between entries.
 *
 * The values of a large resource are read later: to read, check and copy a million objects takes half a minute, and most
 * are not asked for soon.
 */
import { createSlabs, hasStorageCode, pagesOf } from '@keelson/storage';
import type { DeferredReads, KeyEntry, Storage } from '@keelson/storage';

import type { Clock } from '../clock.ts';
import { readValues } from '../resources/heads-of.ts';
import { applyLoaded, openValueSource } from '../resources/resource.ts';
import type { CachedResource } from '../resources/resource.ts';

export interface LoadParts {
  readonly storage: Pick<Storage, 'deferred'>;
  readonly clock: Pick<Clock, 'giveWay'>;
  /** As in the options of the watch cache. */
  readonly mostReadAtOnce: number;
  /** Somebody reads all objects of the resource. */
  readonly isReadWhole: (resource: CachedResource) => boolean;
}

/**
 * `superseded`: the resource was reset meanwhile, and nothing loaded was kept.
 * `compacted`: its floor is compacted, so it must be reset. Rejects as `Storage.range`
 * does; it may then be called again.
 */
export async function loadResource(
  { storage, clock, mostReadAtOnce, isReadWhole }: LoadParts,
  resource: CachedResource,
): Promise<'loaded' | 'superseded' | 'compacted'> {
  const { generation, floor, folder } = resource;
  const { deferred } = storage;
  const isSuperseded = (): boolean => resource.generation !== generation;
  /** Returns false if the resource was reset meanwhile. */
  const takeAll = async (take: (entry: KeyEntry) => void): Promise<boolean> => {
    for await (const { entries } of pagesOf(deferred, folder, { revision: floor })) {
      for (const entry of entries) {
        if (isSuperseded()) return false;
        take(entry);
        // A value that was replaced meanwhile is read here, and may have to be brought into the form of another schema.
        const pause = clock.giveWay();
        if (pause !== undefined) await pause;
      }
    }
    return true;
  };
  try {
    // Nothing has ever been written at revision 0.
    if (floor > 0) {
      if (!(await takeAll(takerOfKeys(resource, deferred)))) return 'superseded';
      const readsAll = resource.tree.liveCount() <= mostReadAtOnce || isReadWhole(resource);
      const reading = { isCurrent: () => !isSuperseded(), giveWay: clock.giveWay };
      if (readsAll && !(await readValues(resource, reading))) return 'superseded';
    }
  } catch (error) {
    if (isSuperseded()) return 'superseded';
    if (hasStorageCode(error, 'compacted')) return 'compacted';
    throw error;
  }
  if (isSuperseded()) return 'superseded';
  resource.isLoaded = true;
  resource.counts.loads += 1;
  return 'loaded';
}

/** Each value is read once at most, so that the slabs never take more memory than a load of all values. */
function takerOfKeys(resource: CachedResource, deferred: DeferredReads): (entry: KeyEntry) => void {
  const source = openValueSource(resource, deferred, createSlabs());
  return (entry) => applyLoaded(resource, entry, source);
}
