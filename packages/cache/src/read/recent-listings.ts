/**
 * The last whole listing of each folder, for lists to come: while nothing in the folder has changed they share its array.
 * A list of 10,000 objects then allocates nothing and visits none of them. A hundred lists under way used to hold a hundred
 * arrays, and their copying by the collector was the longest pause that requests of others met.
 */
import type { ObjectVersion } from '../objects/object-version.ts';
import type { CachedResource } from '../resources/resource.ts';

export interface RecentListings {
  /** The objects under this folder at this revision, if it is known that they are those of the last listing. */
  find(resource: CachedResource, folder: string, revision: number): readonly ObjectVersion[] | undefined;
  /** These are all objects under the folder at this revision. The array must not change any more. */
  keep(resource: CachedResource, folder: string, listed: { revision: number; objects: readonly ObjectVersion[] }): void;
}

interface Recent {
  readonly generation: number;
  /** Nothing under the folder has changed up to this revision. */
  revision: number;
  /** Weak, for it holds versions that may have left the cache: it lasts from one list to the next one that follows soon. */
  readonly objects: WeakRef<readonly ObjectVersion[]>;
}

/** A shorter listing is cheaper to make than to keep. */
const fewestObjects = 256;
const maxFolders = 64;
/** To search more events than this for a change would take as long as the listing. */
const maxEvents = 1_024;

export function createRecentListings(): RecentListings {
  const byResource = new WeakMap<CachedResource, Map<string, Recent>>();

  return {
    find: (resource, folder, revision) => {
      const folders = byResource.get(resource);
      const recent = folders?.get(folder);
      const objects = recent?.objects.deref();
      if (recent === undefined || objects === undefined) return undefined;
      if (recent.generation !== resource.generation || recent.revision < resource.floor) return undefined;
      if (revision < recent.revision || !isUnchanged(resource, folder, recent.revision, revision)) return undefined;
      recent.revision = revision;
      return objects;
    },
    keep: (resource, folder, { revision, objects }) => {
      if (objects.length < fewestObjects) return;
      const folders = byResource.get(resource) ?? new Map<string, Recent>();
      byResource.set(resource, folders);
      const [oldest] = folders.keys();
      if (folders.size >= maxFolders && !folders.has(folder) && oldest !== undefined) folders.delete(oldest);
      folders.set(folder, { generation: resource.generation, revision, objects: new WeakRef(objects) });
    },
  };
}

/** True if no event under the folder lies above `from` and not above `to`. */
function isUnchanged({ log }: CachedResource, folder: string, from: number, to: number): boolean {
  if (from === to) return true;
  const first = log.positionAfter(from);
  for (let at = first; at < log.end(); at += 1) {
    const event = log.at(at);
    if (event === undefined || event.revision > to) return true;
    if (at - first >= maxEvents || event.key.startsWith(folder)) return false;
  }
  return true;
}
