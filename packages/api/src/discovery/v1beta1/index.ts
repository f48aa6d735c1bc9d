/** API version discovery.{domain}/v1beta1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { endpointSlices } from './endpoint-slice.resource.ts';

export const discoveryV1beta1: ApiVersion = {
  group: 'discovery.{domain}',
  version: 'v1beta1',
  resources: [endpointSlices],
  kinds: [],
};
