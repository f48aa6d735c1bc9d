/**
 * Counts the objects after a page, also for a page at an older revision. The index
 * counts the objects that are live now; the events since that revision give the difference.
 */
import { endOfFolder, justAfter } from '../keys/key-order.ts';
import { isLive } from '../objects/live-version.ts';
import type { Version } from '../objects/object-version.ts';
import type { CachedResource } from '../resources/resource.ts';

export interface CountedPage {
  readonly folder: string;
  readonly revision: number;
  /** The last key of the page before, `undefined` for the first page. */
  readonly after: string | undefined;
  readonly last: string;
  readonly size: number;
}

export type CountRemaining = (resource: CachedResource, page: CountedPage) => number;

/** Maximum number of remembered pages that a client may continue, in all. */
const maxRemembered = 1024;

/**
 * O(log n) and the events since the revision, and for a page that follows a counted
 * one O(1), so that paging through a busy resource does not count its events for
 * every page.
 */
export function createCountRemaining(): CountRemaining {
  const remembered = new Map<string, number>();

  return (resource, { folder, revision, after, last, size }) => {
    // Not the revision alone: a store restored from a backup assigns the same revisions again.
    const state = `${resource.generation} ${revision} ${folder}`;
    const before = after === undefined ? undefined : remembered.get(`${state} ${after}`);
    const remaining = before === undefined ? countFrom(resource, folder, justAfter(last), revision) : before - size;
    const oldest = remembered.size >= maxRemembered ? remembered.keys().next().value : undefined;
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(`${state} ${last}`, remaining);
    return remaining;
  };
}

function countFrom({ tree, log }: CachedResource, folder: string, from: string, revision: number): number {
  let count = tree.countBefore(endOfFolder(folder)) - tree.countBefore(from);
  for (let at = log.positionAfter(revision); at < log.end(); at += 1) {
    const event = log.at(at);
    if (event?.key.startsWith(folder) && !(event.key < from)) count -= changeOf(event);
  }
  return count;
}

/** The event's change to the number of live keys. */
function changeOf(event: Version): number {
  return Number(isLive(event)) - Number(isLive(event.previous));
}
