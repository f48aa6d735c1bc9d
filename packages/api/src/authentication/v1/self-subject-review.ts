/** SelfSubjectReview: returns the user that the server authenticated the caller as. */
import { field, kind, message, type TypeOf } from '@keelson/schema';

import { metadata } from '../../meta/v1/object-meta.ts';
import { UserInfo } from './token-review.ts';

export const SelfSubjectReviewStatus = message(
  'io.k8s.api.authentication.v1.SelfSubjectReviewStatus',
  { userInfo: field(1, UserInfo, { about: 'The caller, as the server sees it after impersonation.' }) },
  { about: 'Who the caller is.' },
);
export type SelfSubjectReviewStatus = TypeOf<typeof SelfSubjectReviewStatus>;

export const SelfSubjectReview = kind(
  'io.k8s.api.authentication.v1.SelfSubjectReview',
  {
    metadata,
    status: field(2, SelfSubjectReviewStatus, { about: 'The answer; filled in by the server.' }),
  },
  { about: 'Asks the server who it takes the caller for.' },
);
export type SelfSubjectReview = TypeOf<typeof SelfSubjectReview>;
