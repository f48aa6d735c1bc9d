/** Conversion of custom objects between versions: none, or a webhook. */
import { bytes, field, int32, list, listed, message, optional, required, string, type TypeOf } from '@keelson/schema';

export const ServiceReference = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference',
  {
    namespace: required(1, string, { about: 'Namespace of the service.' }),
    name: required(2, string, { about: 'Name of the service.' }),
    path: optional(3, string, { about: 'URL path of the request; unset sends to the root.' }),
    port: optional(4, int32, { default: 443, about: 'Service port, 1 to 65535. Defaults to 443.' }),
  },
  { about: 'A service that hosts a webhook.' },
);
export type ServiceReference = TypeOf<typeof ServiceReference>;

export const WebhookClientConfig = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig',
  {
    url: optional(3, string, { about: 'HTTPS address to call, without credentials, query or fragment.' }),
    service: optional(1, ServiceReference, { about: 'Service in the cluster to call.' }),
    caBundle: field(2, bytes, {
      about: "PEM certificates that verify the webhook; empty uses the API server's system roots.",
    }),
  },
  { about: 'Address and trust settings of a webhook; set exactly one of url and service.' },
);
export type WebhookClientConfig = TypeOf<typeof WebhookClientConfig>;

export const WebhookConversion = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion',
  {
    clientConfig: optional(2, WebhookClientConfig, { about: 'Where to call; required when strategy is Webhook.' }),
    conversionReviewVersions: required(3, list(string), {
      about: 'ConversionReview versions the webhook accepts, preferred first.',
    }),
  },
  { about: 'How to call a conversion webhook.' },
);
export type WebhookConversion = TypeOf<typeof WebhookConversion>;

export const CustomResourceConversion = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion',
  {
    strategy: required(1, listed('None', 'Webhook'), {
      about: 'None (default) changes only apiVersion; Webhook calls a service.',
    }),
    webhook: optional(2, WebhookConversion, { about: 'How to call the converter; required when strategy is Webhook.' }),
  },
  { about: 'How objects are converted between versions.' },
);
export type CustomResourceConversion = TypeOf<typeof CustomResourceConversion>;
