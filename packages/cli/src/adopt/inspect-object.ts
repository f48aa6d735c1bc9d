/** A stored value, judged: an object that this server reads or not, and the parts of it that are not understood. */
import { findObjectFault } from '@keelson/cache';
import { parseGroupVersion } from '@keelson/meta';
import {
  decodeJson,
  decodeProtobuf,
  isEnvelope,
  openEnvelope,
  parseJson,
  type JsonValue,
  type Resource,
  type Scheme,
  type TypeMeta,
} from '@keelson/schema';

import type { KeyPlace } from './place-of-key.ts';
import type { StoredKind } from './stored-kinds.ts';

export interface InspectedObject {
  readonly apiVersion: string;
  readonly mediaType: 'JSON' | 'protobuf';
  /** The reason, where it cannot be read. */
  readonly fault?: string;
  /** Fields that are unknown, and lost when the object is written. */
  readonly unknownFields: readonly string[];
}

type ObjectPlace = Extract<KeyPlace, { readonly kind: 'object' }>;

/** `value` is decrypted. */
export function inspectObject(scheme: Scheme, place: ObjectPlace, value: Uint8Array): InspectedObject {
  return isEnvelope(value) ? inspectProtobuf(scheme, place, value) : inspectJson(scheme, place, value);
}

function inspectProtobuf(scheme: Scheme, place: ObjectPlace, value: Uint8Array): InspectedObject {
  const mediaType = 'protobuf';
  const opened = openEnvelope(value);
  if (!opened.ok) return { apiVersion: '', mediaType, fault: opened.message, unknownFields: [] };
  const { typeMeta, raw, contentEncoding } = opened.envelope;
  const { apiVersion } = typeMeta;
  const faulty = (fault: string): InspectedObject => ({ apiVersion, mediaType, fault, unknownFields: [] });
  if (contentEncoding !== '') return faulty('its envelope has a content encoding, which is not read');
  const found = declarationOf(scheme, place.of, typeMeta);
  if (typeof found === 'string') return faulty(found);
  if (found === undefined) return faulty('a custom object is not read in protobuf');
  const unknown = new Set<string>();
  const onUnknown = (field: string): void => void unknown.add(field);
  const decoded = decodeProtobuf(found.message, raw, { typeMeta, onUnknown });
  if (!decoded.ok) return faulty(decoded.message);
  const fault = findNameFault(place, decoded.object);
  if (fault !== undefined) return faulty(fault);
  return { apiVersion, mediaType, unknownFields: [...unknown] };
}

function inspectJson(scheme: Scheme, place: ObjectPlace, value: Uint8Array): InspectedObject {
  const mediaType = 'JSON';
  const parsed = parseJson(Buffer.from(value).toString('utf8'), { maxDepth: Infinity });
  if (!parsed.ok) return { apiVersion: '', mediaType, fault: `it is not JSON: ${parsed.message}`, unknownFields: [] };
  const typeMeta = typeMetaOf(parsed.value);
  const { apiVersion } = typeMeta;
  const faulty = (fault: string): InspectedObject => ({ apiVersion, mediaType, fault, unknownFields: [] });
  const found = declarationOf(scheme, place.of, typeMeta);
  if (typeof found === 'string') return faulty(found);
  const unknownFields: string[] = [];
  if (found !== undefined) {
    const decoded = decodeJson(found.message, parsed.value, { onUnknown: (path) => unknownFields.push(path) });
    if (!decoded.ok) return faulty(decoded.message);
  }
  // The rule by which a server takes it in.
  const fault = findObjectFault(value, place);
  return fault === undefined ? { apiVersion, mediaType, unknownFields } : faulty(fault);
}

function typeMetaOf(value: JsonValue): Required<TypeMeta> {
  const { apiVersion, kind } = (value ?? {}) as { readonly apiVersion?: unknown; readonly kind?: unknown };
  return { apiVersion: typeof apiVersion === 'string' ? apiVersion : '', kind: typeof kind === 'string' ? kind : '' };
}

/** The declaration of its version, `undefined` for a custom object, or why there is none, as a clause. */
function declarationOf(
  scheme: Scheme,
  { form }: StoredKind,
  typeMeta: Required<TypeMeta>,
): Resource | string | undefined {
  const { apiVersion, kind } = typeMeta;
  const parsed = parseGroupVersion(apiVersion);
  const unknown = `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`;
  if (!parsed.ok) return unknown;
  const { group, version } = parsed.groupVersion;
  if (form.kind === 'custom') {
    const isDefined = group === form.group && kind === form.objectKind && form.versions.includes(version);
    return isDefined ? undefined : unknown;
  }
  const found = scheme.resourceOfKind({ group, version, kind });
  if (found === undefined) return unknown;
  const isOfFolder = found.storage.kind === 'stored' && scheme.storageOf(found) === form.stored;
  return isOfFolder ? found : `it is a ${kind} of ${apiVersion}, which does not belong into the folder of its key`;
}

interface Named {
  readonly metadata?: { readonly name?: unknown; readonly namespace?: unknown } | null;
}

function findNameFault({ namespace, name }: ObjectPlace, object: unknown): string | undefined {
  const { metadata } = (object ?? {}) as Named;
  if (metadata?.name === name && (metadata.namespace ?? '') === namespace) return undefined;
  return 'its metadata does not have the name and the namespace of its key';
}
