/**
 * Lists a range of keys from the cache, at any revision that its history covers.
 * Collects references only: no bytes are copied, parsed or read, except for a selector and from the store.
 * A whole folder is walked once, and again after a change in it.
 */
import type { Clock } from '../clock.ts';
import { isBeforeByCodePoint, justAfter } from '../keys/key-order.ts';
import { isUnread } from '../objects/deferred-version.ts';
import { liveAt } from '../objects/live-version.ts';
import type { ObjectVersion } from '../objects/object-version.ts';
import type { CachedResource } from '../resources/resource.ts';
import type { CountRemaining } from './count-remaining.ts';
import { createUnreadableListing, noteUnreadable } from './listing.ts';
import type { ListQuery, UnreadableListing } from './listing.ts';
import type { ListDone, UnreadableFailure } from './read-outcome.ts';
import type { RecentListings } from './recent-listings.ts';

type Listed = ListDone | UnreadableFailure;

export interface ListParts extends Pick<Clock, 'giveWay'> {
  readonly countRemaining: CountRemaining;
  readonly recentListings: RecentListings;
}

/**
 * Must be called in the same turn in which the caller checked that the resource is loaded
 * and its floor not above the revision. A page of n objects costs O(log keys + n), plus the
 * objects that a selector skips; a whole folder again, nothing to speak of. It yields the event loop while objects are read from the store, or parsed
 * by a selector, for the first time, and returns `undefined` if the cache no longer covers the revision when it
 * resumes.
 */
export function listMemory(
  resource: CachedResource,
  revision: number,
  query: ListQuery,
  parts: ListParts,
): Listed | Promise<Listed | undefined> {
  const isWhole = query.accepts === undefined && query.limit === undefined && query.after === undefined;
  const known = isWhole ? parts.recentListings.find(resource, query.folder, revision) : undefined;
  if (known !== undefined) return answerAgain(resource, revision, known);
  const unreadable = createUnreadableListing();
  const listing: Listing = { resource, revision, query, objects: [], unreadable, fetched: 0, last: '' };
  const pause = scan(listing, startOf(query), parts.giveWay);
  if (pause !== undefined) return goOn(listing, pause, parts);
  const listed = finish(listing, parts);
  // A folder with values that cannot be read is walked each time: its lists tell which they are.
  if (isWhole && listed.ok && resource.unreadableCount === 0) {
    parts.recentListings.keep(resource, query.folder, listed);
  }
  return listed;
}

function answerAgain(resource: CachedResource, revision: number, objects: readonly ObjectVersion[]): ListDone {
  countList(resource, { fetched: objects.length, returned: objects.length });
  return {
    ok: true,
    objects,
    unreadable: [],
    revision,
    continueAfter: undefined,
    remainingCount: undefined,
  };
}

interface Listing {
  readonly resource: CachedResource;
  readonly revision: number;
  readonly query: ListQuery;
  readonly objects: ObjectVersion[];
  readonly unreadable: UnreadableListing;
  fetched: number;
  /** The last key that was looked at before a pause. */
  last: string;
}

/** `undefined`: it has come to the end. */
function scan(listing: Listing, from: string, giveWay: Clock['giveWay']): Promise<void> | undefined {
  const { resource, revision, query, objects, unreadable } = listing;
  const { folder, accepts, limit = Infinity } = query;
  let pause: Promise<void> | undefined;
  resource.tree.scan(folder, from, (head) => {
    const found = liveAt(head, revision);
    if (found === undefined) return true;
    listing.fetched += 1;
    const isNew = (resource.unreadCount > 0 && isUnread(found)) || (accepts && found.attributes === undefined);
    if (found.value === undefined) return noteUnreadable(unreadable, query, found, objects.length >= limit);
    // One more than the limit shows that there is a next page.
    if (accepts?.(found) !== false && objects.push(found) > limit) return false;
    if (isNew === true) pause = giveWay();
    if (pause === undefined) return true;
    listing.last = head.key;
    return false;
  });
  return pause;
}

async function goOn(listing: Listing, first: Promise<void>, parts: ListParts): Promise<Listed | undefined> {
  const { resource, revision } = listing;
  const { generation } = resource;
  for (let pause: Promise<void> | undefined = first; pause !== undefined;) {
    await pause;
    if (resource.generation !== generation || revision < resource.floor) return undefined;
    pause = scan(listing, justAfter(listing.last), parts.giveWay);
  }
  return finish(listing, parts);
}

function finish(listing: Listing, { countRemaining }: ListParts): Listed {
  const { resource, revision, query, objects, unreadable } = listing;
  const { folder, accepts, limit = Infinity } = query;
  if (unreadable.failure !== undefined) return unreadable.failure;
  const hasMore = objects.length > limit || unreadable.isCut;
  if (objects.length > limit) objects.pop();
  countList(resource, { fetched: listing.fetched, returned: objects.length });
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

function countList({ counts }: CachedResource, { fetched, returned }: { fetched: number; returned: number }): void {
  const { memoryLists } = counts;
  memoryLists.lists += 1;
  memoryLists.fetched += fetched;
  memoryLists.evaluated += fetched;
  memoryLists.returned += returned;
}

function startOf({ folder, after }: ListQuery): string {
  return after === undefined || isBeforeByCodePoint(after, folder) ? folder : justAfter(after);
}
