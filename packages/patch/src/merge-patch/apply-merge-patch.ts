/** Applies a JSON merge patch (RFC 7386) to a document, which never changes: null removes, lists are replaced whole. */
import { nestsDeeper } from '@keelson/schema';

import { isList, isObject, setKey, valueOf } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { acceptPatch, refusePatch } from '../outcome.ts';
import type { PatchOutcome } from '../outcome.ts';

/** A list takes the document's place, as RFC 7386 has it; nothing else but an object is a patch to the API. */
export function applyMergePatch(document: unknown, patch: unknown): PatchOutcome<unknown> {
  const isPatch = isObject(patch) || isList(patch);
  if (!isPatch || nestsDeeper(patch)) return refusePatch('badRequest', 'Invalid JSON Patch');
  return acceptPatch(merge(document, patch));
}

function merge(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const base: JsonObject = isObject(target) ? target : {};
  const merged: Record<string, unknown> = { ...base };
  for (const key of Object.keys(patch)) {
    const value = patch[key];
    if (value === null) Reflect.deleteProperty(merged, key);
    else setKey(merged, key, merge(valueOf(base, key), value));
  }
  return merged;
}
