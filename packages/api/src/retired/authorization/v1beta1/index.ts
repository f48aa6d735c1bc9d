/** Retired API version authorization.{domain}/v1beta1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { localSubjectAccessReviews } from '../../../authorization/v1/local-subject-access-review.resource.ts';
import { selfSubjectAccessReviews } from '../../../authorization/v1/self-subject-access-review.resource.ts';
import { selfSubjectRulesReviews } from '../../../authorization/v1/self-subject-rules-review.resource.ts';
import { subjectAccessReviews } from '../../../authorization/v1/subject-access-review.resource.ts';
import { retire } from '../../retire.ts';
import { accessReviewConversion } from './subject-access-review.conversion.ts';
import { LocalSubjectAccessReview, SubjectAccessReview } from './subject-access-review.ts';

const version = { group: 'authorization.{domain}', version: 'v1beta1' } as const;

export const authorizationV1beta1: ApiVersion = {
  ...version,
  resources: [
    retire(localSubjectAccessReviews, {
      ...version,
      message: LocalSubjectAccessReview,
      conversion: accessReviewConversion,
    }),
    retire(selfSubjectAccessReviews, version),
    retire(selfSubjectRulesReviews, version),
    retire(subjectAccessReviews, { ...version, message: SubjectAccessReview, conversion: accessReviewConversion }),
  ],
  kinds: [],
};
