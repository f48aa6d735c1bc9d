/** A write that changes nothing but the times in `managedFields` changes nothing: the times stay, and so does the object. */
import { isEqual, isList, isObject, without } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { managedFieldsOf, withoutOwners } from './managed-fields-entry.ts';

/** `live` itself when `next` differs in no more than those times, else `next`. */
export function keepTimes(live: JsonObject, next: JsonObject): JsonObject {
  const [before, after] = [managedFieldsOf(live), managedFieldsOf(next)];
  if (!isList(before) || !isList(after) || before.length !== after.length || after.length === 0) return next;
  const areSame = after.every((entry, index) => isSameEntry(before[index], entry));
  return areSame && isEqual(withoutOwners(live), withoutOwners(next)) ? live : next;
}

function isSameEntry(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (!isObject(before) || !isObject(after)) return false;
  return isEqual(without(before, 'time'), without(after, 'time'));
}
