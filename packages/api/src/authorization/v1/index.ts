/** API version authorization.{domain}/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { localSubjectAccessReviews } from './local-subject-access-review.resource.ts';
import { selfSubjectAccessReviews } from './self-subject-access-review.resource.ts';
import { selfSubjectRulesReviews } from './self-subject-rules-review.resource.ts';
import { subjectAccessReviews } from './subject-access-review.resource.ts';

export const authorizationV1: ApiVersion = {
  group: 'authorization.{domain}',
  version: 'v1',
  resources: [localSubjectAccessReviews, selfSubjectAccessReviews, selfSubjectRulesReviews, subjectAccessReviews],
  kinds: [],
};
