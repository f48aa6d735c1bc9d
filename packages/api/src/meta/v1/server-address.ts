/** Which address of the server clients in a network should use. */
import { message, required, string, type TypeOf } from '@keelson/schema';

export const ServerAddressByClientCIDR = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.ServerAddressByClientCIDR',
  {
    clientCIDR: required(1, string, { about: 'Client network this entry is for, in CIDR notation.' }),
    serverAddress: required(2, string, { about: 'Address clients in that network use: host, IP or host:port.' }),
  },
  { about: 'The server address for clients from one network range.' },
);
export type ServerAddressByClientCIDR = TypeOf<typeof ServerAddressByClientCIDR>;
