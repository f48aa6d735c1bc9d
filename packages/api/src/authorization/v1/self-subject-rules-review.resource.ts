/** Resource declaration of SelfSubjectRulesReview in authorization.{domain}/v1. */
import { resource } from '@keelson/schema';

import { SelfSubjectRulesReview } from './self-subject-rules-review.ts';

export const selfSubjectRulesReviews = resource({
  group: 'authorization.{domain}',
  version: 'v1',
  kind: 'SelfSubjectRulesReview',
  plural: 'selfsubjectrulesreviews',
  singular: 'selfsubjectrulesreview',
  scope: 'Cluster',
  verbs: ['create'],
  storage: { kind: 'review', review: 'selfSubjectRules' },
  message: SelfSubjectRulesReview,
  about: 'Asks which actions the caller may perform in a namespace.',
});
