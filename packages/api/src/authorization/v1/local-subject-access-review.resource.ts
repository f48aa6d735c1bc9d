/** Resource declaration of LocalSubjectAccessReview in authorization.{domain}/v1. */
import { resource } from '@keelson/schema';

import { localReviewHooks, localReviewRules } from './access-review.rules.ts';
import { LocalSubjectAccessReview } from './local-subject-access-review.ts';

export const localSubjectAccessReviews = resource({
  group: 'authorization.{domain}',
  version: 'v1',
  kind: 'LocalSubjectAccessReview',
  plural: 'localsubjectaccessreviews',
  singular: 'localsubjectaccessreview',
  scope: 'Namespaced',
  verbs: ['create'],
  storage: { kind: 'review', review: 'subjectAccess' },
  message: LocalSubjectAccessReview,
  hooks: localReviewHooks,
  rules: localReviewRules,
  about: 'Asks whether a user may perform an action in one namespace.',
});
