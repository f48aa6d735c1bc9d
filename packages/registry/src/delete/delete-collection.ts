/** Deletecollection: deletes what a list would show, one by one, and answers with that list. */
import type { ListAnswer, ListOptions, Outcome } from '../contract.ts';
import { done } from '../outcome.ts';
import { listObjects } from '../read/list.ts';
import { withDeadline } from '../write/request-deadline.ts';
import { deleteObject } from './delete-object.ts';
import type { Deleting } from './delete-object.ts';
import { targetOfKey } from './target-of-key.ts';

/** The number of concurrent deletes. */
const workers = 16;

/** Rejects as the store fails. An object deleted by others meanwhile is no failure. */
export async function deleteCollection(deleting: Deleting, options: ListOptions): Promise<Outcome<ListAnswer>> {
  const { store, place, parts } = deleting;
  const listed = await listObjects(store, place, options, parts.scheme.domain);
  if (!listed.ok) return listed;
  const places = listed.value.objects.map(({ key }) => targetOfKey(place, key));
  const results = places.values();
  const failures: Outcome<never>[] = [];
  const work = async (): Promise<void> => {
    for (const each of results) {
      if (failures.length > 0) return;
      // There may be many: each is as a request of its own.
      const deleted = await deleteObject({ ...deleting, parts: withDeadline(parts, place.resource), place: each });
      if (!deleted.ok && deleted.status.reason !== 'NotFound') failures.push(deleted);
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, places.length) }, work));
  return failures[0] ?? done({ ...listed.value, ownBytes: bytesOf(listed.value) });
}

/** Nobody else holds what was deleted. */
function bytesOf({ objects }: ListAnswer): number {
  return objects.reduce((bytes, { value }) => bytes + value.length, 0);
}
