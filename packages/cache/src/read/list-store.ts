/**
 * Lists a stretch of keys out of the store: for revisions before the window, and
 * when memory cannot be sure to be fresh. Objects that memory has as well are those
 * of memory, so bytes and extracted attributes are shared here too.
 */
import type { Entry, RangeOptions, Storage } from '@keelson/storage';

import { isBeforeByCodePoint } from '../keys/key-order.ts';
import { createObject, objectAt } from '../objects/object-version.ts';
import type { ObjectVersion } from '../objects/object-version.ts';
import type { Resource } from '../resources/resource.ts';
import type { ListQuery } from './list-memory.ts';
import type { ListDone } from './read-outcome.ts';

const pageSize = 1_000;

/** The object of an entry: the one in memory if it is the same version. */
export function objectOf(resource: Resource, { key, revision, value }: Entry): ObjectVersion {
  const known = objectAt(resource.tree.find(key), revision);
  return known?.revision === revision ? known : createObject(key, revision, resource.finish(value, revision));
}

/**
 * Freshness: as `Storage.range`; without a revision, linearizable. All objects are of
 * one revision. Rejects as `Storage.range` does.
 */
export async function listStore(
  storage: Pick<Storage, 'range'>,
  resource: Resource,
  revision: number | undefined,
  query: ListQuery,
): Promise<ListDone> {
  const { folder, accepts, limit = Infinity } = query;
  const objects: ObjectVersion[] = [];
  let [after, readAt] = [afterIn(query), revision];
  let hasMore = true;
  while (hasMore && objects.length < limit) {
    const size = accepts === undefined ? Math.min(pageSize, limit - objects.length) : pageSize;
    const page = await storage.range(folder, rangeOptions(size, after, readAt));
    readAt = page.revision;
    const taken = takeUpTo(limit, page.entries, objects, (entry) => {
      const object = objectOf(resource, entry);
      return accepts === undefined || accepts(object) ? object : undefined;
    });
    after = page.entries[taken - 1]?.key ?? after;
    hasMore = page.more || taken < page.entries.length;
  }
  return {
    ok: true,
    objects,
    revision: readAt ?? 0,
    continueAfter: hasMore ? after?.slice(resource.folder.length) : undefined,
    remainingCount: undefined,
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
