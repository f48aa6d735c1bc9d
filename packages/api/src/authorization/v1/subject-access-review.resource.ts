/** Resource declaration of SubjectAccessReview in authorization.{domain}/v1. */
import { resource } from '@keelson/schema';

import { subjectReviewHooks, subjectReviewRules } from './access-review.rules.ts';
import { SubjectAccessReview } from './subject-access-review.ts';

export const subjectAccessReviews = resource({
  group: 'authorization.{domain}',
  version: 'v1',
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  singular: 'subjectaccessreview',
  scope: 'Cluster',
  verbs: ['create'],
  storage: { kind: 'review', review: 'subjectAccess' },
  message: SubjectAccessReview,
  hooks: subjectReviewHooks,
  rules: subjectReviewRules,
  about: 'Asks whether a given user may perform an action.',
});
