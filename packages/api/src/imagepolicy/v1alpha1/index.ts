/** What imagepolicy.{domain}/v1alpha1 holds: nothing that is served, but what a judge of images is sent. */
import type { ApiVersion } from '../../api-version.ts';
import { ImageReview } from './image-review.ts';

export const imagepolicyV1alpha1: ApiVersion = {
  group: 'imagepolicy.{domain}',
  version: 'v1alpha1',
  resources: [],
  kinds: [ImageReview],
};
