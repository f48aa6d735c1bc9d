/** PodPortForwardOptions: query parameters of a port-forward request. */
import { field, int32, kind, list, type TypeOf } from '@keelson/schema';

export const PodPortForwardOptions = kind(
  'io.k8s.api.core.v1.PodPortForwardOptions',
  {
    ports: field(1, list(int32), { about: 'Ports to forward; required for WebSocket connections.' }),
  },
  { about: 'Query parameters of a port-forward request.' },
);
export type PodPortForwardOptions = TypeOf<typeof PodPortForwardOptions>;
