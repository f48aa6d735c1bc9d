/** Resource declaration of TokenReview in authentication.{domain}/v1. */
import { resource } from '@keelson/schema';

import { TokenReview } from './token-review.ts';

export const tokenReviews = resource({
  group: 'authentication.{domain}',
  version: 'v1',
  kind: 'TokenReview',
  plural: 'tokenreviews',
  singular: 'tokenreview',
  scope: 'Cluster',
  verbs: ['create'],
  storage: { kind: 'review', review: 'token' },
  message: TokenReview,
  about: 'Asks the server to check a token and name its user.',
});
