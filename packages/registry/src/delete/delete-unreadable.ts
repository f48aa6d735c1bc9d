/** Deletes the objects that cannot be read, of a namespace or of all, one by one. They have no labels and fields to be selected by. */
import type { Outcome } from '../contract.ts';
import { done, refused } from '../outcome.ts';
import { statusOfReadFailure } from '../read/read-failure.ts';
import { deleteObject } from './delete-object.ts';
import type { Deleting } from './delete-object.ts';
import { targetOfKey } from './target-of-key.ts';

/** Rejects as the store fails. An object deleted by others meanwhile is no failure. */
export async function deleteUnreadable(deleting: Deleting): Promise<Outcome<void>> {
  const { store, place } = deleting;
  const listed = await store.cache.list({ namespace: place.namespace, collectsUnreadable: true });
  if (!listed.ok) return refused(statusOfReadFailure(listed));
  for (const { key } of listed.unreadable) {
    const deleted = await deleteObject({ ...deleting, place: targetOfKey(place, key), takesUnreadable: true });
    if (!deleted.ok && deleted.status.reason !== 'NotFound') return deleted;
  }
  return done(undefined);
}
