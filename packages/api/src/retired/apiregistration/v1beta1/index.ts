/** Retired API version apiregistration.{domain}/v1beta1: decoded and converted, never served. */
import type { ApiVersion } from '../../../api-version.ts';
import { apiServices } from '../../../apiregistration/v1/api-service.resource.ts';
import { retire } from '../../retire.ts';

const version = { group: 'apiregistration.{domain}', version: 'v1beta1', removed: '1.22' } as const;

export const apiregistrationV1beta1: ApiVersion = {
  ...version,
  resources: [retire(apiServices, version)],
  kinds: [],
};
