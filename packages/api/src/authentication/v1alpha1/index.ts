/** What authentication.{domain}/v1alpha1 holds: what newer clients ask of it. */
import type { ApiVersion } from '../../api-version.ts';
import { selfSubjectReviews } from './self-subject-review.resource.ts';

export const authenticationV1alpha1: ApiVersion = {
  group: 'authentication.{domain}',
  version: 'v1alpha1',
  resources: [selfSubjectReviews],
  kinds: [],
};
