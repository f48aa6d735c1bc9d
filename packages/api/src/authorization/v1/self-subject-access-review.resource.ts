/** Resource declaration of SelfSubjectAccessReview in authorization.{domain}/v1. */
import { resource } from '@keelson/schema';

import { selfReviewHooks, selfReviewRules } from './access-review.rules.ts';
import { SelfSubjectAccessReview } from './self-subject-access-review.ts';

export const selfSubjectAccessReviews = resource({
  group: 'authorization.{domain}',
  version: 'v1',
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  singular: 'selfsubjectaccessreview',
  scope: 'Cluster',
  verbs: ['create'],
  storage: { kind: 'review', review: 'selfSubjectAccess' },
  message: SelfSubjectAccessReview,
  hooks: selfReviewHooks,
  rules: selfReviewRules,
  about: 'Asks whether the caller may perform an action.',
});
