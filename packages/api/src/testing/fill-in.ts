/** An object of a message with its defaults, for tests of defaults; nothing is prepared or checked. */
import { applyDefaults, decodeJson, type JsonValue, type Message, type TypeOf } from '@keelson/schema';

export function fillIn<M extends Message>(message: M, json: JsonValue): TypeOf<M> {
  const decoded = decodeJson(message, json);
  if (!decoded.ok) throw new Error(decoded.message);
  applyDefaults(message, decoded.object);
  return decoded.object;
}
