/** API version apiregistration.{domain}/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { apiServices } from './api-service.resource.ts';

export const apiregistrationV1: ApiVersion = {
  group: 'apiregistration.{domain}',
  version: 'v1',
  resources: [apiServices],
  kinds: [],
};
