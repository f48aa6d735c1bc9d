/**
 * Lists a stretch of keys out of memory, at any revision that the window covers.
 * Takes references only: no bytes are copied, parsed or looked at.
 */
import { isBeforeByCodePoint, justAfter } from '../keys/key-order.ts';
import { objectAt } from '../objects/object-version.ts';
import type { ObjectVersion } from '../objects/object-version.ts';
import type { Resource } from '../resources/resource.ts';
import type { CountRemaining } from './count-remaining.ts';
import type { ListDone } from './read-outcome.ts';

export interface ListQuery {
  /** The keys under it: the folder of the resource or of a namespace. */
  readonly folder: string;
  /** Only what this accepts. */
  readonly accepts: ((object: ObjectVersion) => boolean) | undefined;
  readonly limit: number | undefined;
  /** Only keys above this one, which may be outside the folder. */
  readonly after: string | undefined;
}

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
): ListDone {
  const { folder, accepts, limit = Infinity } = query;
  const objects: ObjectVersion[] = [];
  resource.tree.scan(folder, startOf(query), (head) => {
    const object = objectAt(head, revision);
    if (object === undefined || (accepts !== undefined && !accepts(object))) return true;
    // One more than wanted, to know whether there is a next page.
    return objects.push(object) <= limit;
  });
  const hasMore = objects.length > limit;
  if (hasMore) objects.pop();
  const last = hasMore ? objects.at(-1)?.key : undefined;
  const isCounted = last !== undefined && accepts === undefined;
  return {
    ok: true,
    objects,
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
