/** A write that changes nothing but the times in `managedFields` changes nothing: the times stay, and so does the object. */
import { isEqual, isList, isObject, without } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { managedFieldsOf, withoutOwners } from './managed-fields-entry.ts';
import type { ManagedFieldsEntry } from './managed-fields-entry.ts';

/** `live` itself when `next` differs in no more than those times, and in the order that follows from them; else `next`. */
export function keepTimes(live: JsonObject, next: JsonObject): JsonObject {
  if (live === next) return live;
  const [before, after] = [entriesOf(live), entriesOf(next)];
  if (before.size !== after.size) return next;
  for (const [id, entry] of after) if (!isSameEntry(before.get(id), entry)) return next;
  return isEqual(withoutOwners(live), withoutOwners(next)) ? live : next;
}

function entriesOf(object: JsonObject): ReadonlyMap<string, JsonObject> {
  const entries = managedFieldsOf(object);
  const objects = isList(entries) ? entries.filter(isObject) : [];
  return new Map(objects.map((entry) => [identityOf(entry), entry]));
}

function identityOf(entry: ManagedFieldsEntry): string {
  const { manager, operation, apiVersion, subresource } = entry;
  return JSON.stringify([manager, operation, apiVersion, subresource]);
}

function isSameEntry(before: JsonObject | undefined, after: JsonObject): boolean {
  if (before === after) return true;
  return before !== undefined && isEqual(without(before, 'time'), without(after, 'time'));
}
