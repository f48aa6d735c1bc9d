/** A write that changes nothing but the times in `managedFields` changes nothing: the times stay, and so does the object. */
import { isEqual, isList, isObject, without } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { managedFieldsOf, withoutOwners } from './managed-fields-entry.ts';

/** `live` itself when `next` differs in no more than those times, else `next`. */
export function keepTimes(live: JsonObject, next: JsonObject): JsonObject {
  if (live === next) return live;
  const [before, after] = [entriesOf(live), entriesOf(next)];
  if (before.length !== after.length) return next;
  const areSame = after.every((entry, index) => isSameEntry(before[index], entry));
  return areSame && isEqual(withoutOwners(live), withoutOwners(next)) ? live : next;
}

function entriesOf(object: JsonObject): readonly unknown[] {
  const entries = managedFieldsOf(object);
  return isList(entries) ? entries : [];
}

function isSameEntry(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (!isObject(before) || !isObject(after)) return false;
  return isEqual(without(before, 'time'), without(after, 'time'));
}
