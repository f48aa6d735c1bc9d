/** Webhook configurations before v1: other defaults, and side effects and the versions of reviews could be left open. */
import { field, kind, list, message, optional, string, type TypeOf, usually } from '@keelson/schema';

import {
  MutatingWebhook as ServedMutating,
  MutatingWebhookConfiguration as ServedMutatingConfiguration,
} from '../../../admissionregistration/v1/mutating-webhook-configuration.ts';
import {
  ValidatingWebhook as ServedValidating,
  ValidatingWebhookConfiguration as ServedValidatingConfiguration,
} from '../../../admissionregistration/v1/validating-webhook-configuration.ts';

const { failurePolicy, matchPolicy, timeoutSeconds } = ServedMutating.fields;

const ownFields = {
  failurePolicy: { ...failurePolicy, default: 'Ignore' },
  matchPolicy: { ...matchPolicy, default: 'Exact' },
  timeoutSeconds: { ...timeoutSeconds, default: 30 },
  sideEffects: optional(6, usually('Unknown', 'None', 'Some', 'NoneOnDryRun'), {
    default: 'Unknown',
    about: 'Declares side effects of a call: Unknown (default), None, Some, or NoneOnDryRun.',
  }),
  admissionReviewVersions: field(8, list(string), {
    about: 'AdmissionReview versions the webhook accepts, preferred first. Defaults to v1beta1.',
  }),
};

export const MutatingWebhook = message(
  'io.k8s.api.admissionregistration.v1beta1.MutatingWebhook',
  { ...ServedMutating.fields, ...ownFields },
  { about: 'A webhook that may change objects during admission.' },
);
export type MutatingWebhook = TypeOf<typeof MutatingWebhook>;

export const MutatingWebhookConfiguration = kind(
  'io.k8s.api.admissionregistration.v1beta1.MutatingWebhookConfiguration',
  {
    ...ServedMutatingConfiguration.fields,
    webhooks: field(2, list(MutatingWebhook), { about: 'The mutating webhooks, keyed by name.' }),
  },
  { about: 'A set of webhooks that may change requests before they are stored.' },
);
export type MutatingWebhookConfiguration = TypeOf<typeof MutatingWebhookConfiguration>;

export const ValidatingWebhook = message(
  'io.k8s.api.admissionregistration.v1beta1.ValidatingWebhook',
  { ...ServedValidating.fields, ...ownFields },
  { about: 'A webhook that may refuse requests during admission.' },
);
export type ValidatingWebhook = TypeOf<typeof ValidatingWebhook>;

export const ValidatingWebhookConfiguration = kind(
  'io.k8s.api.admissionregistration.v1beta1.ValidatingWebhookConfiguration',
  {
    ...ServedValidatingConfiguration.fields,
    webhooks: field(2, list(ValidatingWebhook), { about: 'The validating webhooks, keyed by name.' }),
  },
  { about: 'A set of webhooks that may refuse requests before they are stored.' },
);
export type ValidatingWebhookConfiguration = TypeOf<typeof ValidatingWebhookConfiguration>;
