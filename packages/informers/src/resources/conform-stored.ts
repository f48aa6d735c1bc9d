/**
 * Brings stored custom objects into the form in which their resource is served now: fields that the schema no longer has
 * are dropped, and defaults that it has since are filled in. That schema is the one of the version in which the object
 * was stored. As in kube-apiserver, fields of the metadata that are malformed are dropped, and an object without a
 * generation is in its first. What cannot be decoded even so is unreadable. Objects of kinds that another server
 * converts stay in the version in which they were stored, too: their readers ask for it.
 */
import type { ConformStored } from '@keelson/cache';
import { parseGroupVersion } from '@keelson/meta';
import {
  applyDefaults,
  decodeJson,
  encodeJson,
  groupVersion,
  messageWithin,
  parseJson,
  type DecodeResult,
  type JsonValue,
  type Message,
  type Resource,
  type TypeMeta,
} from '@keelson/schema';

export function createConform(stored: Resource): ConformStored {
  return (value) => {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    const parsed = parseJson(bytes.toString('utf8'), { maxDepth: Infinity });
    if (!parsed.ok) return value;
    const own = formOf(parsed.value, stored);
    if (own === undefined && stored.convertRemotely !== undefined) return value;
    // Versions without forms of their own have the same schema.
    const form = own ?? stored.message;
    const decoded = decodeStoredCustom(form, parsed.value);
    if (!decoded.ok) return { fault: `it cannot be decoded: ${decoded.message}` };
    applyDefaults(form, decoded.object);
    const object = stored.convertRemotely === undefined ? named(decoded.object, stored) : decoded.object;
    const conformed = Buffer.from(encodeJson(form, object), 'utf8');
    return conformed.equals(bytes) ? value : conformed;
  };
}

/** Objects from before generations were counted are in their first one. */
function withGeneration(value: JsonValue): JsonValue {
  const { metadata } = value as { readonly metadata?: { readonly generation?: JsonValue } };
  if (typeof metadata !== 'object' || (metadata.generation ?? 0) !== 0) return value;
  return { ...(value as object), metadata: { ...metadata, generation: 1 } };
}

/** Drops what is malformed in the metadata. `form` is of custom objects. */
export function decodeStoredCustom(form: Message, value: JsonValue): DecodeResult<TypeMeta> {
  const decoded = decodeJson(form, withGeneration(value));
  return decoded.ok ? decoded : decodeJson(form, withGeneration(withoutMalformed(form, value)));
}

/** The same object without those fields of its metadata that cannot be decoded by themselves. */
function withoutMalformed(form: Message, value: JsonValue): JsonValue {
  const { metadata } = value as { readonly metadata?: JsonValue };
  const field = form.fields['metadata'];
  const message = field && messageWithin(field.shape);
  if (message === undefined || typeof metadata !== 'object' || metadata === null) return value;
  const fields = Object.entries(metadata as Readonly<Record<string, JsonValue>>);
  const sound = fields.filter(([name, given]) => decodeJson(message, { [name]: given }).ok);
  return { ...(value as object), metadata: Object.fromEntries(sound) };
}

function formOf(value: JsonValue, { group, formsByVersion }: Resource): Message | undefined {
  if (formsByVersion === undefined) return undefined;
  const { apiVersion } = value as { readonly apiVersion?: unknown };
  const parsed = typeof apiVersion === 'string' ? parseGroupVersion(apiVersion) : undefined;
  if (parsed?.ok !== true || parsed.groupVersion.group !== group) return undefined;
  return formsByVersion.get(parsed.groupVersion.version);
}

/** An object of another kind keeps its name. */
function named(object: TypeMeta, stored: Resource): TypeMeta {
  if (object.kind === stored.kind) object.apiVersion = groupVersion(stored);
  return object;
}
