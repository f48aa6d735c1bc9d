/** NodeProxyOptions: query parameters of a node proxy request. */
import { field, kind, string, type TypeOf } from '@keelson/schema';

export const NodeProxyOptions = kind(
  'io.k8s.api.core.v1.NodeProxyOptions',
  {
    path: field(1, string, { about: 'URL path to pass on to the kubelet.' }),
  },
  { about: 'Query parameters of a node proxy request.' },
);
export type NodeProxyOptions = TypeOf<typeof NodeProxyOptions>;
