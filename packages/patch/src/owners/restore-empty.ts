/**
 * The canonical form has null for an empty list that is always written. A client that sends an empty list owns it, so
 * for the comparison it is put back.
 */
import { isList, isObject, setKey, valueOf } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';

/** `object` with the empty lists and maps of `sent`, which it was decoded from, where it has null. */
export function restoreEmpty(object: JsonObject, sent: JsonObject): JsonObject {
  let restored: Record<string, unknown> | undefined;
  for (const key in object) {
    const before = object[key];
    if (before !== null && typeof before !== 'object') continue;
    const after = restorePart(before, valueOf(sent, key));
    if (after !== before) setKey((restored ??= { ...object }), key, after);
  }
  return restored ?? object;
}

function restorePart(part: unknown, sent: unknown): unknown {
  if (part === null) return isEmpty(sent) ? sent : null;
  if (isObject(part)) return isObject(sent) ? restoreEmpty(part, sent) : part;
  return isList(part) && isList(sent) ? restoreItems(part, sent) : part;
}

function restoreItems(list: readonly unknown[], sent: readonly unknown[]): readonly unknown[] {
  let restored: unknown[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const after = restorePart(list[index], sent[index]);
    if (after !== list[index]) (restored ??= [...list])[index] = after;
  }
  return restored ?? list;
}

function isEmpty(value: unknown): boolean {
  if (isList(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}
