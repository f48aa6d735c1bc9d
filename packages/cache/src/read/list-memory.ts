/**
 * Lists a stretch of keys out of memory, at any revision that the window covers.
 * Takes references only: no bytes are copied, parsed or looked at.
 */
import { isBeforeByCodePoint, justAfter } from '../keys/key-order.ts';
import { liveAt } from '../objects/object-version.ts';
import type { ObjectVersion } from '../objects/object-version.ts';
import type { Resource } from '../resources/resource.ts';
import type { CountRemaining } from './count-remaining.ts';
import { createUnreadableListing, noteUnreadable } from './listing.ts';
import type { ListQuery } from './listing.ts';
import type { ListDone, UnreadableFailure } from './read-outcome.ts';

/**
 * Must be called in the turn in which the resource was seen to be loaded and its
 * floor to be not above the revision. A page of n objects costs O(log keys + n), and
 * with a selector what it has to pass over.
 */
export function listMemory(
  resource: Resource,
  revision: number,
  query: ListQuery,
  countRemaining: CountRemaining,
): ListDone | UnreadableFailure {
  const { folder, accepts, limit = Infinity } = query;
  const objects: ObjectVersion[] = [];
  const unreadable = createUnreadableListing();
  resource.tree.scan(folder, startOf(query), (head) => {
    const found = liveAt(head, revision);
    if (found === undefined) return true;
    if (found.value === undefined) return noteUnreadable(unreadable, query, found, objects.length >= limit);
    if (accepts !== undefined && !accepts(found)) return true;
    // One more than wanted, to know whether there is a next page.
    return objects.push(found) <= limit;
  });
  if (unreadable.failure !== undefined) return unreadable.failure;
  const hasMore = objects.length > limit || unreadable.isCut;
  if (objects.length > limit) objects.pop();
  const last = hasMore ? objects.at(-1)?.key : undefined;
  const isCounted = last !== undefined && accepts === undefined;
  return {
    ok: true,
    objects,
    unreadable: unreadable.collected,
    revision,
    continueAfter: last?.slice(resource.folder.length),
    remainingCount: isCounted
      ? countRemaining(resource, { folder, revision, after: query.after, last, size: objects.length })
      : undefined,
  };
}

function startOf({ folder, after }: ListQuery): string {
  return after === undefined || isBeforeByCodePoint(after, folder) ? folder : justAfter(after);
}
