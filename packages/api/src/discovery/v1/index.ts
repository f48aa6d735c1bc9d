/** API version discovery.{domain}/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { endpointSlices } from './endpoint-slice.resource.ts';

export const discoveryV1: ApiVersion = {
  group: 'discovery.{domain}',
  version: 'v1',
  resources: [endpointSlices],
  kinds: [],
};
