/** An entry of `metadata.managedFields` as it is stored, and where an object keeps them. */
import type { CheckedEntry } from '@keelson/meta';

import { isObject, valueOf, without } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';

export interface ManagedFieldsEntry extends CheckedEntry {
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fieldsV1?: JsonObject;
}

export function metadataOf(object: JsonObject): JsonObject {
  const metadata = valueOf(object, 'metadata');
  return isObject(metadata) ? metadata : {};
}

/** Whatever the object has in their place. */
export function managedFieldsOf(object: JsonObject): unknown {
  return valueOf(metadataOf(object), 'managedFields');
}

/** The object without owners, for comparisons only: it must not be stored, as it may have a key without a value. */
export function withoutOwners(object: JsonObject): JsonObject {
  const metadata = metadataOf(object);
  return metadata['managedFields'] === undefined
    ? object
    : { ...object, metadata: { ...metadata, managedFields: undefined } };
}

/** The object with these entries, or without any. Everything else is shared with it, in the same order. */
export function withManagedFields(object: JsonObject, entries: readonly ManagedFieldsEntry[]): JsonObject {
  const metadata = metadataOf(object);
  if (entries.length === 0 && !Object.hasOwn(metadata, 'managedFields')) return object;
  const next = entries.length > 0 ? { ...metadata, managedFields: entries } : without(metadata, 'managedFields');
  return { ...object, metadata: next };
}
