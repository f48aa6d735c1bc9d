/** ServiceProxyOptions: query parameters of a service proxy request. */
import { field, kind, string, type TypeOf } from '@keelson/schema';

export const ServiceProxyOptions = kind(
  'io.k8s.api.core.v1.ServiceProxyOptions',
  {
    path: field(1, string, { about: 'URL path to pass on to the service.' }),
  },
  { about: 'Query parameters of a service proxy request.' },
);
export type ServiceProxyOptions = TypeOf<typeof ServiceProxyOptions>;
