/** PodProxyOptions: query parameters of a pod proxy request. */
import { field, kind, string, type TypeOf } from '@keelson/schema';

export const PodProxyOptions = kind(
  'io.k8s.api.core.v1.PodProxyOptions',
  {
    path: field(1, string, { about: 'URL path to pass on to the pod.' }),
  },
  { about: 'Query parameters of a pod proxy request.' },
);
export type PodProxyOptions = TypeOf<typeof PodProxyOptions>;
