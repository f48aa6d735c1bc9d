/** The answer about an object that exists and cannot be read: 500, with its key and the reason, as kube-apiserver words it. */
import type { GetOutcome, ObjectVersion, UnreadableObject } from '@keelson/cache';
import { unreadableError, wordUnreadable } from '@keelson/informers';
import { internalError, type Status } from '@keelson/meta';

export function statusOfUnreadable(unreadable: UnreadableObject): Status {
  return internalError(wordUnreadable(unreadable));
}

/** Returns the object, or `undefined` if there is none. Throws if it cannot be read: it must not count as absent. */
export function foundOrThrow(got: GetOutcome): ObjectVersion | undefined {
  if (got.ok) return got.object;
  if (got.reason === 'unreadable') throw unreadableError(got);
  return undefined;
}
