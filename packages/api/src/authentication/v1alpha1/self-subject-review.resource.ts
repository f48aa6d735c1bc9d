/** How authentication.{domain}/v1alpha1 serves SelfSubjectReview objects: to clients newer than the release that this API is of. */
import { resource } from '@keelson/schema';

import { SelfSubjectReview } from './self-subject-review.ts';

export const selfSubjectReviews = resource({
  group: 'authentication.{domain}',
  version: 'v1alpha1',
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  singular: 'selfsubjectreview',
  scope: 'Cluster',
  verbs: ['create'],
  asks: 'self',
  isUnlisted: true,
  message: SelfSubjectReview,
  about: 'Asks the server who it takes the caller for.',
});
