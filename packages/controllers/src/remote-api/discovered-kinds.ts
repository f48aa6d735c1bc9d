/**
 * The declarations of kinds that are known by discovery alone: enough for requests and for metadata. They serve nobody,
 * and are in no scheme.
 */
import { listOf, metadata } from '@keelson/api';
import { anyStructure, kind as declareKind, resource, type Resource } from '@keelson/schema';

import type { DiscoveredKind } from './discover-kinds.ts';

export function declareDiscovered({ group, version, kind, plural, isNamespaced }: DiscoveredKind): Resource {
  const message = declareKind(`${group}.${version}.${kind}`, { metadata }, { structuralSchema: () => anyStructure });
  return resource<typeof message>({
    ...{ group, version, kind, plural, singular: '', verbs: [], message, list: listOf(message) },
    scope: isNamespaced ? 'Namespaced' : 'Cluster',
    storage: { kind: 'stored', group, version, prefix: discoveredPrefix({ group, plural }) },
  });
}

/** Of keys: no key of a store begins like this. */
export function discoveredPrefix({ group, plural }: Pick<DiscoveredKind, 'group' | 'plural'>): string {
  return `discovered:${group}/${plural}`;
}
