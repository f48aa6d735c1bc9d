/** Retired API version apiregistration.{domain}/v1beta1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { apiServices } from '../../../apiregistration/v1/api-service.resource.ts';
import { retire } from '../../retire.ts';

const version = { group: 'apiregistration.{domain}', version: 'v1beta1' } as const;

export const apiregistrationV1beta1: ApiVersion = {
  ...version,
  resources: [retire(apiServices, version)],
  kinds: [],
};
