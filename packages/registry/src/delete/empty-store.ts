/** Deletes all objects of a kind, through admission and finalizers as any delete, for a kind that goes itself. */
import type { Caller, Outcome } from '../contract.ts';
import type { DeletePlan } from '../options/delete-plan.ts';
import { done } from '../outcome.ts';
import type { Store } from '../resources/stores.ts';
import type { WriteParts } from '../write/writing.ts';
import { deleteCollection } from './delete-collection.ts';
import { deleteUnreadable } from './delete-unreadable.ts';

const atOnce: DeletePlan = {
  isDryRun: false,
  gracePeriodSeconds: undefined,
  uid: undefined,
  resourceVersion: undefined,
  orphanDependents: undefined,
  propagationPolicy: undefined,
};

/** Rejects as the store fails. Objects that finalizers hold are marked, and stay. */
export async function emptyStore(parts: WriteParts, store: Store, caller: Caller): Promise<Outcome<void>> {
  const deleting = { parts, store, place: { resource: store.stored }, plan: atOnce, caller };
  // First, since a list fails while there is any.
  const cleared = await deleteUnreadable(deleting);
  if (!cleared.ok) return cleared;
  const deleted = await deleteCollection(deleting, {});
  return deleted.ok ? done(undefined) : deleted;
}
