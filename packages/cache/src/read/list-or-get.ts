/** A list that can have only one object in it is read as one, and fails as one: no other key is looked at. */
import type { ObjectVersion } from '../objects/object-version.ts';
import type { CachedResource } from '../resources/resource.ts';
import { keyOf } from '../resources/scope.ts';
import type { ListQuery } from './listing.ts';
import { queryOf } from './query.ts';
import type { ListRequest } from './query.ts';
import { noneUnreadable } from './read-outcome.ts';
import type { ListOutcome, ReadAt } from './read-outcome.ts';
import { readList, readOne } from './reads.ts';
import type { ReadParts } from './reads.ts';

/** Freshness: as asked for. Rejects only if the store was needed and failed. */
export async function listOrGet(
  reads: ReadParts,
  resource: CachedResource,
  request: ListRequest,
  at: ReadAt,
): Promise<ListOutcome> {
  const { namespace, name } = request;
  const query = queryOf(resource, request);
  const isOne = name !== undefined && (namespace !== undefined || !resource.isNamespaced);
  if (query !== undefined && !isOne) return readList(reads, resource, query, at);
  const got = await readOne(reads, resource, keyOf(resource, namespace, name ?? ''), at);
  if (!got.ok) return got;
  const { object, revision } = got;
  const objects = object !== undefined && isWanted(object, query) ? [object] : [];
  return {
    ok: true,
    objects,
    unreadable: noneUnreadable,
    revision,
    continueAfter: undefined,
    remainingCount: undefined,
  };
}

/** There is no second page of one object. */
function isWanted(object: ObjectVersion, query: ListQuery | undefined): boolean {
  return query !== undefined && query.after === undefined && query.accepts?.(object) !== false;
}
