/** ValidatingWebhookConfiguration: a set of webhooks that accept or reject requests without changing them. */
import {
  field,
  int32,
  kind,
  list,
  listed,
  message,
  optional,
  required,
  requiredPointer,
  string,
  type TypeOf,
} from '@keelson/schema';

import { LabelSelector } from '../../meta/v1/label-selector.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { RuleWithOperations, WebhookClientConfig } from './webhook.ts';

export const ValidatingWebhook = message(
  'io.k8s.api.admissionregistration.v1.ValidatingWebhook',
  {
    name: required(1, string, { about: 'Full domain-style name of the webhook, unique within the configuration.' }),
    clientConfig: required(2, WebhookClientConfig, { about: 'Where and how to call the webhook.' }),
    rules: field(3, list(RuleWithOperations), {
      about: 'Operations and resources the webhook is called for; any rule may match.',
    }),
    failurePolicy: optional(4, listed('Fail', 'Ignore'), {
      default: 'Fail',
      about: 'If the call fails: Fail (default) rejects the request, Ignore lets it pass.',
    }),
    matchPolicy: optional(9, listed('Equivalent', 'Exact'), {
      default: 'Equivalent',
      about: 'Exact matches rules literally; Equivalent (default) also matches other versions of a resource.',
    }),
    namespaceSelector: optional(5, LabelSelector, {
      default: {},
      about: 'Calls the webhook only for objects in matching namespaces; empty matches all.',
    }),
    objectSelector: optional(10, LabelSelector, {
      default: {},
      about: 'Calls the webhook only for objects with matching labels; empty matches all.',
    }),
    sideEffects: requiredPointer(6, listed('Unknown', 'None', 'Some', 'NoneOnDryRun'), {
      about: 'Declares side effects of a call: None, or NoneOnDryRun.',
    }),
    timeoutSeconds: optional(7, int32, {
      default: 10,
      about: 'Seconds to wait for an answer, 1 to 30. Defaults to 10.',
    }),
    admissionReviewVersions: required(8, list(string), {
      about: 'AdmissionReview versions the webhook accepts, preferred first.',
    }),
  },
  { about: 'A webhook that accepts or rejects objects during admission.' },
);
export type ValidatingWebhook = TypeOf<typeof ValidatingWebhook>;

export const ValidatingWebhookConfiguration = kind(
  'io.k8s.api.admissionregistration.v1.ValidatingWebhookConfiguration',
  {
    metadata,
    webhooks: field(2, list(ValidatingWebhook), {
      patchStrategy: 'merge',
      patchMergeKey: 'name',
      about: 'The validating webhooks, keyed by name.',
    }),
  },
  { about: 'A set of webhooks that accept or reject requests without changing them.' },
);
export type ValidatingWebhookConfiguration = TypeOf<typeof ValidatingWebhookConfiguration>;

export const ValidatingWebhookConfigurationList = listOf(ValidatingWebhookConfiguration);
export type ValidatingWebhookConfigurationList = TypeOf<typeof ValidatingWebhookConfigurationList>;
