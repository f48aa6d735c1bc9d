/** A stored object in protobuf, in the envelope that names its kind, to the JSON of its stored version and back. */
import { parseGroupVersion } from '@keelson/meta';
import {
  applyDefaults,
  convertObject,
  decodeJson,
  decodeProtobuf,
  encodeJson,
  encodeProtobuf,
  groupVersion,
  isEnvelope,
  openEnvelope,
  parseJson,
  sealEnvelope,
  type Envelope,
  type Resource,
  type Scheme,
  type TypeMeta,
} from '@keelson/schema';
import type { StoredValue } from '@keelson/storage';

export const isStoredProtobuf = isEnvelope;

/** Never throws: a value that cannot be decoded is unreadable. */
export function decodeStoredProtobuf(scheme: Scheme, value: Uint8Array): StoredValue {
  const opened = openEnvelope(value);
  return opened.ok ? decodeEnvelope(scheme, opened.envelope) : { fault: `it cannot be decoded: ${opened.message}` };
}

function decodeEnvelope(scheme: Scheme, { typeMeta, raw, contentEncoding }: Envelope): StoredValue {
  if (contentEncoding !== '') return { fault: 'its protobuf envelope has a content encoding, which is not read' };
  const parsed = parseGroupVersion(typeMeta.apiVersion);
  const from = parsed.ok ? scheme.resourceOfKind({ ...parsed.groupVersion, kind: typeMeta.kind }) : undefined;
  if (from?.storage.kind !== 'stored') {
    const [kind, version] = [JSON.stringify(typeMeta.kind), JSON.stringify(typeMeta.apiVersion)];
    return { fault: `no kind ${kind} is registered for version ${version}` };
  }
  const decoded = decodeProtobuf(from.message, raw, { typeMeta });
  if (!decoded.ok) return { fault: `it cannot be decoded: ${decoded.message}` };
  applyDefaults(from.message, decoded.object);
  const stored = scheme.storageOf(from);
  const object: TypeMeta = convertObject(scheme, decoded.object, from, stored);
  return Buffer.from(encodeJson(stored.message, object), 'utf8');
}

/** Takes the JSON of an object of this stored version, as the registry writes it, and throws for anything else. */
export function encodeStoredProtobuf(stored: Resource, value: Uint8Array): Uint8Array {
  const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8');
  const parsed = parseJson(text, { maxDepth: Infinity });
  const decoded = parsed.ok ? decodeJson(stored.message, parsed.value) : parsed;
  if (!decoded.ok) throw new Error(`no ${stored.kind} is to be stored: ${decoded.message}`);
  const typeMeta = { apiVersion: groupVersion(stored), kind: stored.kind };
  return sealEnvelope(typeMeta, encodeProtobuf(stored.message, decoded.object));
}
