/** Objects as JSON values, with their fields in declared order whatever a conversion did. */
import { encodeJson, parseJson } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

import type { Converted } from './converted.ts';

export function toJson({ object, message }: Converted): JsonValue {
  const parsed = parseJson(encodeJson(message, object));
  if (!parsed.ok) throw new Error(`the encoder wrote what the parser does not read: ${parsed.message}`);
  return parsed.value;
}
