/** The discovery documents of groups. */
import { field, kind, list, message, required, string, type TypeOf } from '@keelson/schema';

import { ServerAddressByClientCIDR } from './server-address.ts';

export const GroupVersionForDiscovery = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionForDiscovery',
  {
    groupVersion: required(1, string, { about: 'Group and version joined, such as apps/v1.' }),
    version: required(2, string, { about: 'The version alone, such as v1.' }),
  },
  { about: 'A group version in two spellings.' },
);
export type GroupVersionForDiscovery = TypeOf<typeof GroupVersionForDiscovery>;

export const APIGroup = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1.APIGroup',
  {
    name: required(1, string, { about: 'Name of the group.' }),
    versions: required(2, list(GroupVersionForDiscovery), { about: 'Versions in which the group is served.' }),
    preferredVersion: field(3, GroupVersionForDiscovery, { about: 'Version clients do best to use.' }),
    serverAddressByClientCIDRs: field(4, list(ServerAddressByClientCIDR), {
      about: 'Server addresses to use, depending on where a client calls from.',
    }),
  },
  { about: 'Name, versions and addresses of one API group, as shown by discovery.' },
);
export type APIGroup = TypeOf<typeof APIGroup>;

export const APIGroupList = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1.APIGroupList',
  {
    groups: required(1, list(APIGroup), { about: 'The groups.' }),
  },
  { about: 'The API groups a server offers.' },
);
export type APIGroupList = TypeOf<typeof APIGroupList>;
