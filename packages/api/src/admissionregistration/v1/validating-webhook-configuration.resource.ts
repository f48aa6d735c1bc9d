/** Resource declaration of ValidatingWebhookConfiguration in admissionregistration.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import {
  ValidatingWebhookConfiguration,
  ValidatingWebhookConfigurationList,
} from './validating-webhook-configuration.ts';
import { webhookConfigurationColumns } from './webhook-configuration.columns.ts';
import { webhookConfigurationHooks, webhookConfigurationRules } from './webhook-configuration.rules.ts';

export const validatingWebhookConfigurations = resource({
  group: 'admissionregistration.{domain}',
  version: 'v1',
  kind: 'ValidatingWebhookConfiguration',
  plural: 'validatingwebhookconfigurations',
  singular: 'validatingwebhookconfiguration',
  categories: ['api-extensions'],
  scope: 'Cluster',
  verbs: allVerbs,
  message: ValidatingWebhookConfiguration,
  list: ValidatingWebhookConfigurationList,
  metadataChecks: { ofUpdate: ['whole'] },
  hasOpenFinalizers: true,
  storage: {
    kind: 'stored',
    group: 'admissionregistration.{domain}',
    version: 'v1',
    prefix: 'validatingwebhookconfigurations',
  },
  hasGeneration: true,
  actsAtOnce: true,
  purpose: { kind: 'validatingWebhooks' },
  columns: webhookConfigurationColumns,
  hooks: webhookConfigurationHooks,
  rules: webhookConfigurationRules,
  about: 'A set of webhooks that accept or reject requests without changing them.',
});
