/** A stored object in protobuf, in the envelope that names its kind, to the JSON of its stored version and back. */
import {
  decodeJson,
  decodeProtobuf,
  encodeProtobuf,
  groupVersion,
  isEnvelope,
  openEnvelope,
  parseJson,
  sealEnvelope,
  seeThroughEnvelope,
  transcodeProtobuf,
  type Resource,
} from '@keelson/schema';
import type { StoredValue } from '@keelson/storage';

import { encodeCompleted, type CompletionParts } from './encode-completed.ts';
import { findNamedKind, type NamedKind } from './named-kind.ts';

export const isStoredProtobuf = isEnvelope;

export interface DecodeParts extends CompletionParts {
  /** Memory for the JSON, where many are decoded. */
  readonly allocate?: ((bytes: number) => Buffer) | undefined;
}

/**
 * Never throws: a value that cannot be decoded is unreadable. Text that is not UTF-8, as output that was cut off, is in it
 * nevertheless, with U+FFFD: kube-apiserver takes such text. `stored` is what the folder of its key holds.
 */
export function decodeStoredProtobuf(parts: DecodeParts, stored: Resource, value: Uint8Array): StoredValue {
  const seen = seeThroughEnvelope(value);
  const known = seen && knownKindsIn(stored).get(seen.kindBytes);
  if (seen !== undefined && known !== undefined) return decodeOfKind(parts, stored, known, seen.raw);
  const opened = openEnvelope(value);
  if (!opened.ok) return { fault: `it cannot be decoded: ${opened.message}` };
  const { typeMeta, raw, contentEncoding } = opened.envelope;
  if (contentEncoding !== '') return { fault: 'its protobuf envelope has a content encoding, which is not read' };
  const named = findNamedKind(parts.scheme, stored, typeMeta);
  if (typeof named === 'string') return { fault: named };
  const kinds = knownKindsIn(stored);
  if (seen !== undefined && kinds.size < mostKnownKinds) kinds.set(seen.kindBytes, named);
  return decodeOfKind(parts, stored, named, raw);
}

/** By the bytes that name them. Kinds that are stored in protobuf are built in: they stay. */
const knownKinds = new WeakMap<Resource, Map<string, NamedKind>>();
/** Many times as many as a kind has versions; a name may be written in several ways. */
const mostKnownKinds = 100;

function knownKindsIn(stored: Resource): Map<string, NamedKind> {
  const known = knownKinds.get(stored);
  if (known !== undefined) return known;
  const made = new Map<string, NamedKind>();
  knownKinds.set(stored, made);
  return made;
}

function decodeOfKind(
  parts: DecodeParts,
  stored: Resource,
  { typeMeta, resource }: NamedKind,
  raw: Uint8Array,
): StoredValue {
  const isTranscoded = stored === resource && stored.completeStored === undefined;
  const transcoded = isTranscoded ? transcodeProtobuf(resource.message, typeMeta, raw, parts.allocate) : undefined;
  if (transcoded !== undefined) return transcoded;
  const decoded = decodeProtobuf(resource.message, raw, { typeMeta, replacesInvalidText: true });
  if (!decoded.ok) return { fault: `it cannot be decoded: ${decoded.message}` };
  return Buffer.from(encodeCompleted(parts, { resource, stored }, decoded.object), 'utf8');
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
