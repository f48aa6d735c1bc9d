/** Retired API version apiextensions.{domain}/v1beta1: decoded and converted, never served. */
import type { ApiVersion } from '../../../api-version.ts';
import { ConversionReview } from '../../../apiextensions/v1/conversion-review.ts';
import { customResourceDefinitions } from '../../../apiextensions/v1/custom-resource-definition.resource.ts';
import { retire } from '../../retire.ts';
import { customResourceDefinitionConversion } from './custom-resource-definition.conversion.ts';
import { CustomResourceDefinition } from './custom-resource-definition.ts';

const version = { group: 'apiextensions.{domain}', version: 'v1beta1', removed: '1.22' } as const;

export const apiextensionsV1beta1: ApiVersion = {
  ...version,
  resources: [
    retire(customResourceDefinitions, {
      ...version,
      message: CustomResourceDefinition,
      conversion: customResourceDefinitionConversion,
    }),
  ],
  kinds: [ConversionReview],
};
