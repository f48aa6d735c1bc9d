/** API version apiextensions.{domain}/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { ConversionReview } from './conversion-review.ts';
import { customResourceDefinitions } from './custom-resource-definition.resource.ts';

export const apiextensionsV1: ApiVersion = {
  group: 'apiextensions.{domain}',
  version: 'v1',
  resources: [customResourceDefinitions],
  kinds: [ConversionReview],
};
