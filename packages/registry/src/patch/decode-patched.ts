/** Decodes the result of a patch into an object of the version of the request, with its defaults. */
import { groupVersion } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

import type { Outcome } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { decodeObject } from '../objects/decode-object.ts';
import { bodyFormOf } from '../objects/form.ts';
import { wrongKind, type Faults } from '../objects/read-body.ts';
import { done, refused } from '../outcome.ts';
import type { Writing } from '../write/writing.ts';
import { badResult } from './patch-refusal.ts';

export function decodePatched(writing: Writing, result: JsonValue, faults: Faults): Outcome<ApiObject> {
  const { parts, place, plan, warnings } = writing;
  // A patch that makes its object one of another version is refused where another server would have to convert it.
  const convertsVersions = place.resource.convertRemotely === undefined;
  const decoded = decodeObject(
    { ok: true, kind: 'json', value: result },
    { scheme: parts.scheme, form: bodyFormOf(place), onUnknown: faults.onUnknown, convertsVersions },
  );
  if (!decoded.ok) {
    if ('otherKind' in decoded) return refused(wrongKind(bodyFormOf(place), decoded.otherKind, decoded.name));
    const message = 'message' in decoded ? decoded.message : `${groupVersion(decoded.otherVersion)} is another version`;
    return refused(badResult(result, message));
  }
  const found = faults.all();
  if (plan.fieldValidation === 'Strict' && found.length > 0) {
    return refused(badResult(result, `strict decoding error: ${found.join(', ')}`));
  }
  for (const fault of found) warnings.add(fault);
  return done(decoded.object);
}
