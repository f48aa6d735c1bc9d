/** SelfSubjectAccessReview: asks whether the caller may perform an action. */
import { field, kind, message, optional, required, type TypeOf } from '@keelson/schema';

import { metadata } from '../../meta/v1/object-meta.ts';
import { NonResourceAttributes, ResourceAttributes, SubjectAccessReviewStatus } from './subject-access-review-spec.ts';

export const SelfSubjectAccessReviewSpec = message(
  'io.k8s.api.authorization.v1.SelfSubjectAccessReviewSpec',
  {
    resourceAttributes: optional(1, ResourceAttributes, {
      about: 'The resource request to check; exclusive with nonResourceAttributes.',
    }),
    nonResourceAttributes: optional(2, NonResourceAttributes, {
      about: 'The URL request to check; exclusive with resourceAttributes.',
    }),
  },
  { about: 'The action the caller asks about; set exactly one field.' },
);
export type SelfSubjectAccessReviewSpec = TypeOf<typeof SelfSubjectAccessReviewSpec>;

export const SelfSubjectAccessReview = kind(
  'io.k8s.api.authorization.v1.SelfSubjectAccessReview',
  {
    metadata,
    spec: required(2, SelfSubjectAccessReviewSpec, { about: 'The request to check.' }),
    status: field(3, SubjectAccessReviewStatus, { about: 'The decision; filled in by the server.' }),
  },
  { about: 'Asks whether the caller may perform an action.' },
);
export type SelfSubjectAccessReview = TypeOf<typeof SelfSubjectAccessReview>;
