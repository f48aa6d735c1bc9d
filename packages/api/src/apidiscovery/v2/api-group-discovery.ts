/** Aggregated discovery: all groups, versions and resources in one document. */
import { field, kind, list, message, optional, required, string, type TypeOf, usually } from '@keelson/schema';

import { GroupVersionKind } from '../../meta/v1/group-version-kind.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const APISubresourceDiscovery = message(
  'io.k8s.api.apidiscovery.v2.APISubresourceDiscovery',
  {
    subresource: required(1, string, { about: 'Name, as in the path after the object.' }),
    responseKind: optional(2, GroupVersionKind, {
      about: 'Kind that is answered; absent where there is no fixed one.',
    }),
    acceptedTypes: field(3, list(GroupVersionKind), {
      listType: 'map',
      listMapKeys: ['group', 'version', 'kind'],
      about: 'Kinds that a request may carry; empty where there is no body.',
    }),
    verbs: required(4, list(string), { listType: 'set', about: 'Verbs that are served.' }),
  },
  { about: 'A subresource and what can be done with it.' },
);
export type APISubresourceDiscovery = TypeOf<typeof APISubresourceDiscovery>;

export const APIResourceDiscovery = message(
  'io.k8s.api.apidiscovery.v2.APIResourceDiscovery',
  {
    resource: required(1, string, { about: 'Plural name, as in the path.' }),
    responseKind: optional(2, GroupVersionKind, {
      about: 'Kind that is answered; absent where there is no fixed one.',
    }),
    scope: required(3, usually('Cluster', 'Namespaced'), { about: 'Cluster or Namespaced.' }),
    singularResource: required(4, string, { about: 'Singular name, for command lines.' }),
    verbs: required(5, list(string), { listType: 'set', about: 'Verbs that are served.' }),
    shortNames: field(6, list(string), { listType: 'set', about: 'Shorter names, for command lines.' }),
    categories: field(7, list(string), {
      listType: 'set',
      about: 'Groups of resources this one is listed with, such as `all`.',
    }),
    subresources: field(8, list(APISubresourceDiscovery), {
      listType: 'map',
      listMapKeys: ['subresource'],
      about: 'What is served below an object of the resource.',
    }),
  },
  { about: 'A resource and what can be done with it.' },
);
export type APIResourceDiscovery = TypeOf<typeof APIResourceDiscovery>;

export const APIVersionDiscovery = message(
  'io.k8s.api.apidiscovery.v2.APIVersionDiscovery',
  {
    version: required(1, string, { about: 'Name of the version.' }),
    resources: field(2, list(APIResourceDiscovery), {
      listType: 'map',
      listMapKeys: ['resource'],
      about: 'The resources served in this version.',
    }),
    freshness: field(3, usually('Current', 'Stale'), {
      about: 'Current, or Stale when the server behind the group could not be asked lately.',
    }),
  },
  { about: 'A version of a group and its resources.' },
);
export type APIVersionDiscovery = TypeOf<typeof APIVersionDiscovery>;

export const APIGroupDiscovery = kind(
  'io.k8s.api.apidiscovery.v2.APIGroupDiscovery',
  {
    metadata,
    versions: field(2, list(APIVersionDiscovery), {
      listType: 'map',
      listMapKeys: ['version'],
      about: 'The versions, most preferred first.',
    }),
  },
  { about: 'A group and its versions.' },
);
export type APIGroupDiscovery = TypeOf<typeof APIGroupDiscovery>;

export const APIGroupDiscoveryList = listOf(APIGroupDiscovery);
export type APIGroupDiscoveryList = TypeOf<typeof APIGroupDiscoveryList>;
