/** Deletes all objects of a kind, or those in a namespace, through admission and finalizers as any delete. */
import type { Caller, Outcome } from '../contract.ts';
import type { DeletePlan } from '../options/delete-plan.ts';
import { done } from '../outcome.ts';
import type { Store } from '../resources/stores.ts';
import type { WriteParts } from '../write/writing.ts';
import { deleteCollection } from './delete-collection.ts';
import { deleteUnreadable } from './delete-unreadable.ts';
import { plainDelete } from './plain-delete.ts';

export interface StoreContent {
  readonly store: Store;
  /** Absent for all objects of the kind. */
  readonly namespace?: string;
  readonly caller: Caller;
  /** Absent for that of each object. */
  readonly propagationPolicy?: DeletePlan['propagationPolicy'];
}

/** Rejects as the store fails. Objects that finalizers hold are marked, and stay. */
export async function emptyStore(
  parts: WriteParts,
  { store, namespace, caller, propagationPolicy }: StoreContent,
): Promise<Outcome<void>> {
  const place = { resource: store.stored, ...(namespace !== undefined && { namespace }) };
  const deleting = { parts, store, place, plan: { ...plainDelete, propagationPolicy }, caller };
  // First, since a list fails while there is any.
  const cleared = await deleteUnreadable(deleting);
  if (!cleared.ok) return cleared;
  const deleted = await deleteCollection(deleting, {});
  return deleted.ok ? done(undefined) : deleted;
}
