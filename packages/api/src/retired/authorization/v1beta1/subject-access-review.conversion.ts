/** Access reviews of v1beta1 and v1: the same groups under another name. */
import type { Conversion } from '@keelson/schema';

import type { SubjectAccessReviewSpec as ServedSpec } from '../../../authorization/v1/subject-access-review-spec.ts';
import type { SubjectAccessReviewSpec } from './subject-access-review.ts';

interface Review<S> {
  spec: S;
}

export const accessReviewConversion: Conversion<Review<SubjectAccessReviewSpec>> = {
  toHub({ spec, ...others }): Review<ServedSpec> {
    const { group, ...same } = spec;
    return { ...others, spec: { ...same, ...(group && { groups: group }) } };
  },
  fromHub({ spec, ...others }: Review<ServedSpec>): Review<SubjectAccessReviewSpec> {
    const { groups, ...same } = spec;
    return { ...others, spec: { ...same, ...(groups && { group: groups }) } };
  },
};
