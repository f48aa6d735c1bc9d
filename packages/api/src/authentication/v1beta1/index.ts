/** API version authentication.{domain}/v1beta1: only the kinds that newer clients request. */
import type { ApiVersion } from '../../api-version.ts';
import { selfSubjectReviews } from './self-subject-review.resource.ts';

export const authenticationV1beta1: ApiVersion = {
  group: 'authentication.{domain}',
  version: 'v1beta1',
  resources: [selfSubjectReviews],
  kinds: [],
};
