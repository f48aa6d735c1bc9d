/** Retired API version apiextensions.{domain}/v1beta1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { ConversionReview } from '../../../apiextensions/v1/conversion-review.ts';
import { customResourceDefinitions } from '../../../apiextensions/v1/custom-resource-definition.resource.ts';
import { olderDefinitionHooks } from '../../../apiextensions/v1/custom-resource-definition.rules.ts';
import { retire } from '../../retire.ts';
import { customResourceDefinitionConversion } from './custom-resource-definition.conversion.ts';
import { CustomResourceDefinition } from './custom-resource-definition.ts';

const version = { group: 'apiextensions.{domain}', version: 'v1beta1' } as const;

export const apiextensionsV1beta1: ApiVersion = {
  ...version,
  resources: [
    retire(customResourceDefinitions, {
      ...version,
      message: CustomResourceDefinition,
      conversion: customResourceDefinitionConversion,
      hooks: olderDefinitionHooks,
    }),
  ],
  kinds: [ConversionReview],
};
