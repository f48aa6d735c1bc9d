/** API version imagepolicy.{domain}/v1alpha1: not served; the bodies of calls to image policy webhooks. */
import type { ApiVersion } from '../../api-version.ts';
import { ImageReview } from './image-review.ts';

export const imagepolicyV1alpha1: ApiVersion = {
  group: 'imagepolicy.{domain}',
  version: 'v1alpha1',
  resources: [],
  kinds: [ImageReview],
};
