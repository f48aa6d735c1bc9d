/** Turns a write that changes only the times in `managedFields` into a no-op. */
import { isEqualBut, isList, isObject } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { managedFieldsOf, metadataOf } from './managed-fields-entry.ts';
import type { ManagedFieldsEntry } from './managed-fields-entry.ts';

/** Returns `live` itself if `next` differs only in those times and the order that follows from them, else `next`. */
export function keepTimes(live: JsonObject, next: JsonObject): JsonObject {
  if (live === next) return live;
  if (!areSameEntries(managedFieldsOf(live), managedFieldsOf(next))) return next;
  const isSame = isEqualBut('metadata', live, next) && isEqualBut('managedFields', metadataOf(live), metadataOf(next));
  return isSame ? live : next;
}

/** Compares entries in order first, as most writes keep it; only then by manager. */
function areSameEntries(live: unknown, next: unknown): boolean {
  const [before, after] = [entriesOf(live), entriesOf(next)];
  if (before.length === after.length && before.every((entry, index) => isSameEntry(entry, after[index]))) return true;
  const byManager = new Map(before.map((entry) => [identityOf(entry), entry]));
  const managers = new Map(after.map((entry) => [identityOf(entry), entry]));
  if (byManager.size !== managers.size) return false;
  for (const [id, entry] of managers) if (!isSameEntry(byManager.get(id), entry)) return false;
  return true;
}

function entriesOf(entries: unknown): readonly JsonObject[] {
  return isList(entries) ? entries.filter(isObject) : [];
}

function identityOf(entry: ManagedFieldsEntry): string {
  const { manager, operation, apiVersion, subresource } = entry;
  return JSON.stringify([manager, operation, apiVersion, subresource]);
}

function isSameEntry(before: JsonObject | undefined, after: JsonObject | undefined): boolean {
  if (before === after) return true;
  return before !== undefined && after !== undefined && isEqualBut('time', before, after);
}
