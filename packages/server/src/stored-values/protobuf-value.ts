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
  seeThroughEnvelope,
  transcodeProtobuf,
  type Envelope,
  type Resource,
  type Scheme,
  type TypeMeta,
} from '@keelson/schema';
import type { StoredValue } from '@keelson/storage';

export const isStoredProtobuf = isEnvelope;

export interface DecodeParts {
  readonly scheme: Scheme;
  /** Memory for the JSON, where many are decoded. */
  readonly allocate?: ((bytes: number) => Buffer) | undefined;
}

/** Never throws: a value that cannot be decoded is unreadable. */
export function decodeStoredProtobuf(parts: DecodeParts, value: Uint8Array): StoredValue {
  const { scheme } = parts;
  const seen = seeThroughEnvelope(value);
  const known = seen && knownKindsOf(scheme).get(seen.kindBytes);
  if (seen !== undefined && known !== undefined) return decodeOfKind(parts, known, seen.raw);
  const opened = openEnvelope(value);
  if (!opened.ok) return { fault: `it cannot be decoded: ${opened.message}` };
  return decodeEnvelope(parts, opened.envelope, seen?.kindBytes);
}

interface NamedKind {
  readonly typeMeta: Required<TypeMeta>;
  readonly resource: Resource;
  /** Of the version that is stored. */
  readonly stored: Resource;
}

type KnownKinds = Map<string, NamedKind>;

/** Kinds that are stored in protobuf are built in: they stay. */
const knownKinds = new WeakMap<Scheme, KnownKinds>();
/** Several times as many as there are; a name may be written in several ways. */
const mostKnownKinds = 2_000;

function knownKindsOf(scheme: Scheme): KnownKinds {
  const known = knownKinds.get(scheme) ?? new Map<string, NamedKind>();
  if (known.size === 0) knownKinds.set(scheme, known);
  return known;
}

function decodeEnvelope(parts: DecodeParts, envelope: Envelope, kindBytes: string | undefined): StoredValue {
  const { scheme } = parts;
  const { typeMeta, raw, contentEncoding } = envelope;
  if (contentEncoding !== '') return { fault: 'its protobuf envelope has a content encoding, which is not read' };
  const parsed = parseGroupVersion(typeMeta.apiVersion);
  const resource = parsed.ok ? scheme.resourceOfKind({ ...parsed.groupVersion, kind: typeMeta.kind }) : undefined;
  if (resource?.storage.kind !== 'stored') {
    const [kind, version] = [JSON.stringify(typeMeta.kind), JSON.stringify(typeMeta.apiVersion)];
    return { fault: `no kind ${kind} is registered for version ${version}` };
  }
  const named = { typeMeta, resource, stored: scheme.storageOf(resource) };
  const known = knownKindsOf(scheme);
  if (kindBytes !== undefined && resource.custom === undefined && known.size < mostKnownKinds) {
    known.set(kindBytes, named);
  }
  return decodeOfKind(parts, named, raw);
}

function decodeOfKind(
  { scheme, allocate }: DecodeParts,
  { typeMeta, resource, stored }: NamedKind,
  raw: Uint8Array,
): StoredValue {
  const transcoded = stored === resource ? transcodeProtobuf(resource.message, typeMeta, raw, allocate) : undefined;
  if (transcoded !== undefined) return transcoded;
  const decoded = decodeProtobuf(resource.message, raw, { typeMeta });
  if (!decoded.ok) return { fault: `it cannot be decoded: ${decoded.message}` };
  applyDefaults(resource.message, decoded.object);
  const object: TypeMeta = convertObject(scheme, decoded.object, resource, stored);
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
