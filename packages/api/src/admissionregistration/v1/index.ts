/** API version admissionregistration.{domain}/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { mutatingWebhookConfigurations } from './mutating-webhook-configuration.resource.ts';
import { validatingWebhookConfigurations } from './validating-webhook-configuration.resource.ts';

export const admissionregistrationV1: ApiVersion = {
  group: 'admissionregistration.{domain}',
  version: 'v1',
  resources: [mutatingWebhookConfigurations, validatingWebhookConfigurations],
  kinds: [],
};
