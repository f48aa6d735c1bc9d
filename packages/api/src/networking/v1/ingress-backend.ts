/** Where an ingress sends requests to. */
import { field, int32, message, optional, required, string, type TypeOf } from '@keelson/schema';

import { TypedLocalObjectReference } from '../../core/v1/object-reference.ts';

export const ServiceBackendPort = message(
  'io.k8s.api.networking.v1.ServiceBackendPort',
  {
    name: field(1, string, { about: 'Name of the port.' }),
    number: field(2, int32, { about: 'Number of the port.' }),
  },
  { about: 'A service port by name or number; set exactly one.' },
);
export type ServiceBackendPort = TypeOf<typeof ServiceBackendPort>;

export const IngressServiceBackend = message(
  'io.k8s.api.networking.v1.IngressServiceBackend',
  {
    name: required(1, string, { about: 'Name of a service in the same namespace.' }),
    port: field(2, ServiceBackendPort, { about: 'Port of the service.' }),
  },
  { about: 'A service that receives ingress traffic.' },
);
export type IngressServiceBackend = TypeOf<typeof IngressServiceBackend>;

export const IngressBackend = message(
  'io.k8s.api.networking.v1.IngressBackend',
  {
    service: optional(4, IngressServiceBackend, { about: 'A service as target; exclusive with resource.' }),
    resource: optional(3, TypedLocalObjectReference, {
      about: 'Another object in the same namespace as target; exclusive with service.',
    }),
  },
  { about: 'Target of ingress traffic; set exactly one field.' },
);
export type IngressBackend = TypeOf<typeof IngressBackend>;
