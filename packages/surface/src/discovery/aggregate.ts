/** Aggregated discovery: all groups with their versions and resources in one document, as newer clients ask for it. */
import { groupVersion } from '@keelson/schema';
import type { Message, Resource, Subresource } from '@keelson/schema';

import { foreignVersion, sortedSubresources } from './group-documents.ts';
import type { DiscoveryDocument } from './group-documents.ts';
import type { ListedGroup, ListedVersion } from './listed-groups.ts';
import type { RemoteVersion } from './registrations.ts';

export interface AggregateKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly message: Message;
}

/** By `group/version`. */
export type RemoteVersions = ReadonlyMap<string, RemoteVersion>;

export function aggregate(
  groups: readonly ListedGroup[],
  as: AggregateKind,
  remote: RemoteVersions,
): DiscoveryDocument {
  const items = groups.map(({ name, versions }) => ({
    metadata: { ...(name !== '' && { name }), creationTimestamp: null },
    versions: versions.map((each) => (each.isRemote ? describeRemote(name, each, remote) : describeLocal(each))),
  }));
  return { message: as.message, object: { kind: as.kind, apiVersion: groupVersion(as), ...{ metadata: {}, items } } };
}

function describeLocal({ version, resources }: ListedVersion): object {
  return { version, resources: resources.map(describeResource), freshness: 'Current' };
}

function describeRemote(group: string, { version }: ListedVersion, remote: RemoteVersions): object {
  const { resources, freshness } = remote.get(groupVersion({ group, version })) ?? never;
  return { version, resources, freshness };
}

/** Of a server that has not answered yet. */
const never: RemoteVersion = { resources: [], freshness: 'Stale' };

function describeResource(resource: Resource): object {
  const { plural, singular, scope, verbs, shortNames, categories } = resource;
  const subresources = sortedSubresources(resource.subresources).map(([name, subresource]) => ({
    subresource: name,
    responseKind: responseKind(resource, subresource.servedAs),
    verbs: [...subresource.verbs].sort(),
  }));
  return {
    resource: plural,
    responseKind: responseKind(resource, undefined),
    scope,
    singularResource: singular,
    verbs: [...verbs].sort(),
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(subresources.length > 0 && { subresources }),
  };
}

/** An empty group and version stand for those it is listed in. */
function responseKind(resource: Resource, servedAs: Subresource['servedAs']): object {
  const { group = '', version = '' } = foreignVersion(resource, servedAs);
  return { group, version, kind: servedAs?.kind ?? resource.kind };
}
