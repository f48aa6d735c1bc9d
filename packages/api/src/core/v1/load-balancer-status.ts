/** Where a load balancer listens. */
import { field, int32, list, listed, message, optional, required, string, type TypeOf } from '@keelson/schema';

export const PortStatus = message(
  'io.k8s.api.core.v1.PortStatus',
  {
    port: required(1, int32, { about: 'Port number of the service.' }),
    protocol: required(2, listed('TCP', 'UDP', 'SCTP'), { about: 'Transport protocol: TCP, UDP or SCTP.' }),
    error: optional(3, string, { about: 'CamelCase cause why the port does not work; unset if it does.' }),
  },
  { about: 'State of a service port on a load balancer.' },
);
export type PortStatus = TypeOf<typeof PortStatus>;

export const LoadBalancerIngress = message(
  'io.k8s.api.core.v1.LoadBalancerIngress',
  {
    ip: field(1, string, { about: 'IP address, for balancers that go by IP.' }),
    hostname: field(2, string, { about: 'DNS name, for balancers that go by name.' }),
    ports: field(4, list(PortStatus), { listType: 'atomic', about: 'State of each service port on this balancer.' }),
  },
  { about: 'One way into a load balancer.' },
);
export type LoadBalancerIngress = TypeOf<typeof LoadBalancerIngress>;

export const LoadBalancerStatus = message(
  'io.k8s.api.core.v1.LoadBalancerStatus',
  {
    ingress: field(1, list(LoadBalancerIngress), {
      about: 'Addresses through which traffic comes in; empty until provisioned.',
    }),
  },
  { about: 'State of a load balancer.' },
);
export type LoadBalancerStatus = TypeOf<typeof LoadBalancerStatus>;
