/** Retired API version admissionregistration.{domain}/v1beta1: decoded and converted, never served. */
import { mutatingWebhookConfigurations } from '../../../admissionregistration/v1/mutating-webhook-configuration.resource.ts';
import { validatingWebhookConfigurations } from '../../../admissionregistration/v1/validating-webhook-configuration.resource.ts';
import type { ApiVersion } from '../../../api-version.ts';
import { retire } from '../../retire.ts';
import { webhookConfigurationConversion } from './webhook-configuration.conversion.ts';
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from './webhook-configuration.ts';

const version = { group: 'admissionregistration.{domain}', version: 'v1beta1', removed: '1.22' } as const;

export const admissionregistrationV1beta1: ApiVersion = {
  ...version,
  resources: [
    retire(mutatingWebhookConfigurations, {
      ...version,
      message: MutatingWebhookConfiguration,
      conversion: webhookConfigurationConversion,
    }),
    retire(validatingWebhookConfigurations, {
      ...version,
      message: ValidatingWebhookConfiguration,
      conversion: webhookConfigurationConversion,
    }),
  ],
  kinds: [],
};
