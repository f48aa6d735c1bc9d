/** Actions of the kubelet on a container: run a command, send a request, open a connection. */
import {
  field,
  int32,
  intOrString,
  list,
  listed,
  message,
  nullable,
  required,
  string,
  type TypeOf,
} from '@keelson/schema';

export const ExecAction = message(
  'io.k8s.api.core.v1.ExecAction',
  {
    command: field(1, list(string), {
      about: 'Program and arguments, run in / without a shell; exit code 0 means healthy.',
    }),
  },
  { about: 'A command run inside a container.' },
);
export type ExecAction = TypeOf<typeof ExecAction>;

export const GRPCAction = message(
  'io.k8s.api.core.v1.GRPCAction',
  {
    port: required(1, int32, { about: 'Port of the gRPC service, 1 to 65535.' }),
    service: nullable(2, string, {
      default: '',
      about: 'Service name put into the health request; empty asks for the server as a whole.',
    }),
  },
  { about: 'A call of the gRPC health service.' },
);
export type GRPCAction = TypeOf<typeof GRPCAction>;

export const HTTPHeader = message(
  'io.k8s.api.core.v1.HTTPHeader',
  {
    name: required(1, string, { about: 'Name of the header.' }),
    value: required(2, string, { about: 'Value of the header.' }),
  },
  { about: 'One header of an HTTP request.' },
);
export type HTTPHeader = TypeOf<typeof HTTPHeader>;

export const HTTPGetAction = message(
  'io.k8s.api.core.v1.HTTPGetAction',
  {
    path: field(1, string, { default: '/', about: 'Path to request; / by default.' }),
    port: required(2, intOrString, { about: 'Port number from 1 to 65535, or the name of a container port.' }),
    host: field(3, string, {
      about: "Host to connect to; empty means the pod's IP. Prefer a Host header for virtual hosts.",
    }),
    scheme: field(4, listed('HTTP', 'HTTPS'), {
      default: 'HTTP',
      about: 'Protocol to use: HTTP (the default) or HTTPS, whose certificate is not checked.',
    }),
    httpHeaders: field(5, list(HTTPHeader), { about: 'Extra request headers; a name may repeat.' }),
  },
  { about: 'An HTTP GET request.' },
);
export type HTTPGetAction = TypeOf<typeof HTTPGetAction>;

export const TCPSocketAction = message(
  'io.k8s.api.core.v1.TCPSocketAction',
  {
    port: required(1, intOrString, { about: 'Port number from 1 to 65535, or the name of a container port.' }),
    host: field(2, string, { about: "Host to connect to; empty means the pod's IP." }),
  },
  { about: 'A TCP connection attempt.' },
);
export type TCPSocketAction = TypeOf<typeof TCPSocketAction>;
