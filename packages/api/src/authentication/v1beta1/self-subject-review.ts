/** SelfSubjectReview: the same as in v1. */
import { inVersion, type TypeOf } from '@keelson/schema';

import { SelfSubjectReview as Later } from '../v1/self-subject-review.ts';
import { UserInfo } from '../v1/token-review.ts';

export const SelfSubjectReview = inVersion(Later, 'v1beta1', [[UserInfo, UserInfo]]);
export type SelfSubjectReview = TypeOf<typeof SelfSubjectReview>;
