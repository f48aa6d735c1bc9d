/** LocalSubjectAccessReview: asks whether a user may perform an action in one namespace. */
import { field, kind, required, type TypeOf } from '@keelson/schema';

import { metadata } from '../../meta/v1/object-meta.ts';
import { SubjectAccessReviewSpec, SubjectAccessReviewStatus } from './subject-access-review-spec.ts';

export const LocalSubjectAccessReview = kind(
  'io.k8s.api.authorization.v1.LocalSubjectAccessReview',
  {
    metadata,
    spec: required(2, SubjectAccessReviewSpec, {
      about: "The request to check; its namespace must equal this object's.",
    }),
    status: field(3, SubjectAccessReviewStatus, { about: 'The decision; filled in by the server.' }),
  },
  { about: 'Asks whether a user may perform an action in one namespace.' },
);
export type LocalSubjectAccessReview = TypeOf<typeof LocalSubjectAccessReview>;
