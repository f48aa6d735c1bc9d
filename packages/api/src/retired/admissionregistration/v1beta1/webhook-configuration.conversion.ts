/**
 * Webhook configurations of v1beta1 and the stored v1: the defaults differ, so each
 * direction writes out what its source left to them. v1 accepts no new webhook of
 * unknown side effects; what was unknown stays so, for its owner to decide.
 */
import type { Conversion } from '@keelson/schema';

interface Webhook {
  failurePolicy?: string;
  matchPolicy?: string;
  timeoutSeconds?: number;
  sideEffects?: string;
  admissionReviewVersions?: string[];
}

interface ServedWebhook extends Omit<Webhook, 'sideEffects' | 'admissionReviewVersions'> {
  sideEffects: string | null;
  admissionReviewVersions: string[] | null;
}

interface Configuration<W> {
  webhooks?: W[];
}

/** One for both kinds, as the webhooks differ in what the versions have in common. */
export const webhookConfigurationConversion: Conversion<Configuration<Webhook>> = {
  toHub: ({ webhooks, ...others }): Configuration<ServedWebhook> => ({
    ...others,
    ...(webhooks && { webhooks: webhooks.map(toServed) }),
  }),
  fromHub: ({ webhooks, ...others }: Configuration<ServedWebhook>): Configuration<Webhook> => ({
    ...others,
    ...(webhooks && { webhooks: webhooks.map(fromServed) }),
  }),
};

function toServed(webhook: Webhook): ServedWebhook {
  return {
    failurePolicy: 'Ignore',
    matchPolicy: 'Exact',
    timeoutSeconds: 30,
    sideEffects: 'Unknown',
    admissionReviewVersions: ['v1beta1'],
    ...webhook,
  };
}

function fromServed({ sideEffects, admissionReviewVersions, ...webhook }: ServedWebhook): Webhook {
  return {
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    timeoutSeconds: 10,
    ...webhook,
    ...(sideEffects !== null && { sideEffects }),
    ...(admissionReviewVersions !== null && { admissionReviewVersions }),
  };
}
