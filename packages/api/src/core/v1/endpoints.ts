/** Endpoints: the addresses behind a service of the same name. */
import { field, int32, kind, list, listed, message, optional, required, string, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { ObjectReference } from './object-reference.ts';

export const EndpointAddress = message(
  'io.k8s.api.core.v1.EndpointAddress',
  {
    ip: required(1, string, { about: 'The address; loopback, link-local and multicast ones are not allowed.' }),
    hostname: field(3, string, { about: 'Host name for its own DNS record below the service.' }),
    nodeName: optional(4, string, { about: 'Node that hosts it.' }),
    targetRef: optional(2, ObjectReference, { about: 'Object behind the address, usually a pod.' }),
  },
  { about: 'One address behind a service.', structType: 'atomic' },
);
export type EndpointAddress = TypeOf<typeof EndpointAddress>;

export const EndpointPort = message(
  'io.k8s.api.core.v1.EndpointPort',
  {
    name: field(1, string, {
      about: 'Name of the service port it belongs to; may be empty only if it is the sole port.',
    }),
    port: required(2, int32, { about: 'Port number on the addresses.' }),
    protocol: field(3, listed('SCTP', 'TCP', 'UDP'), {
      default: 'TCP',
      about: 'Transport protocol: TCP (the default), UDP or SCTP.',
    }),
    appProtocol: optional(4, string, {
      about: 'Hint on the application protocol, such as http or a prefixed name of your own.',
    }),
  },
  { about: 'One port of an endpoint subset.', structType: 'atomic' },
);
export type EndpointPort = TypeOf<typeof EndpointPort>;

export const EndpointSubset = message(
  'io.k8s.api.core.v1.EndpointSubset',
  {
    addresses: field(1, list(EndpointAddress), { about: 'Addresses ready to take traffic.' }),
    notReadyAddresses: field(2, list(EndpointAddress), {
      about: 'Addresses that are not to get traffic yet, or no longer.',
    }),
    ports: field(3, list(EndpointPort), { about: 'Ports open on these addresses.' }),
  },
  { about: 'Addresses that share the same ports.' },
);
export type EndpointSubset = TypeOf<typeof EndpointSubset>;

export const Endpoints = kind(
  'io.k8s.api.core.v1.Endpoints',
  {
    metadata,
    subsets: field(2, list(EndpointSubset), {
      about: 'Groups of addresses that share ports; each address offers each port of its group.',
    }),
  },
  { about: 'The addresses behind a service of the same name.' },
);
export type Endpoints = TypeOf<typeof Endpoints>;

export const EndpointsList = listOf(Endpoints);
export type EndpointsList = TypeOf<typeof EndpointsList>;
