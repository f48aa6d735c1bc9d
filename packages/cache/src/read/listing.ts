/** List queries, and the treatment of unreadable values: the same for lists from the cache and from the store. */
import type { ObjectVersion, UnreadableVersion } from '../objects/object-version.ts';
import { unreadableFailure } from './read-outcome.ts';
import type { UnreadableFailure, UnreadableObject } from './read-outcome.ts';

export interface ListQuery {
  /** The keys under it: the folder of the resource or of a namespace. */
  readonly folder: string;
  /** Only what this accepts. */
  readonly accepts: ((object: ObjectVersion) => boolean) | undefined;
  /** Selects unreadable values by key: nothing else is known of them. */
  readonly acceptsKey: ((key: string) => boolean) | undefined;
  /** See `ListRequest`. */
  readonly collectsUnreadable: boolean;
  readonly limit: number | undefined;
  /** Only keys above this one, which may be outside the folder. */
  readonly after: string | undefined;
}

/** The values that cannot be read, as a list comes across them. */
export interface UnreadableListing {
  readonly collected: UnreadableObject[];
  /** The list has failed, and what it has is of no use. */
  failure: UnreadableFailure | undefined;
  /** One was left out, since the list was full. */
  isCut: boolean;
}

export function createUnreadableListing(): UnreadableListing {
  return { collected: [], failure: undefined, isCut: false };
}

/** `isFull`: it would be behind the end of the page. Whether the list goes on. */
export function noteUnreadable(
  listing: UnreadableListing,
  { acceptsKey, collectsUnreadable }: ListQuery,
  found: UnreadableVersion,
  isFull: boolean,
): boolean {
  if (acceptsKey?.(found.key) === false) return true;
  if (isFull) listing.isCut = true;
  else if (collectsUnreadable) listing.collected.push(found);
  else listing.failure ??= unreadableFailure(found);
  return !isFull && collectsUnreadable;
}
