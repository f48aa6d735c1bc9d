/** Objects as they are written down: JSON of the version that was asked for, without who owns their fields. */
import type { Encoding, ObjectVersion } from '@keelson/cache';
import { stringifyJson } from '@keelson/schema';

import { encodingKey } from './encoding-key.ts';
import { plainValue, type ObjectContext } from './object-encoding.ts';
import { offloaded } from './recipe.ts';
import { withoutManagedFields } from './without-managed-fields.ts';

export function auditedEncoding(context: ObjectContext): Encoding {
  const encode = (object: ObjectVersion): Uint8Array =>
    Buffer.from(stringifyJson(withoutManagedFields(plainValue(context, object))));
  return offloaded(context, 'audited', { key: encodingKey(context, 'audited'), encode });
}
