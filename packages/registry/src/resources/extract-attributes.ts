/**
 * What selectors see of a stored object: its labels, and the fields that any version
 * of its kind can be selected by. Called once for each version of an object, and only
 * when a selector asks.
 */
import type { ExtractAttributes } from '@keelson/cache';
import { convertObject } from '@keelson/schema';
import type { Resource, Scheme, TypeMeta } from '@keelson/schema';

interface StoredLayout {
  readonly folder: string;
  readonly stored: Resource;
}

/** Stored bytes are canonical, so they need no decoding; large numbers lose digits here, which no selector looks at. */
export function createExtractAttributes(scheme: Scheme, { folder, stored }: StoredLayout): ExtractAttributes {
  const isNamespaced = stored.scope === 'Namespaced';
  return (value, key) => {
    const object = JSON.parse(value.toString('utf8')) as StoredJson;
    const path = key.slice(folder.length);
    const slash = isNamespaced ? path.indexOf('/') : -1;
    const fields: Record<string, string> = {
      'metadata.name': path.slice(slash + 1),
      'metadata.namespace': isNamespaced ? path.slice(0, slash) : '',
    };
    const labels = object.metadata?.labels ?? {};
    for (const version of scheme.versionsOf(stored)) readFields(scheme, stored, version, { object, fields });
    return { labels, fields };
  };
}

interface StoredJson extends TypeMeta {
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>> | null };
}

interface Reading {
  readonly object: StoredJson;
  readonly fields: Record<string, string>;
}

function readFields(scheme: Scheme, stored: Resource, version: Resource, { object, fields }: Reading): void {
  const selectors = Object.entries(version.fieldSelectors);
  if (selectors.length === 0) return;
  // A conversion may change what it is given.
  const shown = version === stored ? object : convertObject(scheme, structuredClone(object), stored, version);
  for (const [field, valueOf] of selectors) fields[field] ??= valueOf(shown as never);
}
