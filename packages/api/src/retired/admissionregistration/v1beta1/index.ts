/** Retired API version admissionregistration.{domain}/v1beta1: served by the releases before its removal, decoded and converted by all. */
import { mutatingWebhookConfigurations } from '../../../admissionregistration/v1/mutating-webhook-configuration.resource.ts';
import { validatingWebhookConfigurations } from '../../../admissionregistration/v1/validating-webhook-configuration.resource.ts';
import { olderWebhookConfigurationHooks } from '../../../admissionregistration/v1/webhook-configuration.rules.ts';
import type { ApiVersion } from '../../../api-version.ts';
import { retire } from '../../retire.ts';
import { webhookConfigurationConversion } from './webhook-configuration.conversion.ts';
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from './webhook-configuration.ts';

const version = { group: 'admissionregistration.{domain}', version: 'v1beta1' } as const;

export const admissionregistrationV1beta1: ApiVersion = {
  ...version,
  resources: [
    retire(mutatingWebhookConfigurations, {
      ...version,
      message: MutatingWebhookConfiguration,
      conversion: webhookConfigurationConversion,
      hooks: olderWebhookConfigurationHooks,
    }),
    retire(validatingWebhookConfigurations, {
      ...version,
      message: ValidatingWebhookConfiguration,
      conversion: webhookConfigurationConversion,
      hooks: olderWebhookConfigurationHooks,
    }),
  ],
  kinds: [],
};
