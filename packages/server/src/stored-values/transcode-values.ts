/**
 * The media type of stored values: a store in front of a store that reads values in protobuf as the JSON that the watch
 * cache keeps, in the stored version of their kind and with its defaults, and that writes the values of built-in kinds
 * in protobuf where it is told to. Both are the forms of kube-apiserver, and each server reads what the other writes.
 *
 * A value in protobuf that is cut off, or of a kind that is not known, is `Unreadable`: it concerns its own key.
 * Custom objects, and kinds that kube-apiserver stores as JSON alone, are JSON whatever the media type.
 */
import type { Resource, Scheme } from '@keelson/schema';
import type { Storage } from '@keelson/storage';

import { mapValues, type ReadForm, type ValueForm } from './map-values.ts';
import { decodeStoredProtobuf, encodeStoredProtobuf, isStoredProtobuf } from './protobuf-value.ts';
import { WrittenForms } from './written-forms.ts';

export const storageMediaTypes = ['application/json', 'application/vnd.kubernetes.protobuf'] as const;

export type StorageMediaType = (typeof storageMediaTypes)[number];

/** Promises what the inner store does. A value that is stored in the other form is stale. */
export function transcodeValues(
  storage: Storage,
  scheme: Scheme,
  mediaType: StorageMediaType = 'application/json',
): Storage {
  const form = mediaType === 'application/json' ? jsonForm(scheme) : protobufForm(scheme, storage.prefix);
  return mapValues(storage, form);
}

/** Values in JSON pass unchanged, and cost a comparison of four bytes. */
function jsonForm(scheme: Scheme): ValueForm {
  return {
    read: (_key, value) => (isStoredProtobuf(value) ? readProtobuf(scheme, value, true) : undefined),
    write: (_key, value) => value,
  };
}

function protobufForm(scheme: Scheme, prefix: string): ValueForm {
  const resourceOf = findProtobufResources(scheme, prefix);
  const written = new WrittenForms();
  return {
    read: (key, value) => {
      if (!isStoredProtobuf(value)) return resourceOf(key) && { value, isStale: true };
      const own = written.take(key, value);
      return own === undefined ? readProtobuf(scheme, value, false) : { value: own, isStale: false };
    },
    write: (key, value) => {
      const resource = resourceOf(key);
      if (resource === undefined) return value;
      const stored = encodeStoredProtobuf(resource, value);
      written.add(key, { stored, value });
      return stored;
    },
  };
}

function readProtobuf(scheme: Scheme, stored: Uint8Array, isStale: boolean): ReadForm {
  const value = decodeStoredProtobuf(scheme, stored);
  return { value, isStale: isStale && value instanceof Uint8Array };
}

/** The declarations of the stored versions of built-in kinds, by the folders of their keys. */
function findProtobufResources(scheme: Scheme, prefix: string): (key: string) => Resource | undefined {
  const byFolder = new Map<string, Resource>();
  for (const resource of scheme.resources()) {
    const { storage, custom } = resource;
    if (storage.kind !== 'stored' || custom !== undefined || storage.isAlwaysJson === true) continue;
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
