/** Retired API version authentication.{domain}/v1beta1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { tokenReviews } from '../../../authentication/v1/token-review.resource.ts';
import { retire } from '../../retire.ts';

const version = { group: 'authentication.{domain}', version: 'v1beta1' } as const;

export const authenticationV1beta1: ApiVersion = {
  ...version,
  resources: [retire(tokenReviews, version)],
  kinds: [],
};
