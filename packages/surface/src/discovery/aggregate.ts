/** Aggregated discovery: all groups with their versions and resources in one document, as newer clients ask for it. */
import { groupVersion } from '@keelson/schema';
import type { Message, Resource, Subresource } from '@keelson/schema';

import { foreignVersion, sortedSubresources } from './group-documents.ts';
import type { DiscoveryDocument } from './group-documents.ts';
import type { ServedGroup } from './served-groups.ts';

export interface AggregateKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly message: Message;
}

export function aggregate(groups: readonly ServedGroup[], as: AggregateKind): DiscoveryDocument {
  const items = groups.map(({ name, versions }) => ({
    metadata: { ...(name !== '' && { name }), creationTimestamp: null },
    versions: versions.map(({ version, resources }) => ({
      version,
      resources: resources.map(describeResource),
      freshness: 'Current',
    })),
  }));
  return { message: as.message, object: { kind: as.kind, apiVersion: groupVersion(as), ...{ metadata: {}, items } } };
}

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
