/**
 * Reads the keys of one resource as they were at its floor, while the events above
 * the floor come in by themselves. It yields the event loop between entries.
 */
import { createSlabs, growInPlace, hasStorageCode, pagesOf } from '@keelson/storage';
import type { Allocate, Entry, Storage } from '@keelson/storage';

import type { Clock } from '../clock.ts';
import { applyLoaded } from '../resources/resource.ts';
import type { CachedResource } from '../resources/resource.ts';

/**
 * `superseded`: the resource was reset meanwhile, and nothing loaded was kept.
 * `compacted`: its floor is compacted, so it must be reset. Rejects as `Storage.range`
 * does; it may then be called again.
 */
export async function loadResource(
  storage: Storage,
  resource: CachedResource,
  giveWay: Clock['giveWay'],
): Promise<'loaded' | 'superseded' | 'compacted'> {
  const { generation, floor, folder } = resource;
  const slabs = createSlabs();
  let current: Entry | undefined;
  const allocate: Allocate = (bytes) => (current && growInPlace(current, bytes)) ?? slabs(bytes);
  try {
    // Nothing has ever been written at revision 0.
    if (floor > 0) {
      for await (const { entries } of pagesOf(storage, folder, { revision: floor })) {
        for (const entry of entries) {
          if (resource.generation !== generation) return 'superseded';
          current = entry;
          applyLoaded(resource, entry, allocate);
          // To bring an object into the form of another schema costs as much as to read and to write it.
          const pause = giveWay();
          if (pause !== undefined) await pause;
        }
      }
    }
  } catch (error) {
    if (resource.generation !== generation) return 'superseded';
    if (hasStorageCode(error, 'compacted')) return 'compacted';
    throw error;
  }
  if (resource.generation !== generation) return 'superseded';
  resource.isLoaded = true;
  resource.counts.loads += 1;
  return 'loaded';
}
