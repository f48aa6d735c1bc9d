/** Copies objects in canonical form. */
import { decodeJson, type Message, type TypeMeta } from '@keelson/schema';

import { toJson } from './to-json.ts';

/** Through text, which is safe at any depth and keeps every number. */
export function copyOf(message: Message, object: TypeMeta): TypeMeta {
  const decoded = decodeJson(message, toJson({ object, message }));
  if (!decoded.ok) throw new Error(`the encoder wrote what the decoder does not read: ${decoded.message}`);
  return decoded.object;
}
