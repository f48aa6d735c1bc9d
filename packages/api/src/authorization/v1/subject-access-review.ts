/** SubjectAccessReview: asks whether a given user may perform an action. */
import { field, kind, required, type TypeOf } from '@keelson/schema';

import { metadata } from '../../meta/v1/object-meta.ts';
import { SubjectAccessReviewSpec, SubjectAccessReviewStatus } from './subject-access-review-spec.ts';

export const SubjectAccessReview = kind(
  'io.k8s.api.authorization.v1.SubjectAccessReview',
  {
    metadata,
    spec: required(2, SubjectAccessReviewSpec, { about: 'The request to check.' }),
    status: field(3, SubjectAccessReviewStatus, { about: 'The decision; filled in by the server.' }),
  },
  { about: 'Asks whether a given user may perform an action.' },
);
export type SubjectAccessReview = TypeOf<typeof SubjectAccessReview>;
