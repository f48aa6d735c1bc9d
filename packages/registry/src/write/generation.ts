/** Counts changes of the desired state: anything but the metadata and the status. */
import type { ApiObject } from '../objects/api-object.ts';
import { isSemanticallyEqual } from '../objects/is-equal.ts';

const observed = new Set(['kind', 'apiVersion', 'metadata', 'status']);

/** Hooks may have counted for themselves; then this does not. */
export function countGeneration(object: ApiObject, old: ApiObject): void {
  const before = old.metadata.generation;
  if (object.metadata.generation !== before || !hasChanged(object, old)) return;
  object.metadata.generation = Number(before ?? 0) + 1;
}

function hasChanged(object: ApiObject, old: ApiObject): boolean {
  const fields = new Set([...Object.keys(object), ...Object.keys(old)]);
  for (const field of fields) if (!observed.has(field) && !isSemanticallyEqual(object[field], old[field])) return true;
  return false;
}
