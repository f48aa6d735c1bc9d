/** Checks of whether a container started, lives and is ready. */
import { field, inline, int32, int64, message, optional, type TypeOf } from '@keelson/schema';

import { ExecAction, GRPCAction, HTTPGetAction, TCPSocketAction } from './handler.ts';

export const ProbeHandler = message(
  'io.k8s.api.core.v1.ProbeHandler',
  {
    exec: optional(1, ExecAction, { about: 'Command to run inside the container; exit code 0 is success.' }),
    httpGet: optional(2, HTTPGetAction, { about: 'HTTP request to send; status 200 to 399 is success.' }),
    tcpSocket: optional(3, TCPSocketAction, { about: 'TCP connection to open; being accepted is success.' }),
    grpc: optional(4, GRPCAction, {
      featureGate: 'GRPCContainerProbe',
      about: 'gRPC health check to call; the answer SERVING is success.',
    }),
  },
  { about: 'How a check is made; set exactly one member.' },
);
export type ProbeHandler = TypeOf<typeof ProbeHandler>;

export const Probe = message(
  'io.k8s.api.core.v1.Probe',
  {
    handler: inline(1, ProbeHandler),
    initialDelaySeconds: field(2, int32, { about: 'Seconds after container start before the first check.' }),
    timeoutSeconds: field(3, int32, {
      default: 1,
      about: 'Seconds before a check counts as failed; 1 by default, at least 1.',
    }),
    periodSeconds: field(4, int32, { default: 10, about: 'Seconds between checks; 10 by default, at least 1.' }),
    successThreshold: field(5, int32, {
      default: 1,
      about: 'Successes in a row needed after a failure; 1 by default, and must be 1 for liveness and startup.',
    }),
    failureThreshold: field(6, int32, {
      default: 3,
      about: 'Failures in a row before the check counts as failed; 3 by default, at least 1.',
    }),
    terminationGracePeriodSeconds: optional(7, int64, {
      featureGate: 'ProbeTerminationGracePeriod',
      about: "Grace period in seconds when this probe causes the stop; unset takes the pod's.",
    }),
  },
  { about: 'A periodic health check of a container.' },
);
export type Probe = TypeOf<typeof Probe>;
