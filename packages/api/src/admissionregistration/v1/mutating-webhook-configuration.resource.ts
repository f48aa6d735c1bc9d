/** Resource declaration of MutatingWebhookConfiguration in admissionregistration.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { MutatingWebhookConfiguration, MutatingWebhookConfigurationList } from './mutating-webhook-configuration.ts';
import { webhookConfigurationColumns } from './webhook-configuration.columns.ts';
import { webhookConfigurationHooks, webhookConfigurationRules } from './webhook-configuration.rules.ts';

export const mutatingWebhookConfigurations = resource({
  group: 'admissionregistration.{domain}',
  version: 'v1',
  kind: 'MutatingWebhookConfiguration',
  plural: 'mutatingwebhookconfigurations',
  singular: 'mutatingwebhookconfiguration',
  categories: ['api-extensions'],
  scope: 'Cluster',
  verbs: allVerbs,
  message: MutatingWebhookConfiguration,
  list: MutatingWebhookConfigurationList,
  metadataChecks: { ofUpdate: ['whole'] },
  hasOpenFinalizers: true,
  storage: {
    kind: 'stored',
    group: 'admissionregistration.{domain}',
    version: 'v1',
    prefix: 'mutatingwebhookconfigurations',
  },
  hasGeneration: true,
  actsAtOnce: true,
  purpose: { kind: 'mutatingWebhooks' },
  columns: webhookConfigurationColumns,
  hooks: webhookConfigurationHooks,
  rules: webhookConfigurationRules,
  about: 'A set of webhooks that may change requests before they are stored.',
});
