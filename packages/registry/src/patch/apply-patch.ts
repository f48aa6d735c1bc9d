/** A patch carried out on an object of the version of the request. The object is not changed. */
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  findRestoreProblem,
  printGoValue,
} from '@keelson/patch';
import type { JsonObject } from '@keelson/patch';
import { mergeStructureOf } from '@keelson/schema';
import type { JsonValue, Message } from '@keelson/schema';

import type { Outcome, PatchKind } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { done, refused } from '../outcome.ts';
import { badPatch, statusOfRefusal } from './patch-refusal.ts';

/** Neither decoded nor checked yet, except for what a strategic merge patch says of it. */
export function applyPatch(
  kind: Exclude<PatchKind, 'apply'>,
  object: ApiObject,
  patch: JsonValue,
  message: Message,
): Outcome<JsonValue> {
  if (kind === 'strategic') return applyStrategic(object, patch, message);
  const patched = kind === 'json' ? applyJsonPatch(object, patch) : applyMergePatch(object, patch);
  return patched.ok ? done(patched.value as JsonValue) : refused(statusOfRefusal(patched));
}

function applyStrategic(object: JsonObject, patch: JsonValue, message: Message): Outcome<JsonValue> {
  const patched = applyStrategicMergePatch(object, patch, mergeStructureOf(message));
  if (!patched.ok) return refused(statusOfRefusal(patched));
  const problem = findRestoreProblem(message, patched.value);
  if (problem !== undefined) return refused(badPatch(printGoValue(patch), problem));
  // It stays the type that it is: its own words about that are not read.
  const { apiVersion, kind } = object;
  return done({ ...patched.value, apiVersion, kind });
}
