/**
 * Extracts the attributes that selectors match: labels, and the fields that any version
 * of the kind can be selected by. Called once for each version of an object, and only
 * when a selector asks.
 */
import { metadataBytes, type ExtractAttributes } from '@keelson/cache';
import { convertObject } from '@keelson/schema';
import type { Resource, Scheme, TypeMeta } from '@keelson/schema';

import { peekDecoded } from '../objects/cached-object.ts';

interface StoredLayout {
  readonly folder: string;
  readonly stored: Resource;
}

/**
 * Stored bytes are canonical, so they need no decoding; large numbers lose digits here, which no selector looks at. An
 * object that readers have decoded is not parsed again.
 */
export function createExtractAttributes(scheme: Scheme, { folder, stored }: StoredLayout): ExtractAttributes {
  const isNamespaced = stored.scope === 'Namespaced';
  const hasFields = (): boolean => scheme.versionsOf(stored).some((version) => hasSelectors(version));
  return (value, key) => {
    const known = peekDecoded(stored.message, value) as StoredJson | undefined;
    const object = hasFields() ? (known ?? parse<StoredJson>(value)) : known;
    const { labels } = (object === undefined ? parseMetadata(value) : object.metadata) ?? {};
    const path = key.slice(folder.length);
    const slash = isNamespaced ? path.indexOf('/') : -1;
    const fields: Record<string, string> = {
      'metadata.name': path.slice(slash + 1),
      'metadata.namespace': isNamespaced ? path.slice(0, slash) : '',
    };
    if (object !== undefined) {
      for (const version of scheme.versionsOf(stored)) readFields(scheme, stored, version, { object, fields });
    }
    return { labels: labels ?? {}, fields };
  };
}

interface StoredMetadata {
  readonly labels?: Readonly<Record<string, string>> | null;
}

interface StoredJson extends TypeMeta {
  readonly metadata?: StoredMetadata;
}

function hasSelectors({ fieldSelectors }: Resource): boolean {
  return Object.keys(fieldSelectors).length > 0;
}

function parse<T>(value: Buffer): T {
  return JSON.parse(value.toString('utf8')) as T;
}

/** Most kinds are selected by metadata alone, which is the smaller part of a large object. */
function parseMetadata(value: Buffer): StoredMetadata | undefined {
  const bytes = metadataBytes(value);
  // Where its name is written with escapes, it is found by parsing all.
  return bytes === undefined ? parse<StoredJson>(value).metadata : parse<StoredMetadata>(bytes);
}

interface Reading {
  readonly object: StoredJson;
  readonly fields: Record<string, string>;
}

function readFields(scheme: Scheme, stored: Resource, version: Resource, { object, fields }: Reading): void {
  if (!hasSelectors(version)) return;
  const selectors = Object.entries(version.fieldSelectors);
  // A conversion may change what it is given.
  const shown = version === stored ? object : convertObject(scheme, structuredClone(object), stored, version);
  for (const [field, valueOf] of selectors) fields[field] ??= valueOf(shown as never);
}
