/**
 * Lists a range of keys from the store: for revisions before the cached history, and
 * when the cache may not be fresh. Objects that the cache has as well are taken from
 * it, so bytes and extracted attributes are shared here too.
 */
import type { Entry, RangeOptions, Storage } from '@keelson/storage';

import { isBeforeByCodePoint } from '../keys/key-order.ts';
import { isLive, liveAt } from '../objects/live-version.ts';
import { createVersion } from '../objects/object-version.ts';
import type { LiveVersion, ObjectVersion } from '../objects/object-version.ts';
import { storedContentOf } from '../resources/resource.ts';
import type { CachedResource } from '../resources/resource.ts';
import { createUnreadableListing, noteUnreadable } from './listing.ts';
import type { ListQuery } from './listing.ts';
import type { ListDone, UnreadableFailure } from './read-outcome.ts';

const pageSize = 1_000;

/** An entry as memory would hold it: the version in memory if it is the same. `undefined` for a key of no object. */
export function versionOf(resource: CachedResource, entry: Entry): LiveVersion | undefined {
  const { key, revision } = entry;
  const known = liveAt(resource.tree.find(key), revision);
  if (known?.revision === revision) return known;
  const version = createVersion({ key, revision, value: storedContentOf(resource, entry) });
  return isLive(version) ? version : undefined;
}

export interface ListSource {
  readonly revision?: number;
  /** Of the first page. */
  readonly deadline?: number;
}

/**
 * Freshness: as `Storage.range`; without a revision, linearizable. All objects are of
 * one revision. Rejects as `Storage.range` does.
 */
export async function listStore(
  storage: Pick<Storage, 'range'>,
  resource: CachedResource,
  source: ListSource,
  query: ListQuery,
): Promise<ListDone | UnreadableFailure> {
  const { folder, accepts, limit = Infinity } = query;
  const objects: ObjectVersion[] = [];
  const unreadable = createUnreadableListing();
  const { storeLists } = resource.counts;
  storeLists.lists += 1;
  let { revision: readAt, deadline } = source;
  let after = afterIn(query);
  let hasMore = true;
  while (hasMore && objects.length < limit) {
    const size = accepts === undefined ? Math.min(pageSize, limit - objects.length) : pageSize;
    const page = await storage.range(folder, { ...rangeOptions(size, after, readAt), deadline });
    readAt = page.revision;
    // The store answers, and a long list may take its time.
    deadline = undefined;
    const taken = takeUpTo(limit, page.entries, objects, (entry) => {
      const found = versionOf(resource, entry);
      if (found === undefined) return undefined;
      if (found.value !== undefined) return accepts === undefined || accepts(found) ? found : undefined;
      noteUnreadable(unreadable, query, found, false);
      return undefined;
    });
    storeLists.fetched += page.entries.length;
    storeLists.evaluated += taken;
    if (unreadable.failure !== undefined) return unreadable.failure;
    after = page.entries[taken - 1]?.key ?? after;
    hasMore = page.more || taken < page.entries.length;
  }
  storeLists.returned += objects.length;
  return {
    ok: true,
    objects,
    unreadable: unreadable.collected,
    revision: readAt ?? 0,
    continueAfter: hasMore ? after?.slice(resource.folder.length) : undefined,
    remainingCount: undefined,
    ownBytes: objects.reduce((bytes, { value }) => bytes + value.length, 0),
  };
}

function rangeOptions(limit: number, after: string | undefined, revision: number | undefined): RangeOptions {
  return { limit, ...(after !== undefined && { after }), ...(revision !== undefined && { revision }) };
}

/** Returns how many entries it has looked at when the limit was reached. */
function takeUpTo(
  limit: number,
  entries: readonly Entry[],
  objects: ObjectVersion[],
  take: (entry: Entry) => ObjectVersion | undefined,
): number {
  let taken = 0;
  for (const entry of entries) {
    if (objects.length >= limit) break;
    const object = take(entry);
    if (object !== undefined) objects.push(object);
    taken += 1;
  }
  return taken;
}

/** The store takes only keys of the folder to begin after. A key behind the folder leaves nothing to list. */
function afterIn({ folder, after }: ListQuery): string | undefined {
  if (after === undefined || after.startsWith(folder)) return after;
  return isBeforeByCodePoint(after, folder) ? undefined : `${folder}\u{10ffff}`;
}
