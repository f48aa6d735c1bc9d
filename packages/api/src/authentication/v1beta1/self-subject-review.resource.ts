/** Resource declaration of SelfSubjectReview in authentication.{domain}/v1beta1, for newer clients. */
import { resource } from '@keelson/schema';

import { SelfSubjectReview } from './self-subject-review.ts';

export const selfSubjectReviews = resource({
  group: 'authentication.{domain}',
  version: 'v1beta1',
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  singular: 'selfsubjectreview',
  scope: 'Cluster',
  verbs: ['create'],
  storage: { kind: 'review', review: 'selfSubject' },
  listing: 'none',
  message: SelfSubjectReview,
  about: 'Asks the server who it takes the caller for.',
});
