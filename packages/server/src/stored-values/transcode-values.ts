/**
 * The media type of stored values: a store in front of a store that reads values in either form as the JSON that the
 * watch cache keeps, in the stored version of their kind and with its defaults, and that writes the values of built-in
 * kinds in protobuf where it is told to. Both are the forms of kube-apiserver, and each server reads what the other
 * writes.
 *
 * A value that is cut off, of a kind that is not known or not the one of its folder, or with a field of another type,
 * is `Unreadable`: it concerns its own key. Custom objects, and kinds that kube-apiserver stores as JSON alone, are
 * JSON whatever the media type.
 */
import type { Resource, Scheme } from '@keelson/schema';
import { isUnreadable, type Storage, type StoredValue } from '@keelson/storage';

import type { CompletionParts } from './encode-completed.ts';
import { mapValues, type ReadForm, type ValueForm } from './map-values.ts';
import { decodeStoredJson } from './json-value.ts';
import { markOwnJson, openOwnJson } from './own-json.ts';
import { decodeStoredProtobuf, encodeStoredProtobuf, isStoredProtobuf, type DecodeParts } from './protobuf-value.ts';
import { WrittenForms } from './written-forms.ts';

export const storageMediaTypes = ['application/json', 'application/vnd.kubernetes.protobuf'] as const;

export type StorageMediaType = (typeof storageMediaTypes)[number];

/**
 * Promises what the inner store does. A value that is stored in the other form is stale. `addressFamily` is the first
 * one of the cluster.
 */
export function transcodeValues(
  storage: Storage,
  scheme: Scheme,
  mediaType: StorageMediaType = 'application/json',
  addressFamily?: string,
): Storage {
  const resourceOf = findBuiltIn(scheme, storage.prefix);
  const parts = { scheme, addressFamily };
  const form = mediaType === 'application/json' ? jsonForm(parts, resourceOf) : protobufForm(parts, resourceOf);
  return mapValues(storage, form);
}

/** The JSON of a value of a built-in kind, whoever stored it; of what is no JSON, the bytes as they are. Never throws. */
export function decodeStoredValue(scheme: Scheme, stored: Resource, value: Uint8Array): StoredValue {
  return isStoredProtobuf(value)
    ? decodeStoredProtobuf({ scheme }, stored, value)
    : (openOwnJson(stored, value) ?? decodeStoredJson({ scheme }, stored, value).value);
}

/** Returns the declaration of the stored version. */
type ResourceOfKey = (key: string) => Resource | undefined;

/** JSON has the same metadata whoever stored it. */
function peekWith(parts: CompletionParts, resourceOf: ResourceOfKey): ValueForm['peek'] {
  return (key, value) => {
    if (!isStoredProtobuf(value)) return undefined;
    const stored = resourceOf(key);
    return stored && readProtobuf(parts, stored, value, false);
  };
}

function jsonForm(parts: CompletionParts, resourceOf: ResourceOfKey): ValueForm {
  const peek = peekWith(parts, resourceOf);
  return {
    read: (key, value, allocate) => {
      const stored = resourceOf(key);
      if (stored === undefined) return undefined;
      return isStoredProtobuf(value)
        ? readProtobuf({ ...parts, allocate }, stored, value, true)
        : readJson(parts, stored, value, false);
    },
    peek,
    write: (key, value) => {
      const stored = resourceOf(key);
      return stored === undefined ? value : markOwnJson(stored, value);
    },
  };
}

function protobufForm(parts: CompletionParts, resourceOf: ResourceOfKey): ValueForm {
  const written = new WrittenForms();
  const peek = peekWith(parts, resourceOf);
  return {
    read: (key, value, allocate) => {
      const stored = resourceOf(key);
      if (stored === undefined) return undefined;
      if (!isStoredProtobuf(value)) return readJson(parts, stored, value, isProtobuf(stored));
      const own = written.take(key, value);
      return own === undefined
        ? readProtobuf({ ...parts, allocate }, stored, value, !isProtobuf(stored))
        : { value: own, isStale: false };
    },
    peek,
    write: (key, value) => {
      const resource = resourceOf(key);
      if (resource === undefined) return value;
      if (!isProtobuf(resource)) return markOwnJson(resource, value);
      const stored = encodeStoredProtobuf(resource, value);
      written.add(key, { stored, value });
      return stored;
    },
  };
}

function readProtobuf(parts: DecodeParts, stored: Resource, bytes: Uint8Array, isStale: boolean): ReadForm {
  const value = decodeStoredProtobuf(parts, stored, bytes);
  return { value, isStale: isStale && !isUnreadable(value) };
}

function readJson(parts: CompletionParts, stored: Resource, bytes: Uint8Array, isStale: boolean): ReadForm {
  const own = openOwnJson(stored, bytes);
  if (own !== undefined) return { value: own, isStale };
  const read = decodeStoredJson(parts, stored, bytes);
  return isStale && !isUnreadable(read.value) ? { value: read.value, isStale } : read;
}

function isProtobuf({ storage }: Resource): boolean {
  return storage.kind === 'stored' && storage.isAlwaysJson !== true;
}

/**
 * The declaration of the stored version of the built-in kind of a key. Keys of no kind, such as those of ranges, hold
 * what their readers decode.
 */
function findBuiltIn(scheme: Scheme, prefix: string): ResourceOfKey {
  const byFolder = new Map<string, Resource>();
  for (const resource of scheme.resources()) {
    const { storage, custom } = resource;
    if (storage.kind !== 'stored' || custom !== undefined) continue;
    byFolder.set(storage.prefix, scheme.storageOf(resource));
  }
  return (key) => {
    const end = key.indexOf('/', prefix.length);
    const found = byFolder.get(key.slice(prefix.length, end));
    if (found !== undefined || end === -1) return found;
    // `services/specs`, or a folder that begins with a group.
    return byFolder.get(key.slice(prefix.length, key.indexOf('/', end + 1)));
  };
}
