/** The discovery documents that every client knows: one of the groups, one a group, one a version. */
import { APIGroup, APIGroupList, APIResourceList, APIVersions } from '@keelson/api';
import type { APIResource } from '@keelson/api';
import { groupVersion } from '@keelson/schema';
import type { Message, Resource, Subresource, TypeOf } from '@keelson/schema';

import type { ServedGroup, ServedVersion } from './served-groups.ts';
import { storageVersionHash } from './storage-version-hash.ts';

export interface DiscoveryDocument {
  readonly message: Message;
  /** Its own `kind`; what of it came before versions had names has no `apiVersion`. */
  readonly object: { readonly kind: string; readonly apiVersion?: string };
}

export function versionsDocument(group: ServedGroup | undefined, serverAddress: string): DiscoveryDocument {
  const object: TypeOf<typeof APIVersions> = {
    kind: 'APIVersions',
    versions: (group?.versions ?? []).map(({ version }) => version),
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
  };
  return { message: APIVersions, object: { ...object, kind: 'APIVersions' } };
}

export function groupsDocument(groups: readonly ServedGroup[]): DiscoveryDocument {
  return {
    message: APIGroupList,
    object: { kind: 'APIGroupList', apiVersion: 'v1', ...{ groups: groups.map(describeGroup) } },
  };
}

export function groupDocument(group: ServedGroup): DiscoveryDocument {
  return { message: APIGroup, object: { kind: 'APIGroup', apiVersion: 'v1', ...describeGroup(group) } };
}

function describeGroup({ name, versions }: ServedGroup): TypeOf<typeof APIGroup> {
  const described = versions.map(({ version }) => ({ groupVersion: groupVersion({ group: name, version }), version }));
  return { name, versions: described, preferredVersion: described[0] ?? { groupVersion: '', version: '' } };
}

/** `showsStorageVersion`: as a hash. */
export function resourcesDocument(
  group: string,
  { version, resources }: ServedVersion,
  showsStorageVersion: boolean,
): DiscoveryDocument {
  const list = {
    groupVersion: groupVersion({ group, version }),
    resources: resources.flatMap((resource) => [
      describeResource(resource, showsStorageVersion),
      ...describeSubresources(resource),
    ]),
  };
  const kind = 'APIResourceList';
  return {
    message: APIResourceList,
    object: group === '' ? { kind, ...list } : { kind, apiVersion: 'v1', ...list },
  };
}

function describeResource(resource: Resource, showsStorageVersion: boolean): APIResource {
  const { plural, singular, kind, verbs, shortNames, categories, custom } = resource;
  const hash = showsStorageVersion ? storageVersionHash(resource) : undefined;
  return {
    name: plural,
    // Of the kinds that are built in, clients of 1.24 find no singular name, and make their own.
    singularName: custom === undefined ? '' : singular,
    namespaced: resource.scope === 'Namespaced',
    kind,
    verbs: custom === undefined ? [...verbs].sort() : [...verbs],
    ...(shortNames.length > 0 && { shortNames: [...shortNames] }),
    ...(categories.length > 0 && { categories: [...categories] }),
    ...(hash !== undefined && { storageVersionHash: hash }),
  };
}

function describeSubresources(resource: Resource): APIResource[] {
  const { plural, scope, subresources } = resource;
  return sortedSubresources(subresources).map(([name, { verbs, servedAs }]) => ({
    name: `${plural}/${name}`,
    singularName: '',
    namespaced: scope === 'Namespaced',
    ...foreignVersion(resource, servedAs),
    kind: servedAs?.kind ?? resource.kind,
    verbs: [...verbs].sort(),
  }));
}

/** Group and version of a kind, only where they are not those it is listed in. */
export function foreignVersion(
  { group, version }: Resource,
  servedAs: Subresource['servedAs'],
): { group?: string; version?: string } {
  if (servedAs === undefined || (servedAs.group === group && servedAs.version === version)) return {};
  return { group: servedAs.group, version: servedAs.version };
}

export function sortedSubresources(subresources: Resource['subresources']): [string, Subresource][] {
  return Object.entries(subresources).sort(([a], [b]) => (a < b ? -1 : 1));
}
