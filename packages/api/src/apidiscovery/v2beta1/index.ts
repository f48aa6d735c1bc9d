/** API version apidiscovery.{domain}/v2beta1: kinds only, no resources. */
import type { ApiVersion } from '../../api-version.ts';
import { APIGroupDiscovery, APIGroupDiscoveryList } from './api-group-discovery.ts';

export const apidiscoveryV2beta1: ApiVersion = {
  group: 'apidiscovery.{domain}',
  version: 'v2beta1',
  resources: [],
  kinds: [APIGroupDiscovery, APIGroupDiscoveryList],
};
