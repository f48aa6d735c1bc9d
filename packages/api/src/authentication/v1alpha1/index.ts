/** API version authentication.{domain}/v1alpha1: only the kinds that newer clients request. */
import type { ApiVersion } from '../../api-version.ts';
import { selfSubjectReviews } from './self-subject-review.resource.ts';

export const authenticationV1alpha1: ApiVersion = {
  group: 'authentication.{domain}',
  version: 'v1alpha1',
  resources: [selfSubjectReviews],
  kinds: [],
};
