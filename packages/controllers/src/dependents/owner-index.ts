/** Indexes of objects by their controlling owner. */
import type { CachedObject, ObjectHead, ObjectOwner } from '@keelson/informers';
import { groupVersion, type Resource } from '@keelson/schema';

export function controllerOf({ ownerReferences }: ObjectHead): ObjectOwner | undefined {
  return ownerReferences.find(({ controller }) => controller);
}

/** The index key of the objects of a namespace without a controlling owner. */
export function orphansOf(namespace: string): string {
  return `orphans of ${namespace}`;
}

/** By the uid of the controlling owner, and by `orphansOf` for objects without one. */
export function indexByController({ head, namespace }: CachedObject<unknown>): readonly string[] {
  return [controllerOf(head)?.uid ?? orphansOf(namespace)];
}

export function ownerReferenceTo(owners: Resource, { name, head }: CachedObject<unknown>) {
  const { kind } = owners;
  const { uid } = head;
  return { apiVersion: groupVersion(owners), kind, name, uid, controller: true, blockOwnerDeletion: true };
}
