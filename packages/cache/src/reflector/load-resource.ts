/**
 * Reads the keys of one resource as they were at its floor, while the events above
 * the floor come in by themselves. It yields the event loop between entries.
 *
 * Where the store finds a value without waiting, or gives it along, a large resource is taken in by its keys alone: to
 * read, check and copy a million objects takes half a minute, and most are not asked for soon.
 */
import { createSlabs, growInPlace, hasStorageCode, pagesOf } from '@keelson/storage';
import type { Allocate, DeferredReads, Entry, KeyEntry, Storage } from '@keelson/storage';

import type { Clock } from '../clock.ts';
import { readValues } from '../resources/heads-of.ts';
import { applyDeferred, applyLoaded, openValueSource } from '../resources/resource.ts';
import type { CachedResource } from '../resources/resource.ts';

export interface LoadParts {
  readonly storage: Storage;
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
  const takeAll = async <T>(items: Iterable<T>, take: (item: T) => void): Promise<boolean> => {
    for (const item of items) {
      if (isSuperseded()) return false;
      take(item);
      // To bring an object into the form of another schema costs as much as to read and to write it.
      const pause = clock.giveWay();
      if (pause !== undefined) await pause;
    }
    return true;
  };
  const takePages = async <E>(pages: AsyncIterable<{ readonly entries: readonly E[] }>, take: (entry: E) => void) => {
    for await (const { entries } of pages) if (!(await takeAll(entries, take))) return false;
    return true;
  };
  try {
    // Nothing has ever been written at revision 0.
    if (floor > 0) {
      const at = { revision: floor };
      const isTaken =
        deferred === undefined
          ? await takePages(pagesOf(storage, folder, at), takerOfEntries(resource))
          : await takePages(pagesOf(deferred, folder, at), takerOfKeys(resource, deferred));
      if (!isTaken) return 'superseded';
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

function takerOfEntries(resource: CachedResource): (entry: Entry) => void {
  const slabs = createSlabs();
  let current: Entry | undefined;
  const allocate: Allocate = (bytes) => (current && growInPlace(current, bytes)) ?? slabs(bytes);
  return (entry) => {
    current = entry;
    applyLoaded(resource, entry, allocate);
  };
}

/** Each value is read once at most, so that the slabs never take more memory than a load of all values. */
function takerOfKeys(resource: CachedResource, deferred: DeferredReads): (entry: KeyEntry) => void {
  const source = openValueSource(resource, deferred, createSlabs());
  return (entry) => applyDeferred(resource, entry, source);
}
