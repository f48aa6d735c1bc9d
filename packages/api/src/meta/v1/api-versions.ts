/** The discovery document of the group without a name. */
import { kind, list, required, string, type TypeOf } from '@keelson/schema';

import { ServerAddressByClientCIDR } from './server-address.ts';

export const APIVersions = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1.APIVersions',
  {
    versions: required(1, list(string), { about: 'Version names, such as v1.' }),
    serverAddressByClientCIDRs: required(2, list(ServerAddressByClientCIDR), {
      about: 'Server addresses to use, depending on where a client calls from.',
    }),
  },
  { about: 'The versions a server offers of the core group.' },
);
export type APIVersions = TypeOf<typeof APIVersions>;
