/** How authorization.{domain}/v1 serves SelfSubjectAccessReview objects. */
import { resource } from '@keelson/schema';

import { SelfSubjectAccessReview } from './self-subject-access-review.ts';

export const selfSubjectAccessReviews = resource({
  group: 'authorization.{domain}',
  version: 'v1',
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  singular: 'selfsubjectaccessreview',
  scope: 'Cluster',
  verbs: ['create'],
  message: SelfSubjectAccessReview,
  about: 'Asks whether the caller may perform an action.',
});
