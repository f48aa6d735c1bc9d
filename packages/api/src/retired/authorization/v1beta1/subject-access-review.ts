/** Access reviews before v1: the groups of the user are called `group`. */
import { field, kind, list, message, required, string, type TypeOf } from '@keelson/schema';

import { LocalSubjectAccessReview as ServedLocalReview } from '../../../authorization/v1/local-subject-access-review.ts';
import { SubjectAccessReviewSpec as ServedSpec } from '../../../authorization/v1/subject-access-review-spec.ts';
import { SubjectAccessReview as ServedReview } from '../../../authorization/v1/subject-access-review.ts';

const { resourceAttributes, nonResourceAttributes, user, extra, uid } = ServedSpec.fields;

export const SubjectAccessReviewSpec = message(
  'io.k8s.api.authorization.v1beta1.SubjectAccessReviewSpec',
  {
    resourceAttributes,
    nonResourceAttributes,
    user,
    group: field(4, list(string), { about: 'Groups the user belongs to.' }),
    extra,
    uid,
  },
  { about: 'A user and the action to check.' },
);
export type SubjectAccessReviewSpec = TypeOf<typeof SubjectAccessReviewSpec>;

const spec = required(2, SubjectAccessReviewSpec, { about: 'The request to check.' });

export const SubjectAccessReview = kind(
  'io.k8s.api.authorization.v1beta1.SubjectAccessReview',
  { ...ServedReview.fields, spec },
  { about: 'Asks whether a given user may perform an action.' },
);
export type SubjectAccessReview = TypeOf<typeof SubjectAccessReview>;

export const LocalSubjectAccessReview = kind(
  'io.k8s.api.authorization.v1beta1.LocalSubjectAccessReview',
  { ...ServedLocalReview.fields, spec },
  { about: 'Asks whether a user may perform an action in one namespace.' },
);
export type LocalSubjectAccessReview = TypeOf<typeof LocalSubjectAccessReview>;
