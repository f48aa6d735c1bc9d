/**
 * Brings stored objects into the form in which their resource is served now: those of another version of their kind are
 * converted; of custom resources, fields that the schema no longer has are dropped, and defaults that it has since are
 * filled in. That schema is the one of the version in which the object was stored, as far as it is still defined. What
 * is no object of the resource stays as it is, for its readers to refuse. Objects of kinds that another server converts
 * stay in the version in which they were stored, too: their readers ask for it.
 */
import type { ConformStored } from '@keelson/cache';
import { parseGroupVersion } from '@keelson/meta';
import {
  applyDefaults,
  convertObject,
  decodeJson,
  encodeJson,
  groupVersion,
  parseJson,
  type JsonValue,
  type KnownKind,
  type Message,
  type Resource,
  type Scheme,
  type TypeMeta,
} from '@keelson/schema';

export function createConform(scheme: Scheme, stored: Resource): ConformStored {
  const { kind, message } = stored;
  const apiVersion = groupVersion(stored);
  /** The beginning of objects that this server stored: nearly all that there are. */
  const usual = Buffer.from(`{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`);
  const isBuiltIn = message.structuralSchema === undefined;
  return (value) => {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    if (isBuiltIn && usual.equals(bytes.subarray(0, usual.length))) return value;
    const parsed = parseJson(bytes.toString('utf8'), { maxDepth: Infinity });
    if (!parsed.ok) return value;
    const other = otherVersion(scheme, parsed.value, stored);
    if (other === undefined && isBuiltIn) return value;
    const form = stored.convertRemotely === undefined ? message : formOf(parsed.value, stored);
    if (form === undefined) return value;
    const object = form === message ? decode(scheme, parsed.value, stored, other) : decodeInForm(form, parsed.value);
    if (object === undefined) return value;
    const conformed = Buffer.from(encodeJson(form, object), 'utf8');
    return conformed.equals(bytes) ? value : conformed;
  };
}

/** Undefined for an object of the stored version, and for one of a kind that is not known. */
function otherVersion(scheme: Scheme, value: JsonValue, stored: Resource): KnownKind | undefined {
  const { apiVersion, kind } = value as { readonly apiVersion?: unknown; readonly kind?: unknown };
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  const parsed = parseGroupVersion(apiVersion);
  if (!parsed.ok || apiVersion === groupVersion(stored)) return undefined;
  return scheme.kind({ ...parsed.groupVersion, kind });
}

function decodeInForm(form: Message, value: JsonValue): object | undefined {
  const decoded = decodeJson(form, value);
  if (!decoded.ok) return undefined;
  applyDefaults(form, decoded.object);
  return decoded.object;
}

function decode(scheme: Scheme, value: JsonValue, stored: Resource, other: KnownKind | undefined): object | undefined {
  const message = formOf(value, stored) ?? other?.message ?? stored.message;
  const decoded = decodeJson(message, value);
  if (!decoded.ok) return undefined;
  applyDefaults(message, decoded.object);
  // Of a version that is defined or was, and is not served: no declaration says more of it than its name.
  if (other === undefined) return named(decoded.object, stored);
  const from = scheme.resourceOfKind(other);
  if (from === undefined) return undefined;
  if (scheme.storageOf(from) !== stored) return undefined;
  return convertObject(scheme, decoded.object, from, stored);
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
