/** Objects as JSON values, with their fields in declared order whatever a conversion did. */
import { encodeJson, parseJson } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

import type { Converted } from './converted.ts';

export function toJson(converted: Converted): JsonValue {
  if ('untouched' in converted) return converted.untouched;
  const parsed = parseJson(encodeJson(converted.message, converted.object));
  if (!parsed.ok) throw new Error(`the encoder wrote what the parser does not read: ${parsed.message}`);
  return parsed.value;
}
