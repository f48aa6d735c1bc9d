/** Lifecycle hooks: run right after a container starts and right before it stops. */
import { message, optional, type TypeOf } from '@keelson/schema';

import { ExecAction, HTTPGetAction, TCPSocketAction } from './handler.ts';

export const LifecycleHandler = message(
  'io.k8s.api.core.v1.LifecycleHandler',
  {
    exec: optional(1, ExecAction, { about: 'Command to run inside the container.' }),
    httpGet: optional(2, HTTPGetAction, { about: 'HTTP request to send.' }),
    tcpSocket: optional(3, TCPSocketAction, {
      about: 'Obsolete; kept for compatibility and does nothing useful in a lifecycle hook.',
    }),
  },
  { about: 'An action to take; set exactly one member.' },
);
export type LifecycleHandler = TypeOf<typeof LifecycleHandler>;

export const Lifecycle = message(
  'io.k8s.api.core.v1.Lifecycle',
  {
    postStart: optional(1, LifecycleHandler, {
      about: 'Run right after the container is created; failure restarts it by its restart policy.',
    }),
    preStop: optional(2, LifecycleHandler, { about: 'Run before the container is stopped, within the grace period.' }),
  },
  { about: 'Actions tied to the start and the stop of a container.' },
);
export type Lifecycle = TypeOf<typeof Lifecycle>;
