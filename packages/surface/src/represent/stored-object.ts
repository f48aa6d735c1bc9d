/** Decodes a stored object, in the requested version. Expensive: send the stored bytes where possible. */
import { metadataBytes, type ObjectVersion } from '@keelson/cache';
import type { Form } from '@keelson/registry';
import { convertObject, decodeJson, parseJson } from '@keelson/schema';
import type { JsonValue, Resource, Scheme, TypeMeta } from '@keelson/schema';

/** The bytes of an answer as plain JSON. They were written by this server, so failing to read them is a fault of ours. */
export function parseStored({ key, value }: Pick<ObjectVersion, 'key' | 'value'>): JsonValue {
  const parsed = parseJson(value.toString('utf8'), { maxDepth: Infinity });
  if (!parsed.ok) throw new Error(`what is stored under ${key} is not JSON: ${parsed.message}`);
  return parsed.value;
}

/** Without the rest, which is mostly the larger part. */
export function parseStoredMetadata(object: Pick<ObjectVersion, 'key' | 'value'>): JsonValue {
  const { key, value } = object;
  const bytes = metadataBytes(value);
  // Where its name is written with escapes, it is found by parsing all.
  return bytes === undefined
    ? (parseStored(object) as { readonly metadata: JsonValue }).metadata
    : parseStored({ key, value: bytes });
}

export function decodeStoredObject(object: ObjectVersion, { message }: Form): TypeMeta {
  const decoded = decodeJson(message, parseStored(object));
  if (!decoded.ok) throw new Error(`what is stored under ${object.key} is not a ${message.name}: ${decoded.message}`);
  return decoded.object;
}

/** Objects that are not stored have one version and need no conversion. */
export function decodeAs(scheme: Scheme, object: ObjectVersion, form: Form, wanted: Resource): TypeMeta {
  const decoded = decodeStoredObject(object, form);
  return form.resource === undefined ? decoded : convertObject(scheme, decoded, form.resource, wanted);
}

export function isSameVersion(form: Form, wanted: Resource): boolean {
  if (form.resource === undefined || form.resource === wanted) return true;
  // A hub is more than any version of it shows.
  return form.group === wanted.group && form.version === wanted.version && wanted.hub === undefined;
}
