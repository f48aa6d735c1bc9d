/** API version authentication.{domain}/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { selfSubjectReviews } from './self-subject-review.resource.ts';
import { TokenRequest } from './token-request.ts';
import { tokenReviews } from './token-review.resource.ts';

export const authenticationV1: ApiVersion = {
  group: 'authentication.{domain}',
  version: 'v1',
  resources: [selfSubjectReviews, tokenReviews],
  kinds: [TokenRequest],
};
