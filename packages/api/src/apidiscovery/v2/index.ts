/** API version apidiscovery.{domain}/v2: kinds only, no resources. */
import type { ApiVersion } from '../../api-version.ts';
import { APIGroupDiscovery, APIGroupDiscoveryList } from './api-group-discovery.ts';

export const apidiscoveryV2: ApiVersion = {
  group: 'apidiscovery.{domain}',
  version: 'v2',
  resources: [],
  kinds: [APIGroupDiscovery, APIGroupDiscoveryList],
};
