/** The ports a container listens on. */
import { field, int32, listed, message, named, required, string, type TypeOf } from '@keelson/schema';

export const ContainerPort = message(
  'io.k8s.api.core.v1.ContainerPort',
  {
    name: field(1, string, {
      about: 'Name of the port, up to 15 characters, unique in the pod; services can refer to it.',
    }),
    hostPort: field(2, int32, { about: 'Port on the node that leads here, 1 to 65535; 0 opens none.' }),
    containerPort: required(3, int32, { about: 'Port inside the pod, 1 to 65535.' }),
    protocol: field(4, named('v1.Protocol', listed('SCTP', 'TCP', 'UDP')), {
      default: 'TCP',
      about: 'Transport protocol: TCP (the default), UDP or SCTP.',
    }),
    hostIP: field(5, string, { about: 'Node address the host port is bound to; empty means all addresses.' }),
  },
  { about: 'A port a container listens on.' },
);
export type ContainerPort = TypeOf<typeof ContainerPort>;
