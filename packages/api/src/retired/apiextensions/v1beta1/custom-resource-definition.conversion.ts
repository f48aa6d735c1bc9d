/**
 * Definitions of v1beta1 and the stored v1: what is said once for all versions moves
 * to each of them, the webhook gets a message of its own, and what v1 no longer
 * defaults is written out.
 */
import type { Conversion } from '@keelson/schema';

import type { CustomResourceConversion as ServedConversion } from '../../../apiextensions/v1/custom-resource-conversion.ts';
import type { CustomResourceDefinition as ServedDefinition } from '../../../apiextensions/v1/custom-resource-definition.ts';
import type { CustomResourceConversion, CustomResourceDefinition } from './custom-resource-definition.ts';
import { fromServedVersions, toServedVersions } from './custom-resource-version.conversion.ts';

export const customResourceDefinitionConversion: Conversion<CustomResourceDefinition> = {
  toHub({ spec, ...others }): ServedDefinition {
    const { group, names, scope, conversion, preserveUnknownFields = true } = spec;
    return {
      ...others,
      spec: {
        group,
        names,
        scope: scope === '' ? 'Namespaced' : scope,
        versions: toServedVersions(spec),
        ...(conversion && { conversion: toServedConversion(conversion) }),
        ...(preserveUnknownFields && { preserveUnknownFields }),
      },
    };
  },
  fromHub({ spec, ...others }: ServedDefinition): CustomResourceDefinition {
    const { versions, conversion, preserveUnknownFields = false, ...same } = spec;
    return {
      ...others,
      spec: {
        ...same,
        ...fromServedVersions(versions),
        ...(conversion && { conversion: fromServedConversion(conversion) }),
        preserveUnknownFields,
      },
    };
  },
};

function toServedConversion(conversion: CustomResourceConversion): ServedConversion {
  const { strategy, webhookClientConfig: clientConfig, conversionReviewVersions: given } = conversion;
  const conversionReviewVersions = given ?? (strategy === 'Webhook' ? ['v1beta1'] : null);
  if (clientConfig === undefined && conversionReviewVersions === null) return { strategy };
  return { strategy, webhook: { ...(clientConfig && { clientConfig }), conversionReviewVersions } };
}

function fromServedConversion({ strategy, webhook }: ServedConversion): CustomResourceConversion {
  const { clientConfig, conversionReviewVersions } = webhook ?? {};
  return {
    strategy,
    ...(clientConfig && { webhookClientConfig: clientConfig }),
    ...(conversionReviewVersions && { conversionReviewVersions }),
  };
}
