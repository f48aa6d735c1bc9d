/** MutatingWebhookConfiguration: a set of webhooks that may change requests before they are stored. */
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

export const MutatingWebhook = message(
  'io.k8s.api.admissionregistration.v1.MutatingWebhook',
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
    objectSelector: optional(11, LabelSelector, {
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
    reinvocationPolicy: optional(10, listed('IfNeeded', 'Never'), {
      default: 'Never',
      about: 'Never (default), or IfNeeded to call again after later plugins change the object.',
    }),
  },
  { about: 'A webhook that may change objects during admission.' },
);
export type MutatingWebhook = TypeOf<typeof MutatingWebhook>;

export const MutatingWebhookConfiguration = kind(
  'io.k8s.api.admissionregistration.v1.MutatingWebhookConfiguration',
  {
    metadata,
    webhooks: field(2, list(MutatingWebhook), {
      patchStrategy: 'merge',
      patchMergeKey: 'name',
      about: 'The mutating webhooks, keyed by name.',
    }),
  },
  { about: 'A set of webhooks that may change requests before they are stored.' },
);
export type MutatingWebhookConfiguration = TypeOf<typeof MutatingWebhookConfiguration>;

export const MutatingWebhookConfigurationList = listOf(MutatingWebhookConfiguration);
export type MutatingWebhookConfigurationList = TypeOf<typeof MutatingWebhookConfigurationList>;
