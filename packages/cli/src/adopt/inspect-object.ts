/** A stored value, judged as a server judges it: an object that it reads or not, and the parts of it that are lost. */
import { metadata } from '@keelson/api';
import { createFindVersionFault, findObjectFault } from '@keelson/cache';
import { decodeStoredCustom } from '@keelson/informers';
import { parseGroupVersion } from '@keelson/meta';
import {
  anyStructure,
  decodeJson,
  decodeProtobuf,
  isEnvelope,
  kind,
  openEnvelope,
  parseJson,
  typeMetaOf,
  type Envelope,
  type JsonValue,
  type Resource,
  type Scheme,
  type TypeMeta,
} from '@keelson/schema';
import { decodeStoredValue } from '@keelson/server';
import { isUnreadable } from '@keelson/storage';

import type { KeyPlace } from './place-of-key.ts';

export interface InspectedObject {
  readonly apiVersion: string;
  readonly mediaType: 'JSON' | 'protobuf';
  /** The reason, where it cannot be read. */
  readonly fault?: string | undefined;
  /** Fields that are unknown, and lost when the object is written. */
  readonly unknownFields: readonly string[];
}

type ObjectPlace = Extract<KeyPlace, { readonly kind: 'object' }>;

/** `value` is decrypted. */
export function inspectObject(scheme: Scheme, place: ObjectPlace, value: Uint8Array): InspectedObject {
  const contents = readContents(value);
  const mediaType = contents?.kind ?? 'JSON';
  const typeMeta = typeMetaOf(contents?.kind === 'protobuf' ? contents.envelope?.typeMeta : contents?.value);
  const { apiVersion } = typeMeta;
  const fault = findFault(scheme, place, { value, contents });
  if (fault !== undefined) return { apiVersion, mediaType, fault, unknownFields: [] };
  const unknownFields = place.of.form.kind === 'builtIn' ? findUnknownFields(scheme, typeMeta, contents) : [];
  return { apiVersion, mediaType, unknownFields };
}

interface ReadValue {
  readonly value: Uint8Array;
  readonly contents: Contents;
}

function findFault(scheme: Scheme, place: ObjectPlace, { value, contents }: ReadValue): string | undefined {
  const { form } = place.of;
  if (form.kind === 'custom') {
    const findVersionFault = createFindVersionFault(form.versions.map((version) => `${form.group}/${version}`));
    return findObjectFault(value, place) ?? findVersionFault(value) ?? findCustomFault(contents);
  }
  const read = decodeStoredValue(scheme, form.stored, value);
  return isUnreadable(read) ? read.fault : findObjectFault(read, place);
}

/** By a schema that takes all: what one of a definition drops or refuses is served nevertheless. */
function findCustomFault(contents: Contents): string | undefined {
  // Whatever is no JSON has a fault already.
  if (contents?.kind !== 'JSON') return undefined;
  const decoded = decodeStoredCustom(anyObject, contents.value);
  return decoded.ok ? undefined : `it cannot be decoded: ${decoded.message}`;
}

const anyObject = kind('CustomObject', { metadata }, { structuralSchema: () => anyStructure });

type Contents =
  | { readonly kind: 'protobuf'; readonly envelope: Envelope | undefined }
  | { readonly kind: 'JSON'; readonly value: JsonValue }
  | undefined;

/** Undefined for what is neither. */
function readContents(value: Uint8Array): Contents {
  if (isEnvelope(value)) {
    const opened = openEnvelope(value);
    return { kind: 'protobuf', envelope: opened.ok ? opened.envelope : undefined };
  }
  const parsed = parseJson(Buffer.from(value).toString('utf8'), { maxDepth: Infinity });
  return parsed.ok ? { kind: 'JSON', value: parsed.value } : undefined;
}

/** Of an object that is read. */
function findUnknownFields(scheme: Scheme, typeMeta: Required<TypeMeta>, contents: Contents): readonly string[] {
  const unknown = new Set<string>();
  const onUnknown = (field: string): void => void unknown.add(field);
  const message = declarationOf(scheme, typeMeta)?.message;
  if (message === undefined || contents === undefined) return [];
  if (contents.kind === 'JSON') decodeJson(message, contents.value, { onUnknown });
  else if (contents.envelope !== undefined) decodeProtobuf(message, contents.envelope.raw, { typeMeta, onUnknown });
  return [...unknown];
}

function declarationOf(scheme: Scheme, { apiVersion, kind }: TypeMeta): Resource | undefined {
  const parsed = parseGroupVersion(apiVersion ?? '');
  return parsed.ok ? scheme.resourceOfKind({ ...parsed.groupVersion, kind: kind ?? '' }) : undefined;
}
